// final.test.ts: which answers people are asked about once more.
import assert from "node:assert/strict";
import { test } from "node:test";
import { givenUp } from "./final";
import type { Ask } from "./protocol";

const ask: Ask = {
  question: 1,
  step: "mark",
  clause: "A-1",
  auto: false,
  pass: "ready",
  legal: ["ready", "go a", "go b", "end"],
  foreseen: {},
};
const action = (text: string) => ({ text, verb: text.split(" ")[0] ?? "", args: [], words: text });
const facts = { final_verbs: ["end"], final_steps: ["mark"] };

void test("the pass of a step that is final gives up all other choices", () => {
  assert.equal(givenUp(action("ready"), ask, facts), 3);
  assert.equal(givenUp(action("ready"), { ...ask, step: "look" }, facts), 0);
});

void test("a verb that is final gives them up at any step", () => {
  assert.equal(givenUp(action("end"), { ...ask, step: "look" }, facts), 3);
});

void test("nobody is asked about another choice, nor where there is no other", () => {
  assert.equal(givenUp(action("go a"), ask, facts), 0);
  assert.equal(givenUp(action("ready"), { ...ask, legal: ["ready"] }, facts), 0);
});
