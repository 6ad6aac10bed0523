// replay.ts: what a finished game of Kremlin is looked at by: its turning points, and what is counted over its course.
import { each, type ReplayPart } from "client/replay/part";
import * as kremlin from "./model";

const of = kremlin.readView;
const politburo = (v: kremlin.KView) => kremlin.men.filter(({ id }) => kremlin.isMember(v, id)).map(({ id }) => id);
const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
const mean = (list: number[]) => (list.length ? Math.round(sum(list) / list.length) : 0);

export const replay: ReplayPart = {
  turningPoints: ["waves", "waves-for-nobody", "does-not-wave", "to-siberia", "dies", "becomes-chief", "accedes", "guilty", "wins", "nobody-wins"],
  beat: "year",
  beatName: (_n, year) => String(year),
  charts: (seats, say) => [
    { title: "waves", lines: each(seats, ({ view }, seat) => kremlin.wavesFor(of(view), seat)) },
    { title: "influence", lines: each(seats, ({ view }, seat) => kremlin.sumShown(of(view), seat)) },
    {
      title: "health",
      lines: [
        { name: say("web.stats.age"), seat: null, value: ({ view }) => mean(politburo(of(view)).map((id) => kremlin.age(of(view), id))) },
        { name: say("web.stats.crosses"), seat: null, value: ({ view }) => sum(politburo(of(view)).map((id) => kremlin.crosses(of(view), id))) },
      ],
    },
  ],
};
