import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameEvent } from "./protocol";
import { newEvents } from "./new-events";

const events: GameEvent[] = ["a", "b", "c"].map((event) => ({ event, clause: "", args: [] }));
const [first, second, third] = events as [GameEvent, GameEvent, GameEvent];

void test("what came after the last event is told, and nothing twice", () => {
  assert.deepEqual(newEvents(events, first), [second, third]);
  assert.deepEqual(newEvents(events, third), []);
  assert.deepEqual(newEvents([], third), []);
});

void test("a game that has just begun is told from its first event", () => {
  assert.deepEqual(newEvents(events, undefined), events);
});

void test("after an undo or a reconnection the old log is not told again", () => {
  assert.deepEqual(newEvents([first, second], third), []);
});
