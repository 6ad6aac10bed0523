// page.tsx: the page on which a finished game is replayed, move by move, as a seat saw it or with nothing hidden.
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { sameThing, type Thing } from "../core/actions";
import { type Board, noPointing, type Pointing, PointingContext } from "../core/board";
import { EVERYTHING } from "../core/engine";
import { gameNamed } from "../core/games";
import { useLoaded } from "../core/lazy";
import { useMotion } from "../core/motion";
import { useObservable } from "../core/observable";
import { Refused } from "../core/protocol";
import { navigate, route } from "../core/routes";
import { playerWord } from "../core/seats";
import { Situation } from "../core/situation";
import { isEmbedded } from "../core/storage";
import { type GameSpeech, loadGame, useSpeech } from "../core/words";
import { isLocalReplay, localRecord } from "../offline/local-record";
import { ErrorMessage } from "../parts/error-message";
import { Log } from "../table/log";
import { useGame } from "../table/page";
import { useNarrow } from "../table/play";
import { type Player, type ReplayMoment, SPEEDS, useMoments, usePlayer } from "./pace";
import { Replay, seatNames } from "./replay";
import { addressOf, Share } from "./share";
import { Statistics } from "./statistics";

/** Fetches a file of records; throws Refused if the server refuses. Whoever has the key of a finished game may read it. */
async function fetchRecord(name: string): Promise<string> {
  const answer = await fetch(`/records/${name}`, { credentials: "omit" });
  const text = await answer.text();
  if (!answer.ok) {
    const refusal = JSON.parse(text) as { code: string; text: string };
    throw new Refused(refusal.code, refusal.text);
  }
  return text;
}

async function loadReplay(table: string): Promise<Replay> {
  const text = await (isLocalReplay(table) ? localRecord(table) : fetchRecord(`${table}.apr`));
  const firstSeat = /^seat (\S+)/m.exec(text)?.[1] ?? "";
  return Replay.load(
    text,
    () => fetchRecord(`${table}.whole.apr`),
    async (game) => seatNames(await loadGame(game, "en"), firstSeat),
  );
}

/** Returns the replay of a table once it is loaded, and the error if it cannot be. */
function useReplay(table: string): { replay: Replay | null; error: unknown } {
  const [replay, setReplay] = useState<Replay | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let isWanted = true;
    loadReplay(table).then(
      (loaded) => isWanted && setReplay(loaded),
      (reason) => isWanted && setError(reason),
    );
    return () => {
      isWanted = false;
    };
  }, [table]);
  return { replay, error };
}

/** Returns the moment and the seat that are shown. Both are in the address, so that a link leads to the same moment. */
function useMoment(length: number) {
  const { query, path } = useObservable(route);
  const wanted = Number(query.get("at") ?? "0");
  const at = Math.max(0, Math.min(length, Number.isFinite(wanted) ? Math.floor(wanted) : 0));
  const seat = query.get("seat");
  const show = (next: { at?: number; seat?: string | null }) => {
    const nextQuery = new URLSearchParams(query);
    nextQuery.set("at", String(next.at ?? at));
    if (next.seat === null) nextQuery.delete("seat");
    else if (next.seat !== undefined) nextQuery.set("seat", next.seat);
    navigate(`/${path.join("/")}?${nextQuery.toString()}`, true);
  };
  return { at, seat, show };
}

interface MomentListProps {
  moments: ReplayMoment[];
  speech: GameSpeech;
  jumpTo: (moment: number) => void;
}

/** The moments that matter; turning points stand out. */
function MomentList({ moments, speech, jumpTo }: MomentListProps) {
  const { say } = useSpeech();
  return (
    <details class="points">
      <summary>{say("web.replay.moments", moments.length)}</summary>
      <ol>
        {moments.map(({ at, event, isTurning }, n) => (
          <li key={n} class={isTurning ? "turning" : undefined}>
            <button type="button" class="small" onClick={() => jumpTo(at)}>
              {at}
            </button>{" "}
            {speech.event(event)}
          </li>
        ))}
      </ol>
    </details>
  );
}

interface ControlsProps {
  replay: Replay;
  speech: GameSpeech;
  moments: ReplayMoment[];
  at: number;
  seat: string | null;
  player: Player;
  show: (next: { at?: number; seat?: string | null }) => void;
}

