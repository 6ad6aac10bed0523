// front.tsx: the front page of Pravda. It shows the open crisis, or the turn and the latest news, or the end of the game.
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { type BoardProps, Target } from "client/core/board";
import type { GameEvent, Seat } from "client/core/protocol";
import { nameBeside, SeatMark } from "client/core/seats";
import type { GameSpeech } from "client/core/words";
import { Tile } from "./cards";
import { cardNote, type Crisis, factions, openCrisis, pointsOf, type State, turnOf } from "./facts";
import { Die, Icon, Masthead } from "./icons";

type Props = Pick<BoardProps, "me" | "seats" | "speech" | "asked" | "step" | "events" | "outcome"> & { s: State };

/** Returns who plays a faction, to stand beside its symbol. */
const playerOf = (seats: Seat[], speech: GameSpeech, seat: string, me: string | null = null): string =>
  seat === me ? speech.word("web.you") : nameBeside(seats, seat, speech.name("faction", seat));

/* ---- The news: the latest events ---------------------------------------------------------------- */

/** The greatest number of events on the page. */
const MOST_LINES = 3;

interface LatestNews {
  /** The events from which it was made; null at first. */
  events: GameEvent[] | null;
  question: number;
  lines: GameEvent[];
  /** The events that show a die. */
  rolls: GameEvent[];
}

/** Returns the latest news. Lines stay until there are newer ones; when a replay goes back, all are removed. */
function useNews(events: GameEvent[], question: number, { facts }: GameSpeech): LatestNews {
  const ref = useRef<LatestNews>({ events: null, question, lines: [], rolls: [] });
  const shown = ref.current;
  if (shown.events === events && shown.question === question) return shown;
  const back = question < shown.question;
  const reported = shown.events === events ? [] : events.filter(({ event }) => !facts.quiet.includes(event));
  const isRoll = ({ event }: GameEvent): boolean => event in facts.dice;
  const lines = [...(back ? [] : shown.lines), ...reported.filter((event) => !isRoll(event))].slice(-MOST_LINES);
  const rolls = reported.length || back ? reported.filter(isRoll) : shown.rolls;
  ref.current = { events, question, lines, rolls };
  return ref.current;
}

function Rolls({ rolls, speech }: { rolls: GameEvent[]; speech: GameSpeech }) {
  return (
    <ul class="re-rolls">
      {rolls.map((roll, i) => (
        <li key={i}>
          <span class="hidden">{speech.event(roll)}</span>
          <span aria-hidden="true">
            <Die face={Number(roll.args[speech.facts.dice[roll.event] ?? 0])} />{" "}
            {speech.name("leader", roll.args[1] ?? "")}
          </span>
        </li>
      ))}
    </ul>
  );
}

function News({ lines, rolls, speech }: { lines: GameEvent[]; rolls: GameEvent[]; speech: GameSpeech }) {
  return (
    <div class="re-news">
      {rolls.length > 0 && <Rolls rolls={rolls} speech={speech} />}
      <ul>
        {[...lines].reverse().map((event, i) => (
          <li key={lines.length - i}>{speech.event(event)}</li>
        ))}
        {lines.length === 0 && <li>{speech.word("web.no-news")}</li>}
      </ul>
    </div>
  );
}

/* ---- A crisis --------------------------------------------------------------------------------- */

function Answers({ crisis, me, seats, speech }: Pick<Props, "me" | "seats" | "speech"> & { crisis: Crisis }) {
  return (
    <ol class="re-answers">
      {crisis.answers.map(({ seat, card, state }) => (
        <li key={seat} class={`re-${state}`}>
          <SeatMark seats={seats} seat={seat} size={14} />
          <span>{playerOf(seats, speech, seat, me)}</span>
          {card ? <Tile name={card} speech={speech} /> : <em>{speech.word(`web.answer.${state}`)}</em>}
        </li>
      ))}
    </ol>
  );
}

function Effort({ crisis, speech }: { crisis: Crisis; speech: GameSpeech }) {
  const { given, needed } = crisis;
  return (
    <p class="re-effort">
      <span class="re-cells" aria-hidden="true">
        {Array.from({ length: needed }, (_, i) => (
          <i key={i} class={i < given ? "re-full" : ""} />
        ))}
      </span>
      <b>{speech.word("web.effort", given, needed)}</b>
    </p>
  );
}

function CrisisStory({
  crisis,
  me,
  seats,
  speech,
  asked,
}: Omit<Props, "s" | "step" | "events" | "outcome"> & { crisis: Crisis }) {
  const { card, failed } = crisis;
  const title = speech.name("card", card.name);
  return (
    <>
      <div class="re-story">
        <p class="re-kicker">{speech.word("web.crisis", card.value)}</p>
        <h2>{title}</h2>
        {failed ? (
          <p class="re-stamp">
            <b>{speech.word("web.unsolved")}</b>{" "}
            {speech.word("web.plea", asked.map((seat) => speech.name("faction", seat)).join(", "))}
          </p>
        ) : (
          <>
            <Effort crisis={crisis} speech={speech} />
            <Answers crisis={crisis} me={me} seats={seats} speech={speech} />
          </>
        )}
      </div>
      {/* A crisis that has failed lies in the pile already, and can be pressed there. */}
      {failed ? (
        <Picture icon={card.label} value={card.value} />
      ) : (
        <Target kind="card" name={card.name} label="">
          <span class="hidden">{cardNote(speech, card)}</span>
          <Picture icon={card.label} value={card.value} />
        </Target>
      )}
    </>
  );
}

