// replay.ts: what a finished game of Red Empire is looked at by: its turning points, and what is counted over its course.
import { each, type ReplayPart } from "client/replay/part";
import type { View } from "client/core/protocol";
import * as empire from "./facts";

const of = empire.stateOf;
const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);

function points(view: View, seat: string): number {
  const { leaders, crises, cards } = empire.pointsOf(of(view), seat);
  return leaders + crises + cards;
}

export const replay: ReplayPart = {
  turningPoints: ["crisis", "crisis-failed", "purged", "president-named", "dies", "exposed", "collapse", "wins"],
  beat: "turn",
  charts: (seats, say) => [
    { title: "points", lines: each(seats, points) },
    { title: "stature", lines: each(seats, (view, seat) => sum((of(view).leaders[seat] ?? []).map((leader) => empire.statureOf(of(view), leader)))) },
    { title: "danger", lines: [{ name: say("web.stats.unsolved"), seat: null, value: (view) => empire.pileTotal(of(view)) }] },
  ],
};
