// facts.test.ts: tests what the board reads from the facts of the engine.
import assert from "node:assert/strict";
import test from "node:test";
import { type Fact, type Figures, type Foreseen, Situation } from "client/core/situation";
import * as f from "./facts";

const fact = (kind: string, more: Record<string, string | number | null>, frame = 2): Fact => ({
  fact: kind,
  clause: "AB-PR-1",
  frame,
  ...more,
});
const view = {
  place: { "francie-1": "market", "francie-2": "home", "cointerre-1": "market" },
  load: { "francie-1": null, "francie-2": null, "cointerre-1": "unseen" },
  hands: { francie: "gaffe", cointerre: "unseen" },
};
const figures: Figures = {
  owner: { "francie-1": "francie", "francie-2": "francie", "cointerre-1": "cointerre", "zussa-1": null },
  "in-game": { "francie-1": 1, "francie-2": 1, "cointerre-1": 1, "zussa-1": 0 },
  distance: { home: 0, airport: 1, customs: 2, market: 5, palace: 12, removed: null },
  "strength-change": { bodyguards: 1, incident: -2, limousine: null, leak: null },
  ride: { bodyguards: null, incident: null, limousine: 2, leak: null },
  "games-left": null,
};
const stateWith = (facts: Fact[], foreseen: Foreseen = {}) => f.stateOf(view, new Situation(facts, figures), foreseen);

void test("diplomats belong to powers and stand in spaces as the engine says", () => {
  const s = stateWith([]);
  assert.deepEqual(f.pawns(s), ["francie-1", "francie-2", "cointerre-1"]);
  assert.deepEqual(f.everybodyIn(s, "market"), ["francie-1", "cointerre-1"]);
  assert.deepEqual(f.pawnsIn(s, "francie", "home"), ["francie-2"]);
  assert.equal(f.ownerOf(s, "zussa-1"), "");
  assert.equal(f.numberOf("cointerre-4"), "4");
  assert.deepEqual(f.street(s), ["airport", "customs", "market", "palace"]);
  assert.deepEqual([f.onBoard(s, "francie-1"), f.onBoard(s, "francie-2")], [true, false]);
});

void test("a card shows what it adds or takes, or how far it goes", () => {
  const s = stateWith([]);
  assert.deepEqual(
    ["bodyguards", "incident", "limousine", "leak"].map((card) => f.amountOf(s, card)),
    ["+1", "−2", "2", ""],
  );
});

void test("a card that waits is shown with what it is played on", () => {
  const s = stateWith([fact("played", { who: "cointerre", card: "limousine", play: "limousine francie-1 palace" })]);
  assert.deepEqual(f.playedCard(s), { card: "limousine", by: "cointerre", on: ["francie-1", "palace"] });
  assert.equal(f.playedCard(stateWith([])), null);
});

const camp = (who: string, name: string, diplomats: number) => fact("camp", { who, camp: name, diplomats });

void test("a pressure has its sides, its cards and its verdict from the engine", () => {
  const sides = f.sidesOf(
    stateWith([
      fact("stop", { space: "market" }, 1),
      fact("pressure", { bearer: "cointerre-1", space: "market", defender: "cointerre", presser: "francie" }),
      camp("francie", "attack", 1),
      camp("cointerre", "defence", 1),
      camp("zussa", "neutral", 2),
      fact("strength", { side: "attack", diplomats: 1, total: 3 }),
      fact("bonus", { side: "attack", value: 2 }),
      fact("strength", { side: "defence", diplomats: 1, total: 1 }),
      fact("opens", { bearer: "cointerre-1" }),
    ]),
  );
  assert.deepEqual(sides?.attackers, [{ power: "francie", diplomats: 1 }]);
  assert.deepEqual(sides?.defenders, [{ power: "cointerre", diplomats: 1 }]);
  assert.deepEqual(sides?.neutral, [{ power: "zussa", diplomats: 2 }]);
  assert.deepEqual(
    [sides?.attack, sides?.defence],
    [
      { total: 3, bonus: 2, malus: 0 },
      { total: 1, bonus: 0, malus: 0 },
    ],
  );
  assert.deepEqual([sides?.announced, sides?.verdict, sides?.space], [true, "opens", "market"]);
});

void test("a pressure that may come has no attack and no verdict", () => {
  const sides = f.sidesOf(
    stateWith([
      fact("outnumbered", { bearer: "cointerre-1", space: "market", defender: "cointerre" }, 1),
      fact("camp", { who: "francie", camp: "undecided", diplomats: 2 }, 1),
      fact("strength", { side: "defence", diplomats: 1, total: 1 }, 1),
    ]),
  );
  assert.deepEqual(
    [sides?.announced, sides?.attack.total, sides?.defence.total, sides?.verdict],
    [false, null, 1, null],
  );
  assert.deepEqual(sides?.undecided, [{ power: "francie", diplomats: 2 }]);
  assert.equal(f.sidesOf(stateWith([])), null);
});

void test("a step is shown where it leads and with its cost, a card without one", () => {
  const s = stateWith([], {
    "move francie-1 palace": [fact("step", { diplomat: "francie-1", to: "casino", cost: 2 })],
    "limousine francie-1 palace": [fact("carried", { diplomat: "francie-1", to: "embassies" })],
  });
  assert.deepEqual(f.rideOf(s, "move francie-1 palace"), { pawn: "francie-1", to: "casino", cost: 2 });
  assert.deepEqual(f.rideOf(s, "limousine francie-1 palace"), { pawn: "francie-1", to: "embassies", cost: null });
  assert.equal(f.rideOf(s, "end"), null);
});

void test("a power is barred from one diplomat, or in this turn from all of a power in a space", () => {
  const s = f.stateOf(
    {
      ...view,
      barred: { "cointerre-1": ["francie"], "francie-1": [] },
      spared_cointerre: { market: ["francie", "zussa"] },
    },
    new Situation([], figures),
  );
  assert.deepEqual(f.barredFrom(s, "cointerre-1"), ["francie", "zussa"]);
  assert.deepEqual(f.barredFrom(s, "francie-1"), []);
});
