// offline-note.tsx: says whether games can be played without the server in this browser, and if not, why.
import { useObservable } from "../core/observable";
import { useSpeech } from "../core/words";
import { offlineState } from "./registration";

export function OfflineNote() {
  const { say } = useSpeech();
  const state = useObservable(offlineState);
  return (
    <p class={`note offline-note ${state}`} role="status">
      {say(`web.offline.${state}`)}
    </p>
  );
}
