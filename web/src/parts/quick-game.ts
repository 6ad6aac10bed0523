// quick-game.ts: what a page with a button that starts a game against bots needs.
import { useState } from "preact/hooks";
import { isNoConnection } from "../core/protocol";
import { startQuickGame } from "../core/quick-game";
import { navigate } from "../core/routes";
import { useSpeech } from "../core/words";

/** `start` starts a game; without a connection it is one in this browser. `error` is why that failed, null if it did not. */
export function useQuickGame() {
  const { say } = useSpeech();
  const [error, setError] = useState<unknown>(null);
  const [isStarting, setStarting] = useState(false);
  const start = async (game: string) => {
    setStarting(true);
    try {
      await startQuickGame(game, say("web.home.guest"));
    } catch (reason) {
      if (isNoConnection(reason)) navigate(`/play/${game}`);
      else setError(reason);
      setStarting(false);
    }
  };
  return { start, isStarting, error, clearError: () => setError(null) };
}
