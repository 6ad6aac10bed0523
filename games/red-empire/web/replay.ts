// replay.ts: what the replay of a game of Red Empire counts and plots.
import { each, type Moment, type ReplayPart } from "client/replay/part";
import { pileTotal, pointsOf, stateOf, statureOf } from "./facts";

const stateAt = ({ view, situation }: Moment) => stateOf(view, situation);
const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);

/** Returns the stature of all leaders of a faction together. */
function statureAt(moment: Moment, seat: string): number {
  const s = stateAt(moment);
  return sum((s.leaders[seat] ?? []).map((leader) => statureOf(s, leader)));
}

export const replay: ReplayPart = {
  beat: "turn",
  charts: (seats, say) => [
    { title: "points", lines: each(seats, (moment, seat) => pointsOf(stateAt(moment), seat).won) },
    { title: "stature", lines: each(seats, statureAt) },
    {
      title: "danger",
      lines: [{ name: say("web.stats.unsolved"), seat: null, value: (moment) => pileTotal(stateAt(moment)) }],
    },
  ],
};
