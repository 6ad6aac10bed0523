// war.tsx: how the war stands: what each turn brings, Poland, events in force, objectives, the gold train and the Tsar.
import type { ComponentChildren } from "preact";
import { ClauseChip } from "client/parts/clause-chip";
import { SideMark } from "./counters";
import type { Shown } from "./map";
import * as f from "./facts";
import * as t from "./tables";

/** The clause that a figure of the engine follows from. */
export function FigureClause({ s: { speech }, figure }: { s: Shown; figure: string }) {
  const clause = speech.facts.figures[figure]?.clause;
  return clause ? <ClauseChip id={clause} speech={speech} /> : null;
}

function Panel({ title, children, class: extra = "" }: { title: string; children: ComponentChildren; class?: string }) {
  return (
    <section class={`tc-panel ${extra}`} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/* ---- The turn track ------------------------------------------------------------------------------ */

/** What a turn brings, besides its rounds. */
function comingWords({ state, speech }: Shown, turn: t.TurnRow): string[] {
  const end = f.endsIn(state, turn);
  const joins = turn.number > state.turn ? f.joiningIn(state, turn) : null;
  const withdrawals = turn.withdrawals
    .filter(([power]) => f.mayWithdraw(state, power))
    .map(([power, die]) =>
      die > 6
        ? speech.word("web.track.leaves", speech.name("faction", power))
        : speech.word("web.track.withdraws", speech.name("faction", power), die),
    );
  return [
    joins === null ? "" : speech.word("web.track.joins", joins),
    turn.hasWeather ? speech.word("web.track.weather") : "",
    turn.hasPolitics ? "" : speech.word("web.track.no-politics"),
    ...withdrawals,
    end === null ? "" : speech.word("web.track.ends", end),
    turn.number === state.is.number("last-turn") ? speech.word("web.track.last") : "",
  ].filter(Boolean);
}

export function Track({ s }: { s: Shown }) {
  const { state, speech } = s;
  const turns = f.turnsToCome(state);
  if (state.turn === 0 || turns.length === 0) return null;
  return (
    <section class="tc-track" aria-label={speech.word("web.track")}>
      <h2>
        {speech.word("web.track")} <FigureClause s={s} figure="rounds" />
      </h2>
      <ol tabIndex={0} aria-label={speech.word("web.track")}>
        {turns.map((turn) => {
          const now = turn.number === state.turn;
          return (
            <li key={turn.number} class={now ? "now" : ""} aria-current={now ? "step" : undefined}>
              <p>
                <b>{turn.number}</b>{" "}
                <span>
                  {speech.word(`web.month.${turn.month}`)} {turn.year}
                </span>
              </p>
              <p class={`tc-season tc-season-${turn.season}`}>
                {speech.name("season", turn.season)}, {speech.word("web.track.rounds", turn.rounds)}
              </p>
              <ul>
                {comingWords(s, turn).map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/* ---- Poland -------------------------------------------------------------------------------------- */

const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "±0");

function Triggers({ s, triggers }: { s: Shown; triggers: f.Poland["triggers"] }) {
  const { speech } = s;
  if (triggers.length === 0) return <p class="tc-hint">{speech.word("web.poland.no-triggers")}</p>;
  return (
    <>
      <p>
        {speech.word("web.poland.triggers")} <FigureClause s={s} figure="response-waits" />
      </p>
      <ul class="tc-triggers">
        {triggers.map(({ land, modifier }) => (
          <li key={land}>
            <b>{speech.name("faction", land)}</b>{" "}
            {modifier !== null && <span>{speech.word("web.poland.die", signed(modifier))}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

function PolandPanel({ s, poland }: { s: Shown; poland: f.Poland }) {
  const { speech } = s;
  const { state, reach, income } = poland;
  return (
    <Panel title={speech.name("faction", "poland")} class="tc-poland">
      <ol class="tc-ladder">
        {t.polishStates.map((one) => (
          <li key={one} class={one === state ? "now" : ""} aria-current={one === state ? "step" : undefined}>
            {speech.name("polish-state", one)}
          </li>
        ))}
      </ol>
      <p>
        {reach.length === t.regions.length
          ? speech.word("web.poland.everywhere")
          : speech.word("web.poland.reach", reach.map((region) => speech.name("region", region)).join(", "))}{" "}
        <FigureClause s={s} figure="polish-state" />
      </p>
      {poland.apart && (
        <p>
          {speech.word("web.poland.apart")} <FigureClause s={s} figure="poles-apart" />
        </p>
      )}
      <Triggers s={s} triggers={poland.triggers} />
      {poland.mayTryMoskva && (
        <p>
          {speech.word("web.poland.moskva")} <FigureClause s={s} figure="may-try-moskva" />
        </p>
      )}
      {t.SIDES.filter((side) => income[side] > 0).map((side) => (
        <p key={side}>
          {speech.word("web.poland.income", speech.name("side", side), income[side])}{" "}
          <FigureClause s={s} figure="polish-income" />
        </p>
      ))}
    </Panel>
  );
}

/* ---- Events in force ----------------------------------------------------------------------------- */

function InForce({ s }: { s: Shown }) {
  const { state, speech } = s;
  const events = f.eventsInForce(state);
  const lasting = f.lastingOf(state);
  if (events.length + lasting.length === 0) return null;
  return (
    <Panel title={speech.word("web.in-force")} class="tc-in-force">
      <ul>
        {lasting.map((what) => (
          <li key={what}>{speech.word(`web.lasting.${what}`)}</li>
        ))}
        {events.map(({ card, permission }) => (
          <li key={card.id}>
            <SideMark side={card.side} size={14} /> <b>{speech.name("card", card.id)}</b>:{" "}
            {speech.name("permission", permission)}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/* ---- Objectives, gold, the Tsar ------------------------------------------------------------------ */

function Objectives({ s }: { s: Shown }) {
  const { state, speech } = s;
  const objectives = f.objectivesOf(state);
  if (objectives.length === 0) return null;
  return (
    <Panel title={speech.word("web.objectives")} class="tc-objectives">
      <p class="tc-hint">
        {speech.word("web.objectives.note")} <FigureClause s={s} figure="objective-holds" />
      </p>
      <ul>
        {objectives.map(({ id, holds, isWritten }) => (
          <li key={id} class={holds ? "holds" : ""}>
            <span aria-hidden="true">{holds ? "■" : "□"}</span> {speech.name("objective", id)}{" "}
            <span class="tc-hint">
              {speech.word(holds ? "web.objectives.met" : "web.objectives.missed")}
              {isWritten && `, ${speech.word("web.objectives.written")}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Treasures({ s }: { s: Shown }) {
  const { state, speech } = s;
  const gold = f.goldTrain(state);
  const tsar = f.tsarIs(state);
  const at = state.leader_at[t.TSAR];
  if (gold === null && tsar === null) return null;
  return (
    <Panel title={speech.word("web.treasures")} class="tc-treasures">
      {gold !== null && (
        <p>
          <GoldSign /> {speech.word("web.gold", speech.name("space", gold), speech.name("party", f.goldOwner(state)))}{" "}
          <FigureClause s={s} figure="gold-train" />
        </p>
      )}
      {tsar !== null && (
        <p>
          <TsarSign />{" "}
          {tsar === "map" && at
            ? speech.word("web.tsar.map", speech.name("space", at))
            : speech.word(`web.tsar.${tsar}`)}{" "}
          <FigureClause s={s} figure="tsar" />
        </p>
      )}
    </Panel>
  );
}

/** A wagon of gold; 0,0 is its middle. */
export function Wagon() {
  return (
    <g class="tc-gold">
      <rect x="-13" y="-8" width="26" height="13" rx="1" />
      <path d="M-9-3H9M-9 1H9" />
      <circle cx="-7" cy="7" r="3" />
      <circle cx="7" cy="7" r="3" />
    </g>
  );
}

const GoldSign = () => (
  <svg class="tc-mark" width="22" height="18" viewBox="-15 -11 30 23" aria-hidden="true">
    <Wagon />
  </svg>
);

const TsarSign = () => (
  <svg class="tc-mark" width="22" height="18" viewBox="-12 -10 24 20" aria-hidden="true">
    <path class="tc-crown" d="M-10-5-5 1 0-8 5 1 10-5 8 8H-8z" />
  </svg>
);

/** Everything that holds beyond the round. */
export function War({ s }: { s: Shown }) {
  const { state } = s;
  const poland = f.polandOf(state);
  if (state.turn === 0) return null;
  return (
    <>
      <Track s={s} />
      <div class="tc-war-panels">
        {poland && <PolandPanel s={s} poland={poland} />}
        <Objectives s={s} />
        <Treasures s={s} />
        <InForce s={s} />
      </div>
    </>
  );
}
