// undo.tsx: buttons that take something back: the person's own sealed answer at once, anything else if others agree. What
// would be taken back is said before it is asked for, and in the same words to all who must agree.
import { quotedInside } from "../core/quotes";
import { ownSeat, playerWord } from "../core/seats";
import type { TakenBack } from "../core/protocol";
import type { PlayableTable, TableState } from "../core/table";
import { type GameSpeech, type Speech, useSpeech } from "../core/words";
import { Vote } from "./vote";

interface Props {
  model: PlayableTable;
  state: TableState;
  speech: GameSpeech;
  onError: (error: unknown) => void;
}

/** Whether the viewer has answered the sealed question that is open; such an answer can be taken back. */
const hasSealedAnswer = ({ table, ask }: TableState) => table.you !== null && table.open?.sealed === true && !ask;

/** Returns the answer that is taken back in words; where it may not be known, the question. */
function answerWords({ action, step }: TakenBack, { say }: Speech, speech: GameSpeech): string {
  if (action === null) return say("web.undo.answer-to", quotedInside(speech.prompt(step)));
  const [verb = "", ...args] = action.split(" ");
  return say("web.undo.answer", quotedInside(speech.action(verb, args)));
}

/** Returns what else is taken back, and where the game goes on, in sentences. */
function consequences(taken: TakenBack, state: TableState, { say }: Speech, speech: GameSpeech): string {
  return [
    taken.moves > 1 ? say("web.undo.more", taken.moves - 1) : "",
    state.table.open?.sealed ? say("web.undo.round") : "",
    taken.action === null ? "" : say("web.undo.back-to", quotedInside(speech.prompt(taken.step))),
  ]
    .filter(Boolean)
    .join(" ");
}

function Request({ model, state, speech, onError }: Props) {
  const words = useSpeech();
  const { say } = words;
  const { you, undo, seats } = state.table;
  if (!undo) return null;
  const send = (agree: boolean) => void model.request("undo_answer", { agree }).catch(onError);
  const isOwn = undo.by === you;
  const isAsked = you !== null && undo.waits_for.includes(you);
  const answer = answerWords(undo.takes_back, words, speech);
  return (
    <Vote
      asked={isOwn ? say("web.undo.asked", answer) : say("web.undo.wanted", playerWord(speech, seats, undo.by), answer)}
      details={consequences(undo.takes_back, state, words, speech)}
      waitsFor={undo.waits_for.map((seat) => playerWord(speech, seats, seat))}
      expires={undo.expires}
      isAsked={isAsked}
      isOwn={isOwn}
      send={send}
    />
  );
}

export function Undo({ model, state, speech, onError }: Props) {
  const words = useSpeech();
  const { say } = words;
  const { undo, undoable, status } = state.table;
  if (status !== "running") return null;
  if (undo) return <Request model={model} state={state} speech={speech} onError={onError} />;
  if (!ownSeat(state.table)) return null;
  const send = (request: Promise<unknown>) => void request.catch(onError);
  if (hasSealedAnswer(state))
    return (
      <button type="button" class="small" data-undo="" onClick={() => send(model.unseal())}>
        {say("web.undo.unseal")}
      </button>
    );
  if (!undoable) return null;
  return (
    <button type="button" class="small undo-button" data-undo="" onClick={() => send(model.request("undo"))}>
      {say(undoable.asks.length > 0 ? "web.undo.ask" : "web.undo.do", answerWords(undoable, words, speech))}
      {undoable.moves > 1 && <span class="also"> {say("web.undo.also", undoable.moves - 1)}</span>}
    </button>
  );
}
