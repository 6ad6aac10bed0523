// trouble.tsx: something was refused: why, and under which rule.
import { Refused } from "../core/protocol";
import { type GameSpeech, type Speech, useSpeech } from "../core/words";
import { ClauseChip } from "./clause";

/** A refusal in one's own language: by its clause, or by its code. */
function wordsOf(words: Speech, why: unknown, speech?: GameSpeech): string {
  if (!(why instanceof Refused)) return String(why instanceof Error ? why.message : why);
  if (why.clause && speech && why.code === "forbidden")
    return words.say("refusal.forbidden", speech.title(why.clause), why.clause);
  const key = `web.refused.${why.code}`;
  return words.has(key) ? words.say(key) : why.message;
}

export function Trouble({ why, speech, close }: { why: unknown; speech?: GameSpeech; close?: () => void }) {
  const words = useSpeech();
  const clause = why instanceof Refused ? why.clause : undefined;
  return (
    <p class="trouble" role="alert">
      {wordsOf(words, why, speech)}
      {clause && speech && <ClauseChip id={clause} speech={speech} />}
      {close && (
        <button type="button" class="small" onClick={close}>
          {words.say("web.close")}
        </button>
      )}
    </p>
  );
}