function Picture({ icon, value }: { icon: string; value?: number }) {
  return (
    <span class="re-picture" aria-hidden="true">
      <svg class="re-wedge" viewBox="0 0 100 100" preserveAspectRatio="none">
        <path d="M0 100 100 0V100z" />
      </svg>
      <Icon of={icon} size={70} />
      {value !== undefined && <b>{value}</b>}
    </span>
  );
}

/* ---- A turn ----------------------------------------------------------------------------------- */

/** The parts of a turn in their order. */
const TRACK = ["crisis-cards", "mandate-cards", "choice"];

function Track({ at, speech }: { at: string; speech: GameSpeech }) {
  const now = TRACK.indexOf(at);
  return (
    <ol class="re-track">
      {TRACK.map((step, i) => (
        <li key={step} class={i < now ? "re-past" : ""} aria-current={i === now ? "step" : undefined}>
          {speech.word(`web.track.${step}`)}
        </li>
      ))}
    </ol>
  );
}

/** Steps whose question is the headline, with the key of the headline. */
/** What somebody does in the headline, and what the viewer does. */
const HEADLINES: Record<string, [string, string]> = {
  "office-pick": ["web.picks-president", "web.picks-president.you"],
  afflict: ["web.picks-ailing", "web.picks-ailing.you"],
};

function TurnStory({
  s,
  me,
  seats,
  speech,
  asked,
  step,
  news,
}: Omit<Props, "events" | "outcome"> & { news: LatestNews }) {
  const turn = turnOf(s);
  const headlines = step ? HEADLINES[step] : undefined;
  const who = headlines ? (asked[0] ?? turn) : turn;
  const headlineKey = headlines?.[who !== null && who === me ? 1 : 0];
  const begun = turn !== null;
  const name = who ? playerOf(seats, speech, who, headlineKey ? null : me) : "";
  const headline = headlineKey ? speech.word(headlineKey, name) : begun ? name : speech.word("web.set-up");
  return (
    <div class="re-story re-turn-story">
      <p class="re-kicker">{begun && !headlineKey ? speech.word("web.turn-of") : speech.word("web.congress")}</p>
      <h2>
        {begun && who && <SeatMark seats={seats} seat={who} size={30} />} {headline}
      </h2>
      {begun && <Track at={s.stack[0]?.step ?? ""} speech={speech} />}
      <News lines={news.lines} rolls={news.rolls} speech={speech} />
    </div>
  );
}

/* ---- The end ---------------------------------------------------------------------------------- */

const COLUMNS = ["leaders", "crises", "office", "cards", "total"] as const;

function EndStory({
  s,
  me,
  seats,
  speech,
  outcome,
  reason,
}: Pick<Props, "s" | "me" | "seats" | "speech" | "outcome"> & { reason: string }) {
  const lost = reason === "collapse";
  const best = Math.max(...factions(s).map((seat) => pointsOf(s, seat).total));
  const won = (seat: string, total: number) =>
    !lost && (outcome ? outcome.seats.some((one) => one.seat === seat && one.result !== "lost") : total === best);
  return (
    <div class="re-story re-end-story" tabIndex={0} role="group" aria-label={speech.word("web.last-edition")}>
      <p class="re-kicker">{speech.word("web.last-edition")}</p>
      <h2>{speech.name("reason", reason)}</h2>
      {lost ? (
        <p>{speech.word("web.collapse")}</p>
      ) : (
        <table class="re-count">
          <thead>
            <tr>
              <th scope="col">{speech.word("web.count.faction")}</th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {speech.word(`web.count.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {factions(s).map((seat) => {
              const points = pointsOf(s, seat);
              return (
                <tr key={seat} class={won(seat, points.total) ? "re-winner" : ""}>
                  <th scope="row">
                    <SeatMark seats={seats} seat={seat} size={14} /> {playerOf(seats, speech, seat, me)}
                  </th>
                  {COLUMNS.map((column) => (
                    <td key={column}>{points[column]}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </div>
  );
}

/* ---- The page --------------------------------------------------------------------------------- */

export function FrontPage({ s, me, seats, speech, asked, step, events, outcome }: Props) {
  const news = useNews(events, s.question, speech);
  const crisis = openCrisis(s);
  const reason = outcome?.reason ?? s.over;
  let story: ComponentChildren = (
    <TurnStory s={s} me={me} seats={seats} speech={speech} asked={asked} step={step} news={news} />
  );
  if (reason) story = <EndStory s={s} me={me} seats={seats} speech={speech} outcome={outcome} reason={reason} />;
  else if (crisis) story = <CrisisStory crisis={crisis} me={me} seats={seats} speech={speech} asked={asked} />;
  return (
    <section class={`re-front${crisis && !reason ? " re-alarm" : ""}`} aria-label={speech.word("web.front")}>
      <header class="re-ear">
        <Masthead label={speech.word("web.pravda")} />
        <span>{speech.word("web.issue", s.question)}</span>
        <span>{speech.word("web.price")}</span>
      </header>
      {story}
    </section>
  );
}
