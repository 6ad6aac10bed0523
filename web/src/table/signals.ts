// signals.ts: what is heard at a table besides the knock that says whose turn it is: a die, and the end of the game.
import { useEffect, useRef } from "preact/hooks";
import { playSignal } from "../core/sounds";
import type { TableState } from "../core/table";
import type { GameSpeech } from "../core/words";

/** Plays the signals for what is new. What was so when the page opened is not new. */
export function useSignals({ news, table }: TableState, speech: GameSpeech): void {
  const isOver = Boolean(table.outcome);
  const heard = useRef({ news, isOver });
  useEffect(() => {
    const before = heard.current;
    heard.current = { news, isOver };
    if (isOver && !before.isOver) playSignal("over");
    else if (news !== before.news && news.some(({ event }) => event in speech.facts.dice)) playSignal("die");
  }, [news, isOver, speech]);
}
