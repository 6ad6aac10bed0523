// clock.tsx: how much time is left to answer the open question, as a number and as a bar that shrinks.
import { useEffect, useRef, useState } from "preact/hooks";
import { connection } from "../core/connection";
import { useSpeech } from "../core/words";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Draws the component again and again. */
function useRedraw(everyMs: number): void {
  const [, redraw] = useState({});
  useEffect(() => {
    const timer = setInterval(() => redraw({}), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}

export function durationText(ms: number, say: (key: string, ...args: number[]) => string): string {
  if (ms >= 2 * DAY) return say("web.clock.days", Math.floor(ms / DAY));
  if (ms >= HOUR) return say("web.clock.hours", Math.floor(ms / HOUR), Math.floor((ms % HOUR) / MINUTE));
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** How much time is left until `until`, by the server's clock, in words. */
export function TimeLeft({ until }: { until: number }) {
  const { say } = useSpeech();
  useRedraw(1000);
  return <>{durationText(Math.max(0, until - connection.now()), say)}</>;
}

/** `deadline` is a time by the server's clock; `totalMs` is how long the question was open to be answered at first. */
export function Clock({ deadline, totalMs }: { deadline: number; totalMs: number }) {
  const { say } = useSpeech();
  const leftMs = Math.max(0, deadline - connection.now());
  // A clock that waits for somebody has more than the usual time: then it is whole when it appears.
  const whole = useRef({ deadline, ms: 0 });
  if (whole.current.deadline !== deadline || whole.current.ms === 0)
    whole.current = { deadline, ms: Math.max(totalMs, leftMs) };
  useRedraw(totalMs <= 10_000 ? 100 : 500);
  return (
    <span class="clock" role="timer" aria-live="off" aria-label={say("web.clock.left")}>
      <span class="clock-bar">
        <span style={`width:${(100 * leftMs) / whole.current.ms}%`} />
      </span>
      <span class="clock-time">{durationText(leftMs, say)}</span>
    </span>
  );
}
