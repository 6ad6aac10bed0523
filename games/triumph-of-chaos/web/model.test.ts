// model.test.ts: what the board concludes from a view: users, cities, stacks, boxes, combat; and how the land lies.
import assert from "node:assert/strict";
import test from "node:test";
import type { GameEvent } from "client/core/protocol";
import { shortMark } from "./counters";
import { land, leaderSlots, UNIT, unitSlots } from "./geometry";
import * as m from "./model";
import * as t from "./tables";

const each = <T>(rows: { id: string }[], value: T): Record<string, T> => Object.fromEntries(rows.map(({ id }) => [id, value]));

function sure<T>(thing: T | null | undefined): T {
  if (thing === null || thing === undefined) throw new Error("it is not in the tables");
  return thing;
}

/** Nobody has anything, nobody stands anywhere. */
function view(change: Partial<m.TView> = {}): m.TView {
  const none = { red: 0, white: 0 };
  const blank = {
    options: { scenario: "1918", politics: "full", sides: "fixed" },
    over: null,
    stack: [],
    turn: 1,
    phase: "action",
    side: { first: "white", second: "red" },
    vp: none,
    unit_at: each<string | null>(t.units, null),
    unit_where: each(t.units, "out"),
    unit_flags: each<string[]>(t.units, []),
    leader_at: each<string | null>(t.leaders, null),
    leader_where: each(t.leaders, "out"),
    leader_flags: each<string[]>(t.leaders, []),
    owner: each<t.Owner>(t.spaces, "nobody"),
    marker: each<string[]>(t.spaces, []),
    card_at: each(t.cards, "unseen"),
    pcard_at: each(t.politicalCards, "pile"),
    box: each(t.factions, "neutral"),
    faction_flags: each<string[]>(t.factions, []),
    ip: { red: {}, white: {} },
    soft_ip: { red: {}, white: {} },
    worth: { red: {}, white: {} },
    combat_target: null,
    combat_kind: 0,
    combat_side: { attacker: "nobody", defender: "nobody" },
    combat_die: { attacker: 0, defender: 0 },
  };
  return { ...blank, ...change } as unknown as m.TView;
}

const among = <T>(base: Record<string, T>, change: Record<string, T>): Record<string, T> => ({ ...base, ...change });

test("the tables are whole", () => {
  const tables = [t.spaces, t.units, t.leaders, t.cards, t.politicalCards, t.factions];
  assert.deepEqual(tables.map(({ length }) => length), [260, 306, 40, 108, 66, 18]);
  assert.deepEqual(t.links.filter(({ a, b }) => !t.spaceNamed(a) || !t.spaceNamed(b)), []);
  assert.deepEqual(t.units.filter(({ faction }) => faction && !t.factionNamed(faction)), []);
  assert.deepEqual(t.politicalCards.flatMap(({ influence }) => influence).filter(([id, n]) => !t.factionNamed(id) || n === 0), []);
});

test("a faction's forces serve its controller, unless that side is barred and not its protector", () => {
  const { id, barred } = sure(t.factions.find((one) => one.barred !== null));
  const side = sure(barred);
  const blank = view();
  const box = among(blank.box, { [id]: `${side}-control` });
  const flagged = (flag: string) => m.factionUser(view({ box, faction_flags: among(blank.faction_flags, { [id]: [flag] }) }), id);
  assert.equal(m.factionUser(view({ box }), id), "nobody");
  assert.deepEqual([flagged("protected"), flagged("called"), flagged("ever")], [side, side, "nobody"]);
  assert.equal(m.factionUser(view({ box: among(blank.box, { [id]: `${m.otherSide(side)}-control` }) }), id), m.otherSide(side));
});

test("influence is no control, and a conquered faction serves its conqueror", () => {
  const blank = view();
  assert.equal(m.factionUser(view({ box: among(blank.box, { khiva: "red-influence" }) }), "khiva"), "nobody");
  assert.equal(m.factionUser(view({ faction_flags: among(blank.faction_flags, { khiva: ["by-white"] }) }), "khiva"), "white");
});

test("a city counts for its owner; a Czech one for WHITE while the Legion leans to him", () => {
  const blank = view();
  const kazan = sure(t.spaceNamed("kazan"));
  assert.equal(m.cityCountsFor(view({ owner: among<t.Owner>(blank.owner, { kazan: "red" }) }), kazan), "red");
  const owner = among<t.Owner>(blank.owner, { kazan: "czech-legion" });
  assert.equal(m.cityCountsFor(view({ owner }), kazan), "nobody");
  const v = view({ owner, box: among(blank.box, { "czech-legion": "white-influence" }) });
  assert.equal(m.cityCountsFor(v, kazan), "white");
  assert.deepEqual(m.countCities(v), { red: 0, white: 1 });
});

test("where the Central Powers stand a city counts for nobody, or for who lost it to them", () => {
  const blank = view();
  const campaign = { scenario: "campaign", politics: "full", sides: "fixed" };
  const soldier = sure(t.units.find(({ faction }) => faction === "central-powers"));
  const kazan = sure(t.spaceNamed("kazan"));
  const owner = among<t.Owner>(blank.owner, { kazan: "red" });
  const taken = { options: campaign, owner, unit_at: among<string | null>(blank.unit_at, { [soldier.id]: "kazan" }) };
  assert.equal(m.cityCountsFor(view(taken), kazan), "nobody");
  assert.equal(m.cityCountsFor(view({ ...taken, marker: among(blank.marker, { kazan: ["credit"] }) }), kazan), "white");
  assert.equal(m.cityCountsFor(view({ ...taken, faction_flags: among(blank.faction_flags, { "central-powers": ["withdrawn"] }) }), kazan), "red");
});

