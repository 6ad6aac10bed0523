// paced.ts: the table of a page at the pace that the person has chosen.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { connection } from "../core/connection";
import { PacedTable } from "../core/paced-table";
import { speed, SPEED_FACTORS } from "../core/settings";
import type { PlayableTable } from "../core/table";
import type { GameSpeech } from "../core/words";

function later(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}

/** Returns a table that shows one event after the other; `speech` is null until the game's words are loaded. */
export function usePacedTable(behind: PlayableTable, speech: GameSpeech | null): PacedTable {
  const words = useRef(speech);
  words.current = speech;
  const paced = useMemo(
    () =>
      new PacedTable(behind, {
        factor: () => SPEED_FACTORS[speed.get()],
        shownMs: (event) => {
          const facts = words.current?.facts;
          return facts?.shown[event] ?? facts?.shown_default ?? 0;
        },
        isDie: (event) => event in (words.current?.facts.dice ?? {}),
        isHidden: () => document.hidden,
        now: () => connection.now(),
        later,
      }),
    [behind],
  );
  useEffect(() => {
    const onHide = () => document.hidden && paced.skip();
    const unwatch = speed.watch(() => speed.get() === "once" && paced.skip());
    document.addEventListener("visibilitychange", onHide);
    return () => {
      document.removeEventListener("visibilitychange", onHide);
      unwatch();
      paced.stop();
    };
  }, [paced]);
  return paced;
}
