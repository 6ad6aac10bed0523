// vote.tsx: something that the others at the table are asked to agree to.
import { useSpeech } from "../core/words";
import { TimeLeft } from "../parts/clock";

interface VoteProps {
  /** What is asked for, and by whom. */
  asked: string;
  /** What it would mean. */
  details?: string;
  /** The people who have not agreed yet. */
  waitsFor: string[];
  /** When it is given up, by the server's clock. */
  expires: number;
  /** Whether the viewer is one of those who must agree. */
  isAsked: boolean;
  /** Whether the viewer has asked for it, and may withdraw it. */
  isOwn: boolean;
  send: (agree: boolean) => void;
}

/** The buttons come before the details, so that they are in sight on a phone, too. */
export function Vote({ asked, details = "", waitsFor, expires, isAsked, isOwn, send }: VoteProps) {
  const { say } = useSpeech();
  return (
    <div class="vote">
      <p role="status">
        <b>{asked}</b>
      </p>
      <span class="vote-buttons">
        {isAsked && (
          <button type="button" onClick={() => send(true)}>
            {say("web.undo.agree")}
          </button>
        )}
        {(isAsked || isOwn) && (
          <button type="button" onClick={() => send(false)}>
            {say(isOwn ? "web.undo.withdraw" : "web.undo.refuse")}
          </button>
        )}
      </span>
      <p class="note">
        {details} {say("web.vote.waits-for", waitsFor.join(", "))} {say("web.vote.expires")}{" "}
        <span role="timer">
          <TimeLeft until={expires} />
        </span>
        .
      </p>
    </div>
  );
}
