// answering.ts: answering the open question: once, marked as pending until the server has answered, and only after
// the person was asked whether he means it where the answer gives up something large.
import { useEffect, useRef, useState } from "preact/hooks";
import type { LegalAction } from "../core/actions";
import { givenUp } from "../core/final";
import { askKey } from "../core/paced-table";
import type { Ask } from "../core/protocol";
import type { PlayableTable } from "../core/table";
import type { GameSpeech } from "../core/words";
import type { Guarding } from "./guarding";

/** An answer of which the person is asked whether he means it. */
export interface Doubt {
  action: LegalAction;
  /** How many other choices it gives up. */
  others: number;
}

export interface Answering {
  choose: (action: LegalAction) => void;
  doubt: Doubt | null;
  /** The person means it. */
  confirm: () => void;
  dismiss: () => void;
}

interface Props {
  model: PlayableTable;
  ask: Ask | null;
  speech: GameSpeech;
  guarding: Guarding;
  /** Called when an answer is sent; it returns what is called when the server has accepted it. */
  onSend: (action: LegalAction) => () => void;
  onError: (error: unknown) => void;
}

export function useAnswering({ model, ask, speech, guarding, onSend, onError }: Props): Answering {
  const [doubt, setDoubt] = useState<Doubt | null>(null);
  /** The question that was answered, while the answer is under way. */
  const answered = useRef("");
  const key = askKey(ask);
  useEffect(() => setDoubt(null), [key]);

  const send = (action: LegalAction) => {
    if (!key || answered.current === key) return;
    answered.current = key;
    setDoubt(null);
    const onDone = onSend(action);
    const endPending = guarding.markPending();
    const end = () => {
      endPending();
      answered.current = "";
    };
    model.act(action.text).then(
      () => (end(), onDone()),
      (error: unknown) => (end(), onError(error)),
    );
  };

  const choose = (action: LegalAction) => {
    const others = ask ? givenUp(action, ask, speech.facts) : 0;
    if (others > 0) setDoubt({ action, others });
    else send(action);
  };
  return { choose, doubt, confirm: () => doubt && send(doubt.action), dismiss: () => setDoubt(null) };
}
