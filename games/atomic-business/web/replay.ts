// replay.ts: the numbers that the replay of Atomic Business plots over the course of a game.
import { each, type ReplayPart } from "client/replay/part";

export const replay: ReplayPart = {
  beat: "turn",
  charts: (seats) => [
    { title: "diplomats", lines: each(seats, ({ situation }, seat) => situation.number("diplomats-left", seat)) },
    { title: "briefcases", lines: each(seats, ({ situation }, seat) => situation.number("cases-carried", seat)) },
  ],
};
