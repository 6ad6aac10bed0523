// local-end.tsx: what can be done with a game of this browser that is over: watch it, save its record, send it to the
// server, play again.
import { useObservable } from "../core/observable";
import { currentPerson } from "../core/current-person";
import { useSpeech } from "../core/words";
import { downloadRecord, localReplayKey } from "./local-record";
import { type SavedGame, savedGames } from "./saved-games";
import { sendRecord } from "./send";

/** Whether the server has the game, will have it, or does not want it; and the button that sends it. */
export function Sending({ saved }: { saved: SavedGame }) {
  const { say } = useSpeech();
  const person = useObservable(currentPerson);
  if (saved.sentAs)
    return (
      <a class="local-sent" href={`/replay/${saved.sentAs}`}>
        {say("web.local.sent")}
      </a>
    );
  if (saved.refusal) return <span class="note">{say("web.local.not-taken")}</span>;
  if (saved.wantsSending) return <span class="note local-waits">{say("web.local.waits")}</span>;
  if (!person) return <span class="note">{say("web.local.sign-in")}</span>;
  return (
    <button type="button" class="local-send" onClick={() => void sendRecord(saved)}>
      {say("web.local.send")}
    </button>
  );
}

export function LocalEnd({ saved }: { saved: SavedGame }) {
  const { say } = useSpeech();
  const kept = useObservable(savedGames)?.find(({ key }) => key === saved.key) ?? saved;
  return (
    <>
      <p class="end-links">
        <a class="button main" href={`/play/${saved.game}`}>
          {say("web.end.rematch")}
        </a>
        <a class="button" href={`/replay/${localReplayKey(saved.key)}`}>
          {say("web.end.replay")}
        </a>
        <button type="button" onClick={() => downloadRecord(kept)}>
          {say("web.end.record")}
        </button>
        <Sending saved={kept} />
        <a class="button" href="/">
          {say("web.home")}
        </a>
      </p>
      <p class="note">{say("web.local.unsigned")}</p>
    </>
  );
}
