// prompt.tsx: who must do what, and which rule asks.
import type { Look } from "../core/table";
import { SeatMark, seatWord } from "../core/seats";
import { type GameSpeech, useSpeech } from "../core/words";
import { ClauseChip } from "../parts/clause";
import { Clock } from "../parts/clock";

function Waiting({ look, speech }: { look: Look; speech: GameSpeech }) {
  const { say } = useSpeech();
  const { open, seats } = look.table;
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

export function Prompt({ look, speech }: { look: Look; speech: GameSpeech }) {
  const { say } = useSpeech();
  const { ask, table } = look;
  const { open, deadline } = table;
  const mine = ask && !ask.auto;
  const seconds = open?.sealed && table.pace === "live" ? table.countdown_ms : table.move_ms;
  return (
    <div class={`prompt${mine ? " mine" : ""}`} aria-live="polite">
      <p class="prompt-text">
        {mine && open?.sealed && <span class="sealed-mark">{say("web.table.sealed")}</span>}
        {ask ? speech.prompt(ask.step) : <Waiting look={look} speech={speech} />}
        {open && <ClauseChip id={open.clause} speech={speech} />}
      </p>
      {ask?.auto && <p class="prompt-auto">{say("web.table.auto")}</p>}
      {deadline !== null && open && <Clock deadline={deadline} whole={seconds} />}
    </div>
  );
}
