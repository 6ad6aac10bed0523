// own-result.test.ts: whoever has won, shares the victory, is last or in between is told so.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outcome } from "../core/protocol";
import { ownResult } from "./own-result";

type Result = Outcome["seats"][number]["result"];

/** Returns what each seat is told, given its result and how it stands. */
function told(...seats: [Result, number][]): string[] {
  const outcome: Outcome = {
    reason: "over",
    seats: seats.map(([result], n) => ({ seat: String(n), result, score: 0 })),
  };
  const standing = (seat: string) => seats[Number(seat)]?.[1] ?? 0;
  const say = (key: string, ...args: (string | number)[]) => [key.replace("web.end.you-", ""), ...args].join(" ");
  return outcome.seats.map(({ seat }) => ownResult(outcome, seat, standing, say));
}

void test("the places are counted from the winner on, and the last is told so", () => {
  assert.deepEqual(told(["won", 9], ["lost", 5], ["lost", 7], ["lost", 2]), ["won", "place 3", "place 2", "last"]);
  assert.deepEqual(told(["shared", 9], ["shared", 9], ["lost", 7]), ["shared", "shared", "last"]);
});

void test("if all who have lost share one place, nobody is the last", () => {
  assert.deepEqual(told(["won", 10], ["lost", 5], ["lost", 5], ["lost", 5]), ["won", "place 2", "place 2", "place 2"]);
  assert.deepEqual(told(["won", 10], ["lost", 5], ["lost", 3], ["lost", 3]), ["won", "place 2", "last", "last"]);
});

void test("of two people one has lost, and where nobody has won there are no places", () => {
  assert.deepEqual(told(["won", 1], ["lost", 3]), ["won", "lost"]);
  assert.deepEqual(told(["lost", 1], ["lost", 3], ["lost", 0]), ["", "", ""]);
});
