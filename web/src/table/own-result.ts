// own-result.ts: what the end of a game means for one of those who have played.
import type { Outcome } from "../core/protocol";

type Say = (key: string, ...args: (string | number)[]) => string;

/** Returns what the end means for a seat: that it has won, or its place. */
export function ownResult(outcome: Outcome, you: string, standing: (seat: string) => number, say: Say): string {
  const own = outcome.seats.find(({ seat }) => seat === you);
  if (!own || outcome.seats.every(({ result }) => result === "lost")) return "";
  if (own.result !== "lost") return say(own.result === "won" ? "web.end.you-won" : "web.end.you-shared");
  const better = outcome.seats.filter(({ seat, result }) => result !== "lost" || standing(seat) > standing(you)).length;
  const losers = outcome.seats.filter(({ result }) => result === "lost").map(({ seat }) => standing(seat));
  // If several have lost and all share one place, nobody is the last.
  const areEqual = losers.length > 1 && Math.min(...losers) === Math.max(...losers);
  const isLast = !areEqual && standing(you) === Math.min(...losers);
  if (outcome.seats.length === 2) return say("web.end.you-lost");
  return isLast ? say("web.end.you-last") : say("web.end.you-place", better + 1);
}
