// undo.tsx: taking back: one's own open answer at once, anything else if the others agree.
import type { Look, TableLike } from "../core/table";
import { seatWord } from "../core/seats";
import { type GameSpeech, useSpeech } from "../core/words";

interface Props {
  model: TableLike;
  look: Look;
  speech: GameSpeech;
  fail(why: unknown): void;
  /** Nobody has to agree. */
  alone?: boolean;
}

/** In a sealed round one is shown as asked until one has answered: then it can be taken back. */
const hasSealed = ({ table, ask }: Look) => table.you !== null && table.open?.sealed === true && !ask;

export function Undo({ model, look, speech, fail, alone = false }: Props) {
  const { say } = useSpeech();
  const { you, undo, status } = look.table;
  if (!you || status !== "running") return null;
  const run = (what: Promise<unknown>) => void what.catch(fail);
  if (undo) {
    const mine = undo.by === you;
    const asked = undo.waits_for.includes(you);
    return (
      <div class="undo" role="status">
        <span>
          {mine
            ? say("web.undo.asked", undo.waits_for.map((seat) => seatWord(speech, seat)).join(", "))
            : say("web.undo.wanted", seatWord(speech, undo.by))}
        </span>
        {asked && (
          <button type="button" onClick={() => run(model.ask("undo_answer", { agree: true }))}>
            {say("web.undo.agree")}
          </button>
        )}
        {(asked || mine) && (
          <button type="button" onClick={() => run(model.ask("undo_answer", { agree: false }))}>
            {say(mine ? "web.undo.withdraw" : "web.undo.refuse")}
          </button>
        )}
      </div>
    );
  }
  return hasSealed(look) ? (
    <button type="button" class="small" onClick={() => run(model.unseal())}>
      {say("web.undo.unseal")}
    </button>
  ) : (
    <button type="button" class="small" onClick={() => run(model.ask("undo"))}>
      {say(alone ? "web.learn.undo" : "web.undo.ask")}
    </button>
  );
}
