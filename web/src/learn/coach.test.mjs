// coach.test.mjs: what the coach says when. node --test
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

async function load(name) {
  const path = fileURLToPath(new URL(name, import.meta.url));
  const { outputFiles } = await esbuild.build({ entryPoints: [path], bundle: true, format: "esm", write: false });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

const { coach, met } = await load("coach.ts");
const ask = (step) => ({ question: 1, step, clause: "", auto: false, legal: [] });
const event = (name, ...args) => ({ event: name, clause: "", args });
const names = (advice) => advice.notes.map((one) => one.event);
const all = () => true;

test("a question is new until it has been answered", () => {
  const first = coach({ ask: ask("purge"), answered: ["write"], log: [], since: 0 }, all);
  assert.deepEqual([first.step, first.isNew], ["purge", true]);
  assert.equal(coach({ ask: ask("purge"), answered: ["write", "purge"], log: [], since: 0 }, all).isNew, false);
});

test("when nothing is asked nothing is new", () => {
  const advice = coach({ ask: null, answered: [], log: [], since: 0 }, all);
  assert.deepEqual([advice.step, advice.isNew], [null, false]);
});

test("each kind of event is told once, when it first happens", () => {
  const log = [event("dies", "a"), event("ages", "b"), event("dies", "c"), event("ages", "d"), event("ages", "e")];
  assert.deepEqual(names(coach({ ask: null, answered: [], log, since: 0 }, all)), ["dies", "ages"]);
  assert.deepEqual(names(coach({ ask: null, answered: [], log, since: 1 }, all)), ["ages"]);
  assert.deepEqual(names(coach({ ask: null, answered: [], log, since: 3 }, all)), []);
});

test("what is not worth a word is left to the log", () => {
  const log = [event("dies"), event("phase")];
  assert.deepEqual(names(coach({ ask: null, answered: [], log, since: 0 }, (name) => name !== "phase")), ["dies"]);
});

test("the end tells what came up and what did not", () => {
  assert.deepEqual(met(["write", "purge", "spy"], ["spy", "write", "spy"]), {
    met: ["write", "spy"],
    missed: ["purge"],
  });
});
