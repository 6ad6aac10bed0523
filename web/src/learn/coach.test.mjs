// coach.test.mjs: unit tests of coach.ts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

/** Compiles a TypeScript file of this folder and imports it. */
async function load(name) {
  const path = fileURLToPath(new URL(name, import.meta.url));
  const { outputFiles } = await esbuild.build({ entryPoints: [path], bundle: true, format: "esm", write: false });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

const { coachContent, dividedSteps } = await load("coach.ts");
const ask = (step) => ({ question: 1, step, clause: "", auto: false, legal: [] });
const event = (name, ...args) => ({ event: name, clause: "", args });
const noteNames = (content) => content.notes.map((note) => note.event);
const always = () => true;

test("a question is new until it has been answered", () => {
  const first = coachContent({ ask: ask("vote"), answered: ["bid"], log: [], since: 0 }, always);
  assert.deepEqual([first.step, first.isNew], ["vote", true]);
  const again = coachContent({ ask: ask("vote"), answered: ["bid", "vote"], log: [], since: 0 }, always);
  assert.equal(again.isNew, false);
});

test("when nothing is asked nothing is new", () => {
  const content = coachContent({ ask: null, answered: [], log: [], since: 0 }, always);
  assert.deepEqual([content.step, content.isNew], [null, false]);
});

test("each kind of event is explained once, when it first happens", () => {
  const log = [event("falls", "a"), event("moves", "b"), event("falls", "c"), event("moves", "d"), event("moves", "e")];
  const notesSince = (since) => noteNames(coachContent({ ask: null, answered: [], log, since }, always));
  assert.deepEqual(notesSince(0), ["falls", "moves"]);
  assert.deepEqual(notesSince(1), ["moves"]);
  assert.deepEqual(notesSince(3), []);
});

test("an event without an explanation is not mentioned", () => {
  const log = [event("falls"), event("phase")];
  const content = coachContent({ ask: null, answered: [], log, since: 0 }, (name) => name !== "phase");
  assert.deepEqual(noteNames(content), ["falls"]);
});

test("the steps of a lesson are divided into answered and missed ones", () => {
  assert.deepEqual(dividedSteps(["bid", "vote", "look"], ["look", "bid", "look"]), {
    met: ["bid", "look"],
    missed: ["vote"],
  });
});
