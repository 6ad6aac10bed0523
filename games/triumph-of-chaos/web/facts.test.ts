// facts.test.ts: what the board makes of what the engine says.
import assert from "node:assert/strict";
import test from "node:test";
import type { GameEvent } from "client/core/protocol";
import { type Fact, type Figures, Situation } from "client/core/situation";
import { coloursOf, shortMark } from "./counters";
import * as f from "./facts";
import { land, leaderSlots, UNIT, unitSlots, wayBetween } from "./geometry";
import * as t from "./tables";

type Arguments = Record<string, string | number | null>;

const fact = (kind: string, more: Arguments, frame = 1): Fact => ({ fact: kind, clause: "TC-AC-1", frame, ...more });

/** A table on which nobody has anything and nobody stands anywhere. */
const nothing = {
  over: null,
  turn: 1,
  side: { first: "white", second: "red" },
  unit_at: {},
  unit_where: {},
  unit_flags: {},
  leader_at: {},
  card_at: {},
  pcard_at: {},
  faction_flags: {},
  war: { estonia: ["red"] },
};
const withFacts = (...facts: Fact[]): f.State => f.stateOf(nothing, new Situation(facts, figures));
const withFigures = (more: Figures, view = {}): f.State => f.stateOf({ ...nothing, ...view }, new Situation([], more));

const figures: Figures = {
  "announced-steps": { red: 0, white: 3, other: 0 },
  "combat-strength": { attacker: 7, defender: 3 },
};

void test("the pieces are those that the game declares, with what is printed on them", () => {
  const tables = [t.spaces, t.units, t.leaders, t.cards, t.politicalCards, t.factions];
  assert.deepEqual(
    tables.map(({ length }) => length),
    [260, 306, 40, 108, 66, 18],
  );
  assert.deepEqual(
    t.links.filter(({ a, b }) => !t.spaceNamed(a) || !t.spaceNamed(b)),
    [],
  );
  assert.deepEqual(
    t.units.filter(({ faction }) => faction && !t.factionNamed(faction)),
    [],
  );
  assert.deepEqual(
    t.factions.filter(({ code }) => !code),
    [],
  );
  const makhno = t.politicalCards.find(({ id }) => id === "p1")?.influence.find(([faction]) => faction === "makhno");
  assert.deepEqual(makhno, ["makhno", -1]);
  assert.deepEqual([t.unitNamed("red-army-9").mark, t.printedCombat("red-army-9")], ["9", 4]);
});

void test("a march is read from what its action would come to", () => {
  const foreseen = {
    "march a c": [
      fact("would-march", { space: "c", cost: 2, points: 1 }),
      fact("would-pass", { space: "b" }),
      fact("would-take", { space: "b", owner: "red" }),
    ],
    "go c": [fact("would-go", { space: "c", points: 2 })],
    "march a b": [fact("would-march", { space: "b", cost: 1, points: 2 })],
  };
  const [march, ...others] = f.marchesTo(foreseen, "c");
  assert.deepEqual([march?.way, march?.cost, others], [["a", "b", "c"], 2, []]);
  assert.deepEqual(f.marchesTo(foreseen, "c", "b"), []);
  assert.deepEqual(f.marchesTo(foreseen, "a"), []);
});

void test("seats and sides are found by each other", () => {
  const s = withFacts();
  assert.deepEqual([f.sideOf(s, "first"), f.sideOf(s, null), f.seatOf(s, "red")], ["white", null, "second"]);
});

void test("before the first turn there is no turn", () => {
  const none = { season: null, year: null, month: null, rounds: null };
  assert.equal(f.turnOf(withFigures(none)), null);
  const turn = f.turnOf(withFigures({ season: "summer", year: 1918, month: 7, rounds: 6 }));
  assert.deepEqual(turn, { turn: 1, year: 1918, month: 7, season: "summer", rounds: 6 });
});

void test("a faction with a controller whom it does not serve is idle", () => {
  const s = withFigures({
    controller: { khiva: "red", latvia: "white", estonia: "nobody" },
    "faction-user": { khiva: "nobody", latvia: "white", estonia: "nobody" },
  });
  assert.deepEqual(
    ["khiva", "latvia", "estonia"].map((faction) => f.isIdle(s, faction)),
    [true, false, false],
  );
});

