// replay.ts: what is counted over the course of a game of Red Empire.
import { each, type Moment, type ReplayPart } from "client/replay/part";
import { pileTotal, pointsOf, stateOf, statureOf } from "./facts";

const of = ({ view, situation }: Moment) => stateOf(view, situation);
const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);

function stature(moment: Moment, seat: string): number {
  const s = of(moment);
  return sum((s.leaders[seat] ?? []).map((leader) => statureOf(s, leader)));
}

export const replay: ReplayPart = {
  beat: "turn",
  charts: (seats, say) => [
    { title: "points", lines: each(seats, (moment, seat) => pointsOf(of(moment), seat).won) },
    { title: "stature", lines: each(seats, stature) },
    { title: "danger", lines: [{ name: say("web.stats.unsolved"), seat: null, value: (moment) => pileTotal(of(moment)) }] },
  ],
};
