// prompt.tsx: the open question: what the person is asked, or whom the game waits for, with the rule and the time left.
import { SeatMark, seatWord } from "../core/seats";
import type { TableState } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import { ClauseChip } from "../parts/clause-chip";
import { Clock } from "../parts/clock";

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
          <SeatMark seats={seats} seat={seat} /> {seatWord(speech, seat)}{" "}
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
  const totalMs = open?.sealed && table.pace === "live" ? table.countdown_ms : table.move_ms;
  return (
    <div class={`prompt${isTurn ? " mine" : ""}`} aria-live="polite">
      <p class="prompt-text">
        {isTurn && open?.sealed && <span class="sealed-mark">{say("web.table.sealed")}</span>}
        {ask ? speech.prompt(ask.step) : <Waiting state={state} speech={speech} />}
        {open && <ClauseChip id={open.clause} speech={speech} />}
      </p>
      {ask?.auto && <p class="prompt-auto">{say("web.table.auto")}</p>}
      {deadline !== null && open && <Clock deadline={deadline} totalMs={totalMs} />}
    </div>
  );
}
