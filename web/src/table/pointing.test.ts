// pointing.test.ts: when the things that were pressed are enough to choose an action.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isComplete, pickedWith } from "./pointing";

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

void test("a press can take another thing with it, and what does not fit begins anew", () => {
  const other = { kind: "person", name: "c" };
  assert.deepEqual(pickedWith([], [action], place, [person]), [person, place]);
  assert.deepEqual(pickedWith([person], [action], place, [person]), [person, place], "it is picked already");
  assert.deepEqual(pickedWith([other], [], place, [person]), [person, place]);
  assert.deepEqual(pickedWith([person], [action], place, []), [person, place]);
});