void test("a counter has the colours of its side, or of the side that uses its faction", () => {
  const s = withFigures({ "unit-user": { "es-army-1": "white", "au-corps-1": "nobody", "fi-army-1": "nobody" } });
  const colours = ["red-army-9", "es-army-1", "au-corps-1", "fi-army-1"].map((id) => coloursOf(s, t.unitNamed(id)));
  assert.deepEqual(colours, ["red", "white-faction", "powers", "neutral"]);
});

void test("stacks have armies first, and the numbers are the engine's", () => {
  const of = (n: number) => ({ "red-army-9": n });
  const view = { unit_at: { "red-corps-5": "kazan", "red-army-9": "kazan" }, leader_at: { "red-trotsky": "kazan" } };
  const s = withFigures({ "unit-combat": of(3), "unit-loss": of(2), "unit-move": of(1) }, view);
  assert.deepEqual([...f.stacksOf(s)], [["kazan", { units: ["red-army-9", "red-corps-5"], leaders: ["red-trotsky"] }]]);
  assert.deepEqual(f.faceOf(s, "red-army-9"), { combat: 3, loss: 2, move: 1 });
});

void test("a reserve has the pieces that a side uses", () => {
  const view = { unit_where: { "red-army-9": "reserve", "es-army-1": "reserve", "red-corps-5": "dead" } };
  const s = withFigures({ "unit-user": { "red-army-9": "red", "es-army-1": "white", "red-corps-5": "red" } }, view);
  assert.deepEqual([f.unitsIn(s, "reserve", "red"), f.unitsIn(s, "reserve", "white")], [["red-army-9"], ["es-army-1"]]);
});

void test("a hand has what the viewer sees in it, and a value that is rolled for is a question mark", () => {
  const s = withFigures({ "card-value": { w1: 5, w54: null } }, { card_at: { w1: "hand", w2: "deck", r1: "unseen" } });
  assert.deepEqual(
    f.handOf(s, "white").map(({ id }) => id),
    ["w1"],
  );
  assert.deepEqual(f.handOf(s, null), []);
  const values = ["w1", "w54"].map(t.cardNamed).map((card) => (card ? f.valueOf(s, card) : ""));
  assert.deepEqual(values, ["5", "?"]);
});

void test("a card in a Political Box is open, known to its owner, face down, or not there", () => {
  const s = withFacts(
    fact("laid", { side: "white", box: "red", card: "w2", worth: null }),
    fact("laid", { side: "red", box: "red", card: null, worth: null }),
    fact("laid", { side: "red", box: "other", card: "r1", worth: 4 }),
  );
  const laid = (side: t.Side, pile: t.Pile) => {
    const found = f.laidIn(s, side, pile);
    return found && [found.card?.id ?? null, found.worth];
  };
  assert.deepEqual(
    [laid("white", "red"), laid("red", "red"), laid("red", "other")],
    [
      ["w2", null],
      [null, null],
      ["r1", 4],
    ],
  );
  assert.equal(laid("white", "other"), null);
});

void test("a box shows who has chosen, what comes by lot, and the steps announced", () => {
  const s = withFacts(fact("box", { box: "white", chosen: 2, random: 1, chooser: "red" }));
  assert.deepEqual(f.boxOf(s, "white"), { chooser: "red", chosen: 2, random: 1, announced: 3 });
  assert.deepEqual(f.boxOf(s, "other"), { chooser: null, chosen: 0, random: 0, announced: 0 });
});

void test("who chooses from which pile is a fact", () => {
  assert.equal(f.choiceOf(withFacts()), null);
  const s = withFacts(fact("chooses", { side: "red", pile: "other", left: 1 }), fact("special", { card: "p64" }));
  assert.deepEqual(f.choiceOf(s), { side: "red", pile: "other" });
  assert.equal(f.specialOf(s), "p64");
});

void test("an operation is the innermost one, with how far it has come", () => {
  assert.equal(f.operationOf(withFacts()), null);
  const s = withFacts(
    fact("plays", { side: "white", card: "w1", use: "redeployment" }, 1),
    fact("redeploys", { points: 3 }, 1),
    fact("plays", { side: "red", card: null, use: "operations" }, 3),
    fact("activates", { put: 1, spaces: 2, bound: "free" }, 3),
    fact("group", { from: "kazan", at: "simbirsk", points: 2 }, 3),
  );
  const { side, card, use, activates, redeploys } = f.operationOf(s) ?? {};
  assert.deepEqual([side, card, use, activates, redeploys], ["red", null, "operations", { put: 1, spaces: 2 }, null]);
  assert.deepEqual(f.groupOf(s), { from: "kazan", at: "simbirsk", points: 2 });
});

