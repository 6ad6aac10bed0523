// replay.ts: the numbers that are shown over the course of a game of Kremlin.
import { each, type Moment, type ReplayPart } from "client/replay/part";
import { age, crosses, members, pointsShown, stateOf, wavesFor } from "./facts";

const of = ({ view, situation }: Moment) => stateOf(view, situation);
const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
const mean = (list: number[]) => (list.length ? Math.round(sum(list) / list.length) : 0);

function meanAge(moment: Moment): number {
  const s = of(moment);
  return mean(members(s).map((id) => age(s, id)));
}

function allCrosses(moment: Moment): number {
  const s = of(moment);
  return sum(members(s).map((id) => crosses(s, id)));
}

export const replay: ReplayPart = {
  beat: "year",
  beatName: (_n, year) => String(year),
  charts: (seats, say) => [
    { title: "waves", lines: each(seats, (moment, seat) => wavesFor(of(moment), seat)) },
    { title: "influence", lines: each(seats, (moment, seat) => pointsShown(of(moment), seat)) },
    {
      title: "health",
      lines: [
        { name: say("web.stats.age"), seat: null, value: meanAge },
        { name: say("web.stats.crosses"), seat: null, value: allCrosses },
      ],
    },
  ],
};
