// announcer.tsx: tells people who listen to the page what happens: each line of the log, in order, when it is told.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { newEvents } from "../core/new-events";
import type { GameEvent } from "../core/protocol";
import { type GameSpeech, useSpeech } from "../core/words";

/** The most lines that are read out after one another. More come at once only to somebody who was away: the recap has them. */
const MOST_LINES = 12;

interface Line {
  key: number;
  text: string;
}

/** The part of the page that screen readers read out whenever something is added to it. It cannot be seen. */
export function Announcer({ log, speech }: { log: GameEvent[]; speech: GameSpeech }) {
  const { say } = useSpeech();
  const last = useRef(log.at(-1));
  const count = useRef(0);
  const [lines, setLines] = useState<Line[]>([]);
  useLayoutEffect(() => {
    const events = newEvents(log, last.current);
    last.current = log.at(-1);
    if (events.length === 0) return;
    const told = events.slice(-MOST_LINES).map((event) => ({ key: count.current++, text: speech.event(event) }));
    setLines((before) => [...before, ...told].slice(-MOST_LINES));
  }, [log, speech]);
  return (
    <div class="hidden announcer" role="log" aria-live="polite" aria-label={say("web.log.announced")}>
      {lines.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  );
}
