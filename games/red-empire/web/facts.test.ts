// facts.test.ts: how the board reads the facts and figures of the engine.
import assert from "node:assert/strict";
import test from "node:test";
import { type Fact, Situation } from "client/core/situation";
import * as f from "./facts";

const fact = (kind: string, more: Record<string, string | number | null>): Fact => ({
  fact: kind,
  clause: "RE-CR-1",
  frame: 1,
  ...more,
});
const stateWith = (facts: Fact[], figures = {}) => f.stateOf({ leaders: {} }, new Situation(facts, figures));

void test("there are 79 cards and 26 leaders with the attributes of the data", () => {
  assert.equal(f.cards.length, 79);
  assert.deepEqual(f.cardOf("party-2e"), {
    name: "party-2e",
    label: "party-2",
    kind: "action",
    group: "party",
    value: 2,
  });
  assert.equal(f.cardOf("new-leader-f").kind, "new-leader");
  assert.equal(f.leaders.length, 26);
});

void test("an open crisis is read from the facts", () => {
  const answer = (who: string, state: string, card: string | null) => fact("answer", { who, answer: state, card });
  const s = stateWith([
    fact("crisis", { crisis: "crisis-baltic", given: 3, needed: 7 }),
    answer("kiev", "given", "kgb-3a"),
    answer("moscow", "asked", null),
    answer("leningrad", "later", null),
  ]);
  const crisis = f.openCrisis(s);
  assert.deepEqual([crisis?.given, crisis?.needed, crisis?.failed, crisis?.card.name], [3, 7, false, "crisis-baltic"]);
  assert.deepEqual(
    crisis?.answers.map(({ seat, state }) => `${seat} ${state}`),
    ["kiev given", "moscow asked", "leningrad later"],
  );
  assert.equal(f.openCrisis(stateWith([])), null);
});

void test("points are read from the figures, and those for the office can be left out", () => {
  const each = (n: number) => ({ moscow: n });
  const figures = {
    "points-leaders": each(1),
    "points-crises": each(1),
    "points-office": each(5),
    "points-cards": each(6),
    standing: each(13),
  };
  assert.deepEqual(f.pointsOf(stateWith([], figures), "moscow"), {
    leaders: 1,
    crises: 1,
    office: 5,
    cards: 6,
    won: 8,
    total: 13,
  });
});

void test("what is won lies in few piles, and nothing of it is lost", () => {
  const won = [...f.leaders, ...f.cards.filter(({ kind }) => kind === "action")];
  for (let count = 0; count <= won.length; count++) {
    const list = won.slice(0, count);
    const piles = f.inPiles(list);
    assert.ok(piles.length <= 5, `${piles.length} piles`);
    assert.deepEqual(new Set(piles.flat()), new Set(list));
    assert.equal(piles.flat().length, count);
  }
});
