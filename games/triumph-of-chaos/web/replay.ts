// replay.ts: what is counted over the course of a game of Triumph of Chaos.
import { each, type Moment, type NamedSeat, type ReplayPart } from "client/replay/part";
import { citiesOf, factionsOf, sideOf, type State, stateOf } from "./facts";
import type { Side } from "./tables";

/** A line for each seat: the value of the side that it plays, or 0 while that is not decided. */
const bySide = (seats: NamedSeat[], value: (state: State, side: Side) => number) =>
  each(seats, ({ view, situation }: Moment, seat) => {
    const state = stateOf(view, situation);
    const side = sideOf(state, seat);
    return side === null ? 0 : value(state, side);
  });

export const replay: ReplayPart = {
  beat: "round",
  charts: (seats) => [
    { title: "vp", lines: each(seats, ({ situation }, seat) => situation.number("standing", seat)) },
    { title: "cities", lines: bySide(seats, citiesOf) },
    { title: "factions", lines: bySide(seats, factionsOf) },
  ],
};
