// error-message.tsx: an error as a message to the person, with the rule if a rule forbids something.
import { Refused } from "../core/protocol";
import { type GameSpeech, type Speech, useSpeech } from "../core/words";
import { ClauseChip } from "./clause-chip";

/** Returns the text of an error; that of a refusal in the person's language, if there are words for it. */
function errorText(common: Speech, error: unknown, speech?: GameSpeech): string {
  if (!(error instanceof Refused)) return String(error instanceof Error ? error.message : error);
  if (error.clause && speech && error.code === "forbidden")
    return common.say("refusal.forbidden", speech.title(error.clause), error.clause);
  const key = `web.refused.${error.code}`;
  if (!common.has(key)) return error.message;
  return error.clause ? `${common.say(key)} (${error.clause})` : common.say(key);
}

interface Props {
  error: unknown;
  /** The words of the game, if the error can come from its rules. */
  speech?: GameSpeech;
  /** Called by the button that closes the message; without it there is no such button. */
  onClose?: () => void;
}

export function ErrorMessage({ error, speech, onClose }: Props) {
  const common = useSpeech();
  const clause = error instanceof Refused ? error.clause : undefined;
  return (
    <p class="trouble" role="alert">
      {errorText(common, error, speech)}
      {clause && speech && <ClauseChip id={clause} speech={speech} />}
      {onClose && (
        <button type="button" class="small" onClick={onClose}>
          {common.say("web.close")}
        </button>
      )}
    </p>
  );
}
