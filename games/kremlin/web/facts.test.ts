// facts.test.ts: tests what the board reads from the figures and facts of the engine.
import assert from "node:assert/strict";
import test from "node:test";
import { type Fact, type Figures, Situation } from "client/core/situation";
import * as k from "./facts";

const view = {
  options: { rules: "basic" },
  over: null,
  year: 2,
  phase: 2,
  place: { satin: "people", manjak: "people", patina: "wall", wasolin: "siberia" },
  hand_size: { red: 0, blue: 0, green: 0 },
  waved: { "1": "satin", "2": null, "3": null, "4": null },
  written: { red: { satin: 9 }, blue: null, green: null },
  shown: { red: { satin: 2 }, blue: { satin: 4 }, green: { satin: 3 } },
  declared: { red: { satin: 2 }, blue: { satin: 4 }, green: { satin: 3 } },
  pending: { red: { satin: 3 }, blue: null, green: null },
};
const figures: Figures = {
  seniority: { satin: 2, manjak: 1, patina: 1, wasolin: 1 },
  controller: { satin: "green", manjak: null },
  holder: { chief: "satin", kgb: null, foreign: "manjak" },
  away: { satin: 0, manjak: 1 },
  "purge-needs": { satin: 14, manjak: null },
  "purge-chance": { satin: 35, manjak: null },
  "work-better": { satin: 10, manjak: 20, patina: null },
  "work-worse": { satin: 30, manjak: 40, patina: null },
  "work-dies": { satin: 0, manjak: 5, patina: null },
  "cure-better": { satin: 50, manjak: 60, patina: null },
  "cure-worse": { satin: 5, manjak: 10, patina: null },
  "cure-dies": { satin: 0, manjak: 0, patina: null },
  "highest-number": 4,
};
const fact = (kind: string, more: Record<string, string | number | null>): Fact => ({
  fact: kind,
  clause: "KR-6",
  frame: 0,
  ...more,
});
const stateWith = (facts: Fact[] = []) => k.stateOf(view, new Situation(facts, figures));

void test("there are 26 politicians, with what the data says of them", () => {
  assert.equal(k.politicians.length, 26);
  assert.deepEqual(k.politician("satin"), {
    index: 14,
    letter: "O",
    printedAge: 62,
    strength: "ideology",
    weakness: "kgb",
  });
  assert.equal(k.cardAmount("oil-field"), 3);
});

void test("those in a place stand in the order of the engine's seniority", () => {
  assert.deepEqual(k.everybodyIn(stateWith(), "people"), ["manjak", "satin"]);
  assert.deepEqual(k.members(stateWith()), ["satin", "manjak"]);
  assert.deepEqual(
    ["patina", "wasolin"].map((id) => [k.isGone(stateWith(), id), k.isInSiberia(stateWith(), id)]),
    [
      [true, false],
      [false, true],
    ],
  );
});

void test("points on a politician: the controller first, then one's own, then by points", () => {
  assert.deepEqual(
    k.stakesOn(stateWith(), "satin", "red").map(({ faction }) => faction),
    ["green", "red", "blue"],
  );
  const [, own, others] = k.stakesOn(stateWith(), "satin", "red");
  assert.deepEqual(own, { faction: "red", declared: 2, pending: 3, hidden: 4 });
  assert.deepEqual(others, { faction: "blue", declared: 4, pending: 0, hidden: 0 });
  assert.deepEqual(k.stakesOn(stateWith(), "manjak", "red"), []);
});

void test("chances are the engine's, in the Sanatorium or at work as he is", () => {
  assert.deepEqual(k.purgeOf(stateWith(), "satin"), { needs: 14, chance: 35 });
  assert.equal(k.purgeOf(stateWith(), "manjak"), null);
  assert.deepEqual(k.healthOf(stateWith(), "satin"), { better: 10, worse: 30, dies: 0 });
  assert.deepEqual(k.healthOf(stateWith(), "manjak"), { better: 60, worse: 10, dies: 0 });
  assert.equal(k.healthOf(stateWith(), "patina"), null);
});

void test("the phase, the parades, the sheet and the new order are as the engine tells", () => {
  const s = stateWith([
    fact("date", { year: 2, phase: "replacement" }),
    fact("order", { who: "manjak", post: "sport" }),
  ]);
  assert.deepEqual([k.phaseOf(s), k.isSetUp(s)], ["replacement", false]);
  assert.equal(k.isSetUp(stateWith([fact("date", { year: 1, phase: "set-up" })])), true);
  assert.deepEqual(k.paradeYears(s), [1, 2, 3, 4]);
  assert.deepEqual(k.sheetNumbers(s), [4, 3, 2, 1]);
  assert.deepEqual([k.orderedTo(s, "sport"), k.orderedTo(s, "kgb")], ["manjak", null]);
});