const attack = fact("combat", { target: "kazan", terrain: "clear", attacker: "white", defender: "red", kind: "plain" });

void test("a combat has its sides and their fire from the engine", () => {
  const s = withFacts(
    attack,
    fact("attack-from", { space: "simbirsk" }),
    fact("fights", { role: "attacker", unit: "white-sib-army-1" }),
    fact("fights", { role: "defender", unit: "red-army-9" }),
    fact("leads", { role: "defender", leader: "red-trotsky" }),
    fact("fire", { role: "attacker", strength: 7, shift: -1, column: 5, bonus: 1 }),
    fact("shift", { role: "attacker", why: "terrain", columns: -1 }),
    fact("fire-modifier", { role: "attacker", why: "elite", amount: 1 }),
    fact("fire-table", { role: "attacker", first: 1, last: 2, loss: 3 }),
  );
  const combat = f.combatOf(s);
  assert.deepEqual(
    [combat?.target, combat?.terrain, combat?.from, combat?.result],
    ["kazan", "clear", ["simbirsk"], null],
  );
  assert.deepEqual([combat?.attacker.units, combat?.defender.units], [["white-sib-army-1"], ["red-army-9"]]);
  assert.deepEqual([combat?.attacker.side, combat?.defender.leaders], ["white", ["red-trotsky"]]);
  assert.deepEqual(combat?.attacker.fire, {
    strength: 7,
    shift: -1,
    column: 5,
    bonus: 1,
    clause: "TC-AC-1",
    reasons: [
      { kind: "shift", why: "terrain", amount: -1, clause: "TC-AC-1" },
      { kind: "modifier", why: "elite", amount: 1, clause: "TC-AC-1" },
    ],
    table: [{ first: 1, last: 2, loss: 3 }],
  });
  assert.deepEqual([combat?.defender.fire, combat?.defender.strength], [null, 3]);
  assert.deepEqual([combat?.attacker.die, combat?.attacker.loss], [null, null]);
  assert.equal(f.combatOf(withFacts()), null);
});

void test("dice, losses and the retreat are shown once they are facts", () => {
  const after = [
    attack,
    fact("rolled", { role: "attacker", die: 6 }),
    fact("losses", { role: "defender", loss: 4, left: 1, due: 1 }),
    fact("retreats", { side: "red", spaces: 2 }),
  ];
  const combat = f.combatOf(withFacts(...after));
  assert.deepEqual([combat?.attacker.die, combat?.defender.loss, combat?.defender.left], [6, 4, 1]);
  assert.deepEqual([combat?.result, combat?.retreat], ["retreat", 2]);
  assert.equal(f.combatOf(withFacts(...after, fact("retreat-cancelled", { side: "red" })))?.result, "held");
});

void test("how the sides fired is read from the events of the latest combat", () => {
  const event = (name: string, clause: string, ...args: (string | number)[]): GameEvent => ({
    event: name,
    clause,
    args,
  });
  const combat = f.combatOf(withFacts(attack));
  assert.ok(combat);
  const fires = f.firesTold(combat, [
    event("column", "TC-CB-5", "red", 9, 0, 9),
    event("attack", "TC-CB-1", "white", "kazan", "simbirsk"),
    event("shifted", "TC-CB-6", "white", "river", 1),
    event("column", "TC-CB-5", "white", 7, -1, 5),
    event("combat-bonus", "TC-CB-8", "white", "elite", 1, 1),
    event("combat-bonus", "TC-CB-9", "white", "air", 1, 2),
    event("column", "TC-CB-5", "red", 3, 0, 3),
    event("combat-bonus", "TC-CB-9", "red", "tanks", 1, 1),
    event("modifier", "TC-CB-7", "white", 1, 2, 1),
  ]);
  const { reasons, ...numbers } = fires.attacker ?? { reasons: [] };
  assert.deepEqual(numbers, { strength: 7, shift: -1, column: 5, bonus: 1, clause: "TC-CB-5", table: [] });
  assert.deepEqual(reasons, [
    { kind: "shift", why: "river", amount: -1, clause: "TC-CB-6" },
    { kind: "modifier", why: "elite", amount: 1, clause: "TC-CB-8" },
    { kind: "modifier", why: "air", amount: 1, clause: "TC-CB-9" },
  ]);
  assert.deepEqual([fires.defender?.column, fires.defender?.bonus, fires.defender?.reasons.length], [3, 0, 1]);
  assert.deepEqual(f.firesTold(combat, []), {});
});

