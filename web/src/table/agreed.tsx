// agreed.tsx: what a table agreed on when it was made, beside its clocks: how long the server waits before it answers for
// somebody, and whether who is away must agree to an undo.
import type { Summary } from "../core/protocol";
import { useSpeech } from "../core/words";
import { durationText } from "../parts/clock";

/** A wait in words; most are seconds. */
const waitText = (ms: number, say: (key: string, ...args: number[]) => string): string =>
  ms < 60_000 ? say("web.agreed.seconds", Math.ceil(ms / 1000)) : durationText(ms, say);

export function Agreed({ table }: { table: Summary }) {
  const { say } = useSpeech();
  const { seats, fast, auto_ms: longestMs, away_agrees: awayAgrees } = table;
  const people = seats.filter(({ kind, away }) => kind !== "bot" && !away).length;
  if (longestMs === undefined || people < 2) return null;
  const waits = fast
    ? say("web.agreed.fast")
    : longestMs === null
      ? say("web.agreed.poker-face")
      : say("web.agreed.automatic", waitText(longestMs, say));
  return (
    <p class="note agreed">
      {waits} {say(awayAgrees ? "web.agreed.away-agrees" : "web.agreed.away-is-asked")}
    </p>
  );
}
