// replay.ts: what is counted over the course of a game of Atomic Business.
import { each, type ReplayPart } from "client/replay/part";

export const replay: ReplayPart = {
  beat: "turn",
  charts: (seats) => [
    { title: "diplomats", lines: each(seats, ({ situation }, seat) => situation.number("diplomats-left", seat)) },
    { title: "briefcases", lines: each(seats, ({ situation }, seat) => situation.number("cases-carried", seat)) },
  ],
};
