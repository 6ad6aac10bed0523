// game-end.tsx: the end of a game: what it means for the person, why, how everybody stands and how that came about, and
// links to the replay, the record and another game.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { GameEvent, Outcome } from "../core/protocol";
import { navigate } from "../core/routes";
import { PlayerName, playerWord } from "../core/seats";
import type { PlayableTable, TableState } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import { ClauseChip } from "../parts/clause-chip";
import { ErrorMessage } from "../parts/error-message";
import { DiceAfter } from "./dice";
import { ownResult } from "./own-result";

interface GameEndProps {
  model: PlayableTable;
  state: TableState;
  speech: GameSpeech;
  /** Whether the table has no server, and so no record there and nobody else for another game. */
  alone?: boolean;
  /** What can be done afterwards at a table without a server. */
  afterwards?: ComponentChildren;
}

/** A part of how a seat stands, such as its points for one thing. */
interface Part {
  figure: string;
  worth: number;
}

/** Returns what the standing of a seat is made of, as the engine says; parts that are worth nothing are left out. */
function partsOf({ situation }: TableState, speech: GameSpeech, seat: string): Part[] {
  return Object.entries(speech.facts.figures)
    .filter(([, { standing }]) => standing)
    .map(([figure]) => ({ figure, worth: situation.number(figure, seat) }))
    .filter(({ worth }) => worth !== 0)
    .sort((a, b) => b.worth - a.worth);
}

/** Returns the parts as a list in words: "11 for crisis cards, 5 for the office". */
const partsText = (parts: Part[], speech: GameSpeech): string =>
  parts.map(({ figure, worth }) => speech.word(`web.end.${figure}`, worth)).join(", ");

/** The result in one sentence for the person who looks, and who has won with what. */
function Verdict({ state, speech, outcome }: { state: TableState; speech: GameSpeech; outcome: Outcome }) {
  const { say } = useSpeech();
  const { you, seats } = state.table;
  const standing = (seat: string) => state.situation.number("standing", seat);
  const winners = outcome.seats.filter(({ result }) => result !== "lost");
  const told = winners
    .filter(({ seat }) => seat !== you)
    .map(({ seat, result }) => {
      const parts = partsOf(state, speech, seat);
      const key = result === "shared" ? "web.end.who-shared" : "web.end.who-won";
      const more = parts.length === 0 ? "" : parts.length === 1 ? "-by" : "-with"; // one part is the whole
      return say(`${key}${more}`, playerWord(speech, seats, seat), standing(seat), partsText(parts, speech));
    });
  const own = you ? partsOf(state, speech, you) : [];
  return (
    <p class="end-verdict">
      {you && <strong>{ownResult(outcome, you, standing, say)}</strong>} {told.join(" ")}
      {winners.length === 0 && say("web.end.nobody")}{" "}
      {you &&
        own.length > 0 &&
        say(own.length === 1 ? "web.end.your-only" : "web.end.yours", standing(you), partsText(own, speech))}
    </p>
  );
}

/** The most events that are quoted, unless more people share the victory. */
const MOST_LAST_EVENTS = 3;

/**
 * Returns the events that ended the game: one for each winner, or why nobody has won, and what led to it by the same rule. Where
 * some of them are turning points it is those alone.
 */
function lastEvents(log: GameEvent[], winners: number, turning: string[]): GameEvent[] {
  const clause = log.at(-1)?.clause;
  const before = log.findLastIndex((event) => event.clause !== clause);
  const count = Math.min(log.length - 1 - before, MOST_LAST_EVENTS);
  const last = log.slice(-Math.max(1, winners, count));
  const decisive = last.filter(({ event }) => turning.includes(event));
  return decisive.length > 0 ? decisive : last;
}

/** Why the game is over. */
function Reason({ state, speech, outcome }: { state: TableState; speech: GameSpeech; outcome: Outcome }) {
  const winners = outcome.seats.filter(({ result }) => result !== "lost").length;
  return (
    <p class="end-reason">
      <b>{speech.word(`reason.${outcome.reason}`)}.</b>{" "}
      {lastEvents(state.log, winners, speech.facts.turning).map((event, n) => (
        <span key={n}>
          {speech.event(event)} <ClauseChip id={event.clause} speech={speech} />{" "}
        </span>
      ))}
    </p>
  );
}

/** How everybody stands, the winners first. */
function Ranking({ state, speech, outcome }: { state: TableState; speech: GameSpeech; outcome: Outcome }) {
  const { say } = useSpeech();
  const { seats } = state.table;
  const standing = (seat: string) => state.situation.number("standing", seat);
  const ranked = [...outcome.seats].sort(
    (a, b) => Number(a.result === "lost") - Number(b.result === "lost") || standing(b.seat) - standing(a.seat),
  );
  return (
    <ol>
      {ranked.map(({ seat, result }) => {
        const parts = partsText(partsOf(state, speech, seat), speech);
        return (
          <li key={seat} class={result}>
            <PlayerName speech={speech} seats={seats} seat={seat} size={22} />
            <span class="result">{say(`web.end.${result}`)}</span>
            <span class="score">
              {standing(seat)} <small>{speech.word("standing")}</small>
            </span>
            {parts && <span class="end-parts">{parts}</span>}
          </li>
        );
      })}
    </ol>
  );
}

/** What can be done after a game of the server. */
function Afterwards({ model, state, speech }: { model: PlayableTable; state: TableState; speech: GameSpeech }) {
  const { say } = useSpeech();
  const [error, setError] = useState<unknown>(null);
  const { you, table } = state.table;
  const playAgain = async () => {
    try {
      const created = await model.request("rematch");
      navigate(`/t/${String(created["table"])}`);
    } catch (reason) {
      setError(reason);
    }
  };
  return (
    <>
      {error !== null && <ErrorMessage error={error} speech={speech} onClose={() => setError(null)} />}
      <p class="end-links">
        {you && (
          <button type="button" class="main" onClick={() => void playAgain()}>
            {say("web.end.rematch")}
          </button>
        )}
        <a class="button" href={`/replay/${table}`}>
          {say("web.end.replay")}
        </a>
        <a class="button" href={`/records/${table}.apr`} download>
          {say("web.end.record")}
        </a>
        <a class="button" href="/">
          {say("web.home")}
        </a>
      </p>
      {state.table.unsigned ? (
        <p class="note">{say("web.local.unsigned")}</p>
      ) : (
        <DiceAfter state={state} speech={speech} />
      )}
    </>
  );
}

export function GameEnd({ model, state, speech, alone = false, afterwards }: GameEndProps) {
  const { say } = useSpeech();
  const { outcome } = state.table;
  if (!outcome) return null;
  return (
    <section class="end">
      <h2>{say("web.end.title")}</h2>
      <Verdict state={state} speech={speech} outcome={outcome} />
      <Reason state={state} speech={speech} outcome={outcome} />
      <Ranking state={state} speech={speech} outcome={outcome} />
      {alone ? afterwards : <Afterwards model={model} state={state} speech={speech} />}
    </section>
  );
}