interface JumpButtonProps {
  label: string;
  sign: string;
  /** The moment it leads to; undefined if there is none. */
  to: number | undefined;
  jumpTo: (moment: number) => void;
}

const JumpButton = ({ label, sign, to, jumpTo }: JumpButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    disabled={to === undefined}
    onClick={() => to !== undefined && jumpTo(to)}
  >
    {sign}
  </button>
);

/** The buttons that play and step. */
function Steps({ replay, moments, at, player, show }: Omit<ControlsProps, "speech" | "seat">) {
  const { say } = useSpeech();
  const jumpTo = (moment: number) => show({ at: moment });
  const playLabel = say(player.isPlaying ? "web.replay.pause" : "web.replay.play");
  return (
    <div class="replay-steps">
      <JumpButton
        label={say("web.replay.moment-back")}
        sign="«"
        to={moments.findLast((moment) => moment.at < at)?.at}
        jumpTo={jumpTo}
      />
      <JumpButton label={say("web.replay.back")} sign="‹" to={at > 0 ? at - 1 : undefined} jumpTo={jumpTo} />
      <button type="button" class="replay-play" aria-label={playLabel} title={playLabel} onClick={player.toggle}>
        {player.isPlaying ? "❚❚" : "▶\uFE0E"}
      </button>
      <JumpButton label={say("web.replay.on")} sign="›" to={at < replay.length ? at + 1 : undefined} jumpTo={jumpTo} />
      <JumpButton
        label={say("web.replay.moment-on")}
        sign="»"
        to={moments.find((moment) => moment.at > at)?.at}
        jumpTo={jumpTo}
      />
    </div>
  );
}

/** The bar with which the person chooses the moment, the speed and the seat. */
function Controls({ replay, speech, moments, at, seat, player, show }: ControlsProps) {
  const { say } = useSpeech();
  return (
    <div class="replay-bar">
      <Steps replay={replay} moments={moments} at={at} player={player} show={show} />
      <input
        type="range"
        min={0}
        max={replay.length}
        value={at}
        aria-label={say("web.replay.moment")}
        onInput={(event) => show({ at: Number(event.currentTarget.value) })}
      />
      <span class="replay-at">
        {at} / {replay.length}
      </span>
      <select
        aria-label={say("web.replay.speed")}
        value={player.speed}
        onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}
      >
        {SPEEDS.map((choice) => (
          <option key={choice} value={choice}>
            {say("web.replay.times", choice === 0.5 ? "½" : choice)}
          </option>
        ))}
      </select>
      <select
        aria-label={say("web.replay.seat")}
        value={seat ?? ""}
        onChange={(event) => show({ seat: event.currentTarget.value || null })}
      >
        <option value="">{say("web.replay.everything")}</option>
        {replay.seats.map((choice) => (
          <option key={choice.seat} value={choice.seat}>
            {playerWord(speech, replay.seats, choice.seat)}
          </option>
        ))}
        <option value="observer">{say("seat.observer")}</option>
      </select>
    </div>
  );
}

/** What has keys of its own: there a key means something else. */
const HAS_OWN_KEYS = "input, select, textarea, button, summary, a, .board";

/** Space plays and pauses; the arrows go one move back and on. */
function useReplayKeys(length: number, at: number, player: Player, show: (next: { at: number }) => void): void {
  // Before the page is shown: a key that follows at once must mean what the page says.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      if (event.defaultPrevented || hasModifier || (event.target as Element | null)?.closest?.(HAS_OWN_KEYS)) return;
      if (event.key === " ") player.toggle();
      else if (event.key === "ArrowLeft" && at > 0) show({ at: at - 1 });
      else if (event.key === "ArrowRight" && at < length) show({ at: at + 1 });
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}

/** Returns everything that is shown of one moment, as far as a viewer may know. */
function useMomentContent(replay: Replay, at: number, viewer: number) {
  const view = useMemo(() => replay.view(at, viewer), [replay, at, viewer]);
  const question = useMemo(() => replay.question(at, viewer), [replay, at, viewer]);
  const situation = useMemo(() => new Situation(question.situation, question.figures), [question]);
  const events = useMemo(() => replay.events(at, viewer), [replay, at, viewer]);
  const log = useMemo(
    () => Array.from({ length: at + 1 }, (_, n) => replay.events(n, viewer)).flat(),
    [replay, at, viewer],
  );
  return { view, question, situation, events, log };
}

