// confirm.tsx: asks, in place, whether an answer is meant that gives up something large.
import { quotedInside } from "../core/quotes";
import { useSpeech } from "../core/words";
import type { Answering } from "./answering";

export function Confirm({ answering: { doubt, confirm, dismiss } }: { answering: Answering }) {
  const { say } = useSpeech();
  if (!doubt) return null;
  return (
    <div class="confirm" role="alert">
      <span>{say("web.confirm.text", quotedInside(doubt.action.words), doubt.others)}</span>
      <button type="button" class="main" data-legal="action" onClick={confirm}>
        {say("web.confirm.yes")}
      </button>
      <button type="button" onClick={dismiss}>
        {say("web.confirm.no")}
      </button>
    </div>
  );
}
