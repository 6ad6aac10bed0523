// undo.tsx: buttons that take something back: the person's own sealed answer at once, anything else if others agree.
import { seatWord } from "../core/seats";
import type { PlayableTable, TableState } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";

interface Props {
  model: PlayableTable;
  state: TableState;
  speech: GameSpeech;
  onError: (error: unknown) => void;
  /** Whether there is nobody else who has to agree. */
  alone?: boolean;
}

/** Whether the viewer has answered the sealed question that is open; such an answer can be taken back. */
const hasSealedAnswer = ({ table, ask }: TableState) => table.you !== null && table.open?.sealed === true && !ask;

export function Undo({ model, state, speech, onError, alone = false }: Props) {
  const { say } = useSpeech();
  const { you, undo, status } = state.table;
  if (!you || status !== "running") return null;
  const send = (request: Promise<unknown>) => void request.catch(onError);
  if (undo) {
    const isOwn = undo.by === you;
    const isAsked = undo.waits_for.includes(you);
    return (
      <div class="undo" role="status">
        <span>
          {isOwn
            ? say("web.undo.asked", undo.waits_for.map((seat) => seatWord(speech, seat)).join(", "))
            : say("web.undo.wanted", seatWord(speech, undo.by))}
        </span>
        {isAsked && (
          <button type="button" onClick={() => send(model.request("undo_answer", { agree: true }))}>
            {say("web.undo.agree")}
          </button>
        )}
        {(isAsked || isOwn) && (
          <button type="button" onClick={() => send(model.request("undo_answer", { agree: false }))}>
            {say(isOwn ? "web.undo.withdraw" : "web.undo.refuse")}
          </button>
        )}
      </div>
    );
  }
  return hasSealedAnswer(state) ? (
    <button type="button" class="small" onClick={() => send(model.unseal())}>
      {say("web.undo.unseal")}
    </button>
  ) : (
    <button type="button" class="small" onClick={() => send(model.request("undo"))}>
      {say(alone ? "web.learn.undo" : "web.undo.ask")}
    </button>
  );
}