void test("every space has land of its own, and shares borders with others", () => {
  const { cells, borders } = land();
  assert.equal(cells.length, t.spaces.length);
  const bordering = new Set(borders.flatMap(({ a, b }) => [a.id, b.id]));
  assert.equal(bordering.size, t.spaces.length);
  assert.ok(borders.some(({ outer }) => outer) && borders.some(({ outer }) => !outer));
  assert.deepEqual(
    borders.filter(({ a, b, outer }) => !outer && a.region !== b.region),
    [],
  );
});

void test("units of a stack lie side by side above the space, leaders above them", () => {
  assert.deepEqual(unitSlots(1), [[-UNIT / 2, -10 - UNIT]]);
  const three = unitSlots(3);
  assert.equal(new Set(three.map(String)).size, 3);
  assert.ok(three.every(([x, y]) => x >= -UNIT && x + UNIT <= UNIT && y + UNIT <= -10));
  const [lowest] = leaderSlots(1, 3);
  assert.ok(lowest && lowest[1] < Math.min(...three.map(([, y]) => y)));
});

void test("marks fit a counter", () => {
  assert.equal(shortMark(t.unitNamed("red-army-10")), "10");
  assert.deepEqual(
    t.units.filter((unit) => shortMark(unit).length > 2),
    [],
  );
});

void test("a faction at war says with whom", () => {
  assert.deepEqual(f.enemiesOf(withFacts(), "estonia"), ["red"]);
  assert.deepEqual(f.enemiesOf(withFacts(), "latvia"), []);
});

void test("a unit out of supply is shown with its net, its gap and the source behind it", () => {
  const s = withFigures(
    {
      "unit-net": { "red-army-9": "red", "white-sib-army-1": "white" },
      "gap-cause": { "red-army-9": "enemy" },
      "unit-gap": { "red-army-9": "kazan" },
      "unit-source": { "red-army-9": "moskva", "white-sib-army-1": "omsk" },
    },
    { unit_at: { "red-army-9": "perm", "white-sib-army-1": "omsk" } },
  );
  assert.deepEqual(f.brokenChains(s), [
    { unit: "red-army-9", at: "perm", net: "red", gap: "kazan", cause: "enemy", source: "moskva" },
  ]);
});

void test("a way follows links through spaces that may be passed", () => {
  const [start] = t.spaces;
  const far = t.spaces.at(-1);
  assert.ok(start && far);
  const way = wayBetween(start.id, far.id, () => true);
  assert.deepEqual([way[0], way.at(-1)], [start.id, far.id]);
  way.slice(1).forEach((space, n) => {
    assert.ok(t.spaceNamed(way[n])?.neighbours.includes(space), `${way[n]} ${space}`);
  });
  const [around] = way.slice(1, -1);
  assert.ok(!wayBetween(start.id, far.id, (space) => space !== around).includes(around ?? ""));
  assert.deepEqual(
    wayBetween(start.id, far.id, () => false),
    [start.id, far.id],
  );
});

void test("what comes is read from the table of turns and the figures of the engine", () => {
  const s = withFigures(
    {
      "last-turn": 12,
      "ends-then": { "turn-11": 3 },
      "cards-join": { "turn-12": 1920 },
      "may-withdraw": { france: 1, usa: 0 },
      tsar: "out",
    },
    { turn: 10 },
  );
  assert.deepEqual(
    f.turnsToCome(s).map(({ number }) => number),
    [10, 11, 12],
  );
  assert.deepEqual(
    f.turnsToCome(s).map((turn) => f.endsIn(s, turn)),
    [null, 3, null],
  );
  assert.deepEqual(
    f.turnsToCome(s).map((turn) => f.joiningIn(s, turn)),
    [null, null, 1920],
  );
  assert.deepEqual([f.mayWithdraw(s, "france"), f.mayWithdraw(s, "usa"), f.tsarIs(s)], [true, false, "out"]);
});
