// facts.test.ts: stature, crises, the deck and points, as the engine has them.
import assert from "node:assert/strict";
import test from "node:test";
import * as f from "./facts";

const each = <T>(value: T) => ({ moscow: value, leningrad: value, kiev: value });

/** Two leaders each and nothing on the table, except as said. */
function state(change: Partial<f.State> = {}): f.State {
  return {
    over: null,
    question: 1,
    stack: [{ step: "choice", asked: ["leningrad"], v: [1, 0, 0, 0] }],
    hands: each(null),
    hand_size: each(5),
    leaders: { moscow: ["lukin", "kazakov"], leningrad: ["leonov", "ivanov"], kiev: ["igishev", "antonov"] },
    president: "lukin",
    purge: {},
    hero_on: { "hero-a": null },
    ailing_on: { "ailing-a": null },
    disrepute_by: { "disrepute-party": null },
    spared: { "disrepute-party": [] },
    scandal_by: { "scandal-a": null, "scandal-b": null },
    scandal_on: { "scandal-a": null, "scandal-b": null },
    junket_by: { "junket-a": null },
    given: each(null),
    pile: [],
    won: each([]),
    won_leaders: each([]),
    lost_leaders: [],
    discard: [],
    ...change,
  };
}

test("the deck has 79 cards, copies named as the engine names them", () => {
  assert.equal(f.cards.length, 79);
  assert.equal(f.cardOf("party-2e").value, 2);
  assert.equal(f.cardOf("government-1").label, "government-1");
  assert.equal(f.cardOf("new-leader-f").kind, "new-leader");
  assert.equal(f.leaders.length, 26);
});

test("stature: Hero adds 2, Disrepute and each Scandal take 2, those spared keep theirs", () => {
  const s = state({
    hero_on: { "hero-a": "lukin" },
    disrepute_by: { "disrepute-party": "kiev" },
    spared: { "disrepute-party": ["leningrad"] },
    scandal_by: { "scandal-a": "moscow", "scandal-b": "leningrad" },
    scandal_on: { "scandal-a": "kiev", "scandal-b": "kiev" },
  });
  assert.equal(f.statureOf(s, "lukin"), 7);
  assert.equal(f.statureOf(s, "kazakov"), 8);
  assert.equal(f.statureOf(s, "leonov"), 6);
  assert.equal(f.statureOf(s, "igishev"), 0);
  assert.equal(f.statureOf(s, "antonov"), 4);
});

test("an open crisis is answered from the left of the one who drew it", () => {
  const index = f.cards.findIndex(({ name }) => name === "crisis-baltic");
  const s = state({
    stack: [
      { step: "crisis-cards", asked: [], v: [1, 0, 0, 0] },
      { step: "contributions", asked: ["moscow"], v: [index, 2, 0, 0] },
    ],
    given: { ...each(null), kiev: "kgb-3a" },
  });
  const crisis = f.openCrisis(s);
  assert.deepEqual(
    crisis?.answers.map(({ seat, state: answer }) => `${seat} ${answer}`),
    ["kiev given", "moscow asked", "leningrad later"],
  );
  assert.equal(crisis?.card.value, 7);
  assert.equal(crisis?.given, 3);
  assert.equal(f.deckSize(s), 79 - 15 - 2);
});

test("points: a leader or a crisis 1, a card its value, the office 5", () => {
  const s = state({
    won: { ...each([]), moscow: ["crisis-reactor", "kgb-4", "party-2a"] },
    won_leaders: { ...each([]), moscow: ["romanenko"] },
  });
  assert.deepEqual(f.pointsOf(s, "moscow"), { leaders: 1, crises: 1, office: 5, cards: 6, won: 8, total: 13 });
  assert.equal(f.pointsOf(s, "kiev").total, 0);
});
