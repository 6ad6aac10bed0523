// log-filter.test.ts: which lines of the log are shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameEvent } from "../core/protocol";
import { fill } from "../core/template";
import type { GameSpeech, GameWords } from "../core/words";
import { kindsIn, NO_FILTER, passes } from "./log-filter";
import { withAsk } from "./known-answers";

const facts = {
  seats: "seat",
  words: {
    "event.moves": "{0} moves to {1}.",
    "event.rolls": "A {0}.",
    "event.falls": "{0} falls: {1} {1|point|points}.",
  },
  events: { moves: ["seat", "place"], rolls: ["number"], falls: ["seat", "number"] },
  turning: ["falls"],
  dice: { rolls: 0 },
} as unknown as GameWords;
const speech = {
  language: "en",
  facts,
  event: ({ event, args }: GameEvent) => fill(facts.words[`event.${event}`] ?? "", args as string[], "en"),
} as GameSpeech;

const event = (name: string, ...args: (string | number)[]): GameEvent => ({ event: name, clause: "A-1", args });
const log = [event("moves", "blue", "red"), event("rolls", 5), event("falls", "red", 2)];
const found = (filter: Partial<typeof NO_FILTER>) =>
  log
    .filter((one) => passes({ ...NO_FILTER, ...filter }, one, speech.event(one), speech.facts))
    .map((one) => one.event)
    .join(" ");

void test("lines are found by text, also by the id of the rule", () => {
  assert.equal(found({}), "moves rolls falls");
  assert.equal(found({ text: " FALLS " }), "falls");
  assert.equal(found({ text: "a-1" }), "moves rolls falls");
});

void test("lines are found by seat, and a place of the same name is no seat", () => {
  assert.equal(found({ seat: "blue" }), "moves");
  assert.equal(found({ seat: "red" }), "falls");
});

void test("lines are found by kind", () => {
  assert.equal(found({ kind: "turning" }), "falls");
  assert.equal(found({ kind: "dice" }), "rolls");
  assert.equal(found({ kind: "moves" }), "moves");
  assert.equal(found({ kind: "moves", seat: "red" }), "");
});

void test("each kind has a sentence with dots, in the order of the sentences", () => {
  assert.deepEqual(
    kindsIn(log, speech).map(({ text }) => text),
    ["… falls: … point.", "… moves to ….", "A …."],
  );
});

void test("what was asked last is offered first, and what was possible before is remembered", () => {
  const first = withAsk({}, { step: "vote", legal: ["vote yes", "vote no"], pass: "vote no" });
  const second = withAsk(first, { step: "act", legal: ["go"], pass: null });
  const third = withAsk(second, { step: "vote", legal: ["vote maybe"], pass: null });
  assert.deepEqual(third, {
    vote: { legal: ["vote maybe", "vote yes", "vote no"], pass: "vote no" },
    act: { legal: ["go"], pass: null },
  });
  assert.deepEqual(Object.keys(third), ["vote", "act"]);
});
