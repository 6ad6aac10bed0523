// replay.ts: what a finished game of Atomic Business is looked at by: its turning points, and what is counted over its course.
import { each, type Moment, type ReplayPart } from "client/replay/part";
import * as atomic from "./state";

const of = atomic.readState;
const kept = ({ view }: Moment, seat: string) => atomic.pawnsOf(of(view), seat).filter((pawn) => of(view).place[pawn] !== "removed").length;
const loaded = ({ view }: Moment, seat: string) => atomic.pawnsOf(of(view), seat).filter((pawn) => atomic.isLoaded(of(view), pawn)).length;

export const replay: ReplayPart = {
  turningPoints: ["presses", "opened-nuclear", "opened-tourist", "nuclear-home", "out", "game-won", "no-nuclear", "wins"],
  beat: "turn",
  charts: (seats) => [
    { title: "diplomats", lines: each(seats, kept) },
    { title: "briefcases", lines: each(seats, loaded) },
  ],
};
