// scene.test.ts: tests what the board says about the matters at hand and about the dice.
import assert from "node:assert/strict";
import test from "node:test";
import { type Fact, type Figures, Situation } from "client/core/situation";
import type { GameSpeech } from "client/core/words";
import { diceOf } from "./dice";
import { type State, stateOf } from "./facts";
import { mattersOf } from "./scene";

const fact = (frame: number, kind: string, more: Record<string, string | number | null> = {}): Fact => ({
  fact: kind,
  clause: "KR-2",
  frame,
  ...more,
});

const place = { satin: "kgb", manjak: "candidates", patina: "chief" };
const stateWith = (facts: Fact[], figures: Figures = {}): State =>
  stateOf(
    { options: { rules: "basic" }, over: null, place },
    new Situation([fact(0, "date", { year: 1, phase: "purge" }), ...facts], figures),
  );

/** A speech that is complete enough to see who and what is told. */
const speech = {
  facts: {
    verbs: { purge: ["politician"], promote: ["politician", "place"], vote: ["vote"], nothing: [] },
    events: {
      "purge-roll": ["politician", "politician", "number", "number", "number"],
      "health-roll": ["politician", "number", "number", "number"],
      "card-roll": ["intrigue", "number", "number"],
    },
    dice: { "purge-roll": 2, "health-roll": 1, "card-roll": 1 },
  },
  word: (key: string, ...args: unknown[]) => [key, ...args].join(" "),
  name: (_kind: string, name: string) => name,
  event: (e: { event: string; args: unknown[] }) => [e.event, ...e.args].join(" "),
  has: (key: string) => key === "odds.to-siberia",
} as unknown as GameSpeech;

const decides = (frame: number, who: string, controller: string | null) =>
  fact(frame, "decides", { who, place: "kgb", controller });
const announced = (frame: number, who: string, what: string, told: string) =>
  fact(frame, "announced", { who, what, by: "red", told });
const purge = fact(0, "purge", { purger: "satin", victim: "manjak", number: 6, needs: 6, chance: 75 });
const listening = (frame: number) => fact(frame, "listening", { about: "satin" });

void test("whoever is asked is shown with his place and his controller", () => {
  const [matter, ...others] = mattersOf(stateWith([decides(0, "satin", "red")]), speech);
  assert.equal(matter?.text, "web.scene.who satin kgb web.scene.strings red");
  assert.deepEqual([matter?.badge, matter?.actor, matter?.about], ["decides", "satin", null]);
  assert.deepEqual(others, []);
});

void test("an announcement is told as its event, with what hangs on it", () => {
  const said = announced(0, "satin", "purge manjak", "purge-announced");
  const [matter] = mattersOf(stateWith([decides(0, "satin", "red"), said, purge, listening(1)]), speech);
  assert.equal(matter?.text, "purge-announced satin manjak web.scene.needs 6 75");
  assert.deepEqual([matter?.badge, matter?.actor, matter?.about, matter?.fate], ["heard", "satin", "manjak", "down"]);
});

void test("a new controller decides anew, and without one anybody may", () => {
  const told = (more: Fact) => mattersOf(stateWith([decides(0, "satin", "blue"), more, listening(1)]), speech)[0]?.text;
  assert.equal(told(fact(0, "anew", { who: "satin", controller: "blue" })), "web.scene.anew satin blue");
  assert.equal(told(fact(0, "uncontrolled", { who: "satin" })), "web.scene.free satin");
});

void test("a demand is told of its author, and is about whom it raises", () => {
  const demands = fact(0, "demands", { author: "blue", chief: "patina" });
  const [asked] = mattersOf(stateWith([demands]), speech);
  assert.deepEqual([asked?.badge, asked?.actor], ["demand", "patina"]);
  const said = announced(0, "patina", "promote manjak sport", "demands");
  const [matter] = mattersOf(stateWith([demands, said, listening(1)]), speech);
  assert.equal(matter?.text, "demands blue manjak sport");
  assert.deepEqual([matter?.about, matter?.fate], ["manjak", "up"]);
});

void test("a die that has fallen takes the place of the announcement", () => {
  const said = announced(0, "satin", "purge manjak", "purge-announced");
  const told = (by: number) =>
    mattersOf(stateWith([said, fact(0, "die-cast", { victim: "manjak", by }), listening(1)]), speech)[0]?.text;
  assert.equal(told(3), "web.scene.enough manjak 3");
  assert.equal(told(-2), "web.scene.not-enough manjak 2");
});

void test("a trial has its votes, with the one that is announced", () => {
  const [spy, trial] = mattersOf(
    stateWith([
      decides(0, "patina", "red"),
      decides(1, "manjak", "blue"),
      announced(1, "manjak", "vote innocent", "votes"),
      fact(1, "trial", { accused: "manjak", accuser: "patina", innocent: 1, guilty: 1, needed: 2 }),
      fact(1, "vote", { who: "satin", post: "kgb", vote: "guilty" }),
      fact(1, "vote", { who: null, post: "sport", vote: "innocent" }),
      listening(2),
    ]),
    speech,
  );
  assert.equal(spy?.ballot, null);
  assert.deepEqual(trial?.ballot, {
    isTrial: true,
    subject: "manjak",
    votes: { satin: "guilty", manjak: "innocent" },
    ayes: 1,
    nays: 1,
    needed: 2,
  });
  assert.deepEqual([trial?.about, trial?.fate, trial?.badge], ["manjak", "down", "heard"]);
});

void test("before the first vote a trial is shown by its votes alone", () => {
  const opening = fact(0, "trial", { accused: "manjak", accuser: "patina", innocent: 0, guilty: 0, needed: 2 });
  const [matter] = mattersOf(stateWith([opening, listening(1)]), speech);
  assert.deepEqual([matter?.badge, matter?.text, matter?.ballot?.needed], ["trial", "", 2]);
});

void test("a card is told with what is due", () => {
  const card = fact(1, "card", { card: "power-game", player: "green", target: null });
  const [matter] = mattersOf(stateWith([card, fact(1, "due", { who: "blue", points: 7 })]), speech);
  assert.equal(matter?.text, "plays green power-game web.scene.forced blue 7");
  assert.equal(matter?.badge, "card");
});

void test("a member in poor health is shown with both chances", () => {
  const chances = (kind: string, better: number) => fact(0, kind, { who: "satin", better, worse: 20, dies: 5 });
  const facts = [decides(0, "satin", null), chances("in-cure", 60), chances("at-work", 30)];
  const [matter] = mattersOf(stateWith(facts), speech);
  assert.equal(matter?.text, "web.scene.who satin kgb web.scene.bed 60 20 5 web.scene.desk 30 20 5");
});

void test("dice have what changed them, what they needed and what came of it", () => {
  const event = (name: string, ...args: (string | number)[]) => ({ event: name, clause: "KR-2", args });
  const events = [
    event("purge-roll", "satin", "manjak", 9, 6, 1),
    event("modifier", 3, "weakness"),
    event("card-modifier", "hail", 3),
    event("ages", "satin", 1, 63),
    event("to-siberia", "manjak"),
    event("health-roll", "satin", 12, 62, 0),
    event("card-roll", "check-up", 4, 13),
  ];
  assert.deepEqual(
    diceOf(events, speech).map(({ face, modifiers, need, who, result }) => [face, modifiers, need, who, result]),
    [
      [9, [3, 3], 6, "manjak", "to-siberia manjak"],
      [12, [], null, "satin", ""],
      [4, [], 13, null, ""],
    ],
  );
});
