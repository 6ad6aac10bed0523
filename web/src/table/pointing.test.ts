// pointing.test.ts: when the things that were pressed are enough to choose an action.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isComplete } from "./pointing";

const person = { kind: "person", name: "a" };
const place = { kind: "place", name: "b" };
const action = { text: "move a b 3", verb: "move", args: [person, place, { kind: "number", name: "3" }], words: "" };

void test("everything but numbers has to be pointed at", () => {
  assert.equal(isComplete(action, [person, place], []), true);
  assert.equal(isComplete(action, [person], []), false);
});

void test("what is implied need not be pointed at", () => {
  assert.equal(isComplete(action, [person], ["place"]), true);
  assert.equal(isComplete(action, [place], ["place"]), false);
});
