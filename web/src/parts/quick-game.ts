// quick-game.ts: what a page with a button that starts a game against bots needs.
import { useState } from "preact/hooks";
import { startQuickGame } from "../core/quick-game";
import { useSpeech } from "../core/words";

/** `start` starts a game; `error` is why that failed, null if it did not. */
export function useQuickGame() {
  const { say } = useSpeech();
  const [error, setError] = useState<unknown>(null);
  const [isStarting, setStarting] = useState(false);
  const start = async (game: string) => {
    setStarting(true);
    try {
      await startQuickGame(game, say("web.home.guest"));
    } catch (reason) {
      setError(reason);
      setStarting(false);
    }
  };
  return { start, isStarting, error, clearError: () => setError(null) };
}