interface LoadedReplayProps {
  table: string;
  replay: Replay;
  speech: GameSpeech;
  board: Board;
}

/** The controls, the board with the plots, and the log. A page of another site shows neither plots nor links. */
function LoadedReplay({ table, replay, speech, board: Shown }: LoadedReplayProps) {
  const { say } = useSpeech();
  const { at, seat, show } = useMoment(replay.length);
  const [marked, setMarked] = useState<Thing[]>([]);
  const narrow = useNarrow();
  const part = useLoaded(gameNamed(replay.record.game)?.replay)?.replay;
  const viewer = replay.viewer(seat);
  const { view, question, situation, events, log } = useMomentContent(replay, at, viewer);
  const root = useMotion<HTMLDivElement>(view);
  const pointing = useMemo(
    (): Pointing => ({ ...noPointing, isMarked: (thing) => marked.some((other) => sameThing(other, thing)) }),
    [marked],
  );
  const moments = useMoments(replay, viewer, speech.facts);
  const player = usePlayer(replay, speech.facts, { at, viewer, show });
  useReplayKeys(replay.length, at, player, show);
  const jumpTo = (moment: number) => show({ at: moment });
  const eventsText = events.map((event) => speech.event(event)).join(" ");
  return (
    <div class="play replay">
      <div class="question">
        <Controls replay={replay} speech={speech} moments={moments} at={at} seat={seat} player={player} show={show} />
        <p class="replay-line" aria-live={player.isPlaying ? "off" : "polite"}>
          {eventsText || (question.open ? speech.prompt(question.open.step) : "")}
        </p>
        <MomentList moments={moments} speech={speech} jumpTo={jumpTo} />
        {!isEmbedded && !isLocalReplay(table) && (
          <Share shared={{ table, at, seat }} title={say("web.replay.title", say(`${replay.record.game}.title`))} />
        )}
      </div>
      <div class="board" ref={root}>
        <PointingContext.Provider value={pointing}>
          <Shown
            view={view}
            situation={situation}
            foreseen={{}}
            me={viewer === EVERYTHING || seat === "observer" ? null : seat}
            seats={replay.seats}
            options={replay.record.options}
            asked={question.open?.asked ?? []}
            step={question.open?.step ?? null}
            events={events}
            outcome={question.outcome}
            speech={speech}
            narrow={narrow}
          />
        </PointingContext.Provider>
        {part && !isEmbedded && <Statistics replay={replay} part={part} speech={speech} jumpTo={jumpTo} />}
      </div>
      <aside class="beside">
        <Log log={log} speech={speech} mark={setMarked} />
      </aside>
    </div>
  );
}

/** In a page of another site: a link to the whole replay, in a window of its own. */
function EmbeddedFoot({ table }: { table: string }) {
  const { say } = useSpeech();
  const { query } = useObservable(route);
  const shared = { table, at: Number(query.get("at") ?? "0"), seat: query.get("seat") };
  return (
    <footer class="embedded-foot">
      <a href={addressOf("replay", shared)} target="_blank" rel="noopener">
        {say("web.replay.open")}
      </a>
    </footer>
  );
}

/** Whoever has the link may watch: nobody is asked for a name. */
export default function ReplayPage({ table }: { table: string }) {
  const { say } = useSpeech();
  const { replay, error } = useReplay(table);
  const game = useGame(replay?.record.game);
  if (error instanceof Refused) return <p class="loading">{say("web.replay.none")}</p>;
  if (error !== null) return <ErrorMessage error={error} />;
  if (!replay || !game) return <p class="loading">{say("web.loading")}</p>;
  return (
    <main>
      <h1 class="table-title">{say("web.replay.title", say(`${replay.record.game}.title`))}</h1>
      <LoadedReplay table={table} replay={replay} speech={game.speech} board={game.board} />
      {isEmbedded && <EmbeddedFoot table={table} />}
    </main>
  );
}
