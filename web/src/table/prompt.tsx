// prompt.tsx: the open question: what the person is asked, or whom the game waits for, with the rule and the time left.
import { PlayerName } from "../core/seats";
import type { TableState } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import { ClauseChip } from "../parts/clause-chip";
import { Clock } from "../parts/clock";
import { roundMs } from "./tempo";

/** Whom the game waits for. */
function Waiting({ state, speech }: { state: TableState; speech: GameSpeech }) {
  const { say } = useSpeech();
  const { open, seats } = state.table;
  if (!open) return null;
  if (open.sealed) return <>{say("web.table.sealed-waiting")}</>;
  const asked = open.asked.filter((seat) => seat !== "chance");
  if (asked.length === 0) return <>{say("web.table.chance")}</>;
  return (
    <>
      {say("web.table.waiting")}{" "}
      {asked.map((seat) => (
        <span key={seat} class="who">
          <PlayerName speech={speech} seats={seats} seat={seat} />{" "}
        </span>
      ))}
    </>
  );
}

export function Prompt({ state, speech }: { state: TableState; speech: GameSpeech }) {
  const { say } = useSpeech();
  const { ask, table } = state;
  const { open, deadline } = table;
  const isTurn = ask && !ask.auto;
  const isRound = roundMs(table, speech) !== null; // the clock of a round is beside what was announced
  return (
    <div class={`prompt${isTurn ? " mine" : ""}`} aria-live="polite">
      <p class="prompt-text">
        {isTurn && open?.sealed && <span class="sealed-mark">{say("web.table.sealed")}</span>}
        {ask ? speech.prompt(ask.step) : <Waiting state={state} speech={speech} />}
        {open && <ClauseChip id={open.clause} speech={speech} />}
      </p>
      {ask?.auto && <p class="prompt-auto">{say("web.table.auto")}</p>}
      {deadline !== null && open && !isRound && <Clock deadline={deadline} totalMs={table.move_ms ?? 0} />}
    </div>
  );
}
