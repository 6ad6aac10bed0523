// clock.tsx: how long the open question stays open.
import { useEffect, useState } from "preact/hooks";
import { link } from "../core/link";
import { useSpeech } from "../core/words";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function useTick(every: number): void {
  const [, redraw] = useState({});
  useEffect(() => {
    const timer = setInterval(() => redraw({}), every);
    return () => clearInterval(timer);
  }, [every]);
}

function span(ms: number, say: (key: string, ...args: number[]) => string): string {
  if (ms >= 2 * DAY) return say("web.clock.days", Math.floor(ms / DAY));
  if (ms >= HOUR) return say("web.clock.hours", Math.floor(ms / HOUR), Math.floor((ms % HOUR) / MINUTE));
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** `whole`: how long it was at first, for the bar that shrinks. */
export function Clock({ deadline, whole }: { deadline: number; whole: number }) {
  const { say } = useSpeech();
  const left = Math.max(0, deadline - link.now());
  useTick(whole <= 10_000 ? 100 : 500);
  return (
    <span class="clock" role="timer" aria-label={say("web.clock.left")}>
      <span class="clock-bar">
        <span style={`width:${Math.min(100, (100 * left) / whole)}%`} />
      </span>
      <span class="clock-time">{span(left, say)}</span>
    </span>
  );
}
