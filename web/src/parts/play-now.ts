// play-now.ts: one press and a game begins; what a page with such a button has to know.
import { useState } from "preact/hooks";
import { playNow } from "../core/start";
import { useSpeech } from "../core/words";

export function usePlayNow() {
  const { say } = useSpeech();
  const [why, setWhy] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const play = async (game: string) => {
    setBusy(true);
    try {
      await playNow(game, say("web.home.guest"));
    } catch (reason) {
      setWhy(reason);
      setBusy(false);
    }
  };
  return { play, busy, why, forget: () => setWhy(null) };
}