test("stacks have armies first; numbers are those of the face that is up", () => {
  const blank = view();
  const v = view({
    unit_at: among<string | null>(blank.unit_at, { "red-corps-5": "kazan", "red-army-9": "kazan" }),
    leader_at: among<string | null>(blank.leader_at, { "red-trotsky": "kazan" }),
    unit_flags: among(blank.unit_flags, { "red-army-9": ["reduced"] }),
  });
  assert.deepEqual(m.stacksOf(v).get("kazan"), { units: ["red-army-9", "red-corps-5"], leaders: ["red-trotsky"] });
  assert.equal(m.stacksOf(v).size, 1);
  assert.deepEqual([m.faceOf(v, "red-army-9").combat, m.stepsLeft(v, "red-army-9")], [3, 1]);
  assert.deepEqual([m.faceOf(blank, "red-army-9").combat, m.stepsLeft(blank, "red-army-9")], [4, 2]);
});

test("a hand is what the viewer's side holds; boxes show what lies there", () => {
  const blank = view();
  const v = view({
    card_at: among(blank.card_at, { w1: "hand", w2: "red-box", r1: "other-box" }),
    worth: { red: { other: 4 }, white: {} },
  });
  assert.deepEqual(m.handOf(v, m.sideOf(v, "first")).map(({ id }) => id), ["w1"]);
  assert.deepEqual(m.handOf(v, null), []);
  assert.equal(m.boxCard(v, "white", "red")?.id, "w2");
  assert.equal(m.boxCard(v, "red", "red"), null);
  assert.deepEqual([m.isOpened(v, "red", "other"), m.isOpened(v, "white", "red")], [true, false]);
  assert.equal(m.seatOf(v, "red"), "second");
});

test("a pile is counted though the other side's choice hides which cards are left", () => {
  const all = t.politicalCards.filter(({ pile }) => pile === "red").map(({ id }) => id);
  const unseen = Object.fromEntries(all.map((id) => [id, "unseen"]));
  const box_chosen = { red: 2, white: 0, other: 0 };
  assert.equal(m.pileSize(view({ box_chosen, pcard_at: among(view().pcard_at, unseen) }), "red"), all.length - 2);
  const mine = Object.fromEntries(all.slice(0, 2).map((id) => [id, "chosen"]));
  assert.equal(m.pileSize(view({ box_chosen, pcard_at: among(view().pcard_at, mine) }), "red"), all.length - 2);
});

test("who chooses from which pile follows from the step", () => {
  assert.equal(m.choosingFrom(view()), null);
  assert.equal(m.choosingFrom(view({ stack: [{ step: "choose", asked: ["first"], v: [2, 1, 1, 0] }] })), "other");
});

test("before the dice fall everybody in the target defends it; then those who fight", () => {
  const blank = view();
  const combat = {
    unit_at: among<string | null>(blank.unit_at, { "red-army-9": "kazan", "red-corps-5": "kazan", "white-sib-army-1": "simbirsk" }),
    combat_target: "kazan",
    combat_side: { attacker: "white" as const, defender: "red" as const },
  };
  const before = view(combat);
  assert.deepEqual([m.fighting(before, "attacker"), m.fighting(before, "defender")], [[], ["red-army-9", "red-corps-5"]]);
  const unit_flags = among(blank.unit_flags, { "white-sib-army-1": ["fights"], "red-army-9": ["fights", "fell"] });
  const after = view({ ...combat, unit_flags, combat_die: { attacker: 3, defender: 5 } });
  assert.deepEqual([m.fighting(after, "attacker"), m.fighting(after, "defender")], [["white-sib-army-1"], ["red-army-9"]]);
  assert.equal(m.strengthOf(after, m.fighting(after, "defender")), 0);
});

test("columns and modifiers are read from the events of the latest combat", () => {
  const event = (name: string, ...args: (string | number)[]): GameEvent => ({ event: name, clause: "", args });
  const events = [
    event("column", "red", 9, 0, 9),
    event("attack", "white", "kazan", "simbirsk"),
    event("column", "white", 7, -1, 5),
    event("modifier", "white", 1, 1),
    event("column", "red", 3, 0, 3),
  ];
  const fires = m.firesOf(view({ combat_target: "kazan" }), events);
  assert.deepEqual(fires.attacker, { strength: 7, shift: -1, column: 5, modifiers: 1 });
  assert.deepEqual(fires.defender, { strength: 3, shift: 0, column: 3, modifiers: 0 });
  assert.deepEqual(m.firesOf(view(), events), {});
});

test("every space has land of its own, and shares borders with others", () => {
  const { cells, borders } = land();
  assert.equal(cells.length, t.spaces.length);
  const bordering = new Set(borders.flatMap(({ a, b }) => [a.id, b.id]));
  assert.equal(bordering.size, t.spaces.length);
  assert.ok(borders.some(({ outer }) => outer) && borders.some(({ outer }) => !outer));
  assert.deepEqual(borders.filter(({ a, b, outer }) => !outer && a.region !== b.region), []);
});

test("units of a stack lie side by side above the space, leaders above them", () => {
  assert.deepEqual(unitSlots(1), [[-UNIT / 2, -10 - UNIT]]);
  const three = unitSlots(3);
  assert.equal(new Set(three.map(String)).size, 3);
  assert.ok(three.every(([x, y]) => x >= -UNIT && x + UNIT <= UNIT && y + UNIT <= -10));
  const [lowest] = leaderSlots(1, 3);
  assert.ok(lowest && lowest[1] < Math.min(...three.map(([, y]) => y)));
});

test("marks fit a counter", () => {
  assert.equal(shortMark(t.unitNamed("red-army-10")), "10");
  assert.deepEqual(t.units.filter((unit) => shortMark(unit).length > 2), []);
});
