// replay.ts: what a finished game of Triumph of Chaos is looked at by: its turning points, and what is counted over its course.
import { each, type ReplayPart } from "client/replay/part";
import * as chaos from "./model";

const of = chaos.readView;
const bySide = (seats: Parameters<typeof each>[0], value: (v: chaos.TView, side: "red" | "white") => number) =>
  each(seats, ({ view }, seat) => {
    const side = chaos.sideOf(of(view), seat);
    return side === null ? 0 : value(of(view), side);
  });

export const replay: ReplayPart = {
  turningPoints: ["turn", "gains", "loses", "war", "conquered", "event", "makhno-revolt", "leader-dead", "city-lead", "wins", "shared"],
  beat: "round",
  charts: (seats) => [
    { title: "vp", lines: bySide(seats, (v, side) => v.vp[side] ?? 0) },
    { title: "cities", lines: bySide(seats, (v, side) => chaos.countCities(v)[side]) },
    { title: "factions", lines: bySide(seats, (v, side) => chaos.controlledBy(v, side)) },
  ],
};
