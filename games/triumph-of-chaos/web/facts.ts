// facts.ts: the table of Triumph of Chaos as the view has it, and what the engine says follows from it.
import type { GameEvent, View } from "client/core/protocol";
import type { Fact, Foreseen, Situation } from "client/core/situation";
import * as t from "./tables";

type By<T> = Record<string, T>;

/** The fields of the view that the board reads: see game.c of the engine. */
interface Fields {
  options: { politics: string; scenario: string };
  over: string | null;
  turn: number;
  round: number;
  phase: string;
  side: By<t.Side | null>;
  vp: By<number>;
  unit_at: By<string | null>;
  unit_where: By<string>;
  unit_flags: By<string[]>;
  unit_side?: By<string>;
  leader_at: By<string | null>;
  leader_where: By<string>;
  leader_flags: By<string[]>;
  owner: By<t.Owner>;
  marker: By<string[]>;
  partisans: By<string[]>;
  card_at: By<string>;
  pcard_at: By<string>;
  box: By<string>;
  faction_flags: By<string[]>;
  war: By<t.Side[]>;
  played: string[];
  hand_size: By<number>;
  deck_size: By<number>;
  infighting: string[];
  muddy: number;
  passive: number;
  finns_kept: number;
  this_turn: string[];
}

/** The table, with what the engine says of it. */
export interface State extends Fields {
  is: Situation;
}

export const stateOf = (view: View, is: Situation): State => ({ ...(view as unknown as Fields), is });

/** The arguments of a fact, by their types. */
const text = (fact: Fact | undefined, argument: string): string => String(fact?.[argument] ?? "");
const number = (fact: Fact | undefined, argument: string): number => Number(fact?.[argument] ?? 0);
const maybeNumber = (fact: Fact | undefined, argument: string): number | null => {
  const value = fact?.[argument] ?? null;
  return value === null ? null : Number(value);
};

/** A figure that is one of the two sides, or nobody. */
const party = (s: State, figure: string, key: string): t.Party => (s.is.name(figure, key) ?? "nobody") as t.Party;

/* ---- Seats and the turn --------------------------------------------------------------------------- */

/** The side that a seat plays; null while it is not decided, and for somebody who looks on. */
export const sideOf = (s: State, seat: string | null): t.Side | null => (seat === null ? null : (s.side[seat] ?? null));
export const seatOf = (s: State, side: t.Side): string | null =>
  Object.keys(s.side).find((seat) => s.side[seat] === side) ?? null;

export interface Turn {
  turn: number;
  year: number;
  month: number;
  season: string;
  rounds: number;
}

/** Null before the first turn. */
export function turnOf(s: State): Turn | null {
  const season = s.is.name("season");
  if (season === null) return null;
  const [year, month, rounds] = ["year", "month", "rounds"].map((figure) => s.is.number(figure));
  return { turn: s.turn, year: year ?? 0, month: month ?? 0, season, rounds: rounds ?? 0 };
}

export const isBidding = (s: State): boolean => s.is.last("bids-open") !== undefined;

/** How many Victory Cities count for a side now. */
export const citiesOf = (s: State, side: t.Side): number => s.is.number("cities", side);
export const factionsOf = (s: State, side: t.Side): number => s.is.number("factions", side);
export const stepsBooked = (s: State, side: t.Side): number => s.is.number("replacement-steps", side);

/* ---- Factions ------------------------------------------------------------------------------------ */

export const flagsOf = (s: State, faction: string): string[] => s.faction_flags[faction] ?? [];
export const conquerorOf = (s: State, faction: string): t.Party => party(s, "conqueror", faction);

/** The sides that are at war with a faction. */
export const enemiesOf = (s: State, faction: string): t.Side[] => s.war[faction] ?? [];
/** Has a side become its protector, because the other declared war on it? */
export const isProtected = (s: State, faction: string): boolean => flagsOf(s, faction).includes("protected");

/** Has the faction a controller who does not use its forces? */
export const isIdle = (s: State, faction: string): boolean =>
  party(s, "controller", faction) !== "nobody" && party(s, "faction-user", faction) === "nobody";

/** What lies on a space: its markers, and the partisans of either side. */
export const marksOn = (state: State, space: string): string[] => [
  ...(state.marker[space] ?? []),
  ...["red", "white"].filter((side) => state.partisans[side]?.includes(space)).map((side) => `partisans-${side}`),
];

/** The influence that lies on the marker of a faction: it is for WHITE above 0, and for RED below. */
export const netInfluence = (s: State, faction: string): number => s.is.number("net-influence", faction);

/* ---- Units and leaders --------------------------------------------------------------------------- */

/** The side for which a unit of a faction has risen, or "green"; "" if it is its faction's. */
export const turnedTo = (s: State, unit: string): string => {
  const side = s.unit_side?.[unit] ?? "own";
  return side === "own" ? "" : side;
};
export const hasFlag = (s: State, unit: string, flag: string): boolean => s.unit_flags[unit]?.includes(flag) ?? false;
export const isReduced = (s: State, unit: string): boolean => hasFlag(s, unit, "reduced");
export const unitUser = (s: State, unit: string): t.Party => party(s, "unit-user", unit);
export const leaderUser = (s: State, leader: string): t.Party => party(s, "leader-user", leader);

/** The numbers on the face that a unit shows. */
export interface Face {
  combat: number;
  loss: number;
  move: number;
}

export function faceOf(s: State, unit: string): Face {
  const of = (what: string): number => s.is.number(`unit-${what}`, unit);
  return { combat: of("combat"), loss: of("loss"), move: of("move") };
}

export interface Stack {
  units: string[];
  leaders: string[];
}

/** Who stands in each space that is not empty; armies come first. */
export function stacksOf(s: State): Map<string, Stack> {
  const stacks = new Map<string, Stack>();
  const at = (space: string): Stack => {
    const known = stacks.get(space) ?? { units: [], leaders: [] };
    stacks.set(space, known);
    return known;
  };
  for (const isArmy of [true, false])
    for (const unit of t.units) {
      const space = s.unit_at[unit.id];
      if (space && unit.isArmy === isArmy) at(space).units.push(unit.id);
    }
  for (const { id } of t.leaders) {
    const space = s.leader_at[id];
    if (space) at(space).leaders.push(id);
  }
  return stacks;
}

export const occupierOf = (s: State, space: string): t.Party => party(s, "occupier", space);
export const strengthAt = (s: State, space: string): number => s.is.number("strength", space);

/** The units of a side in its reserve, or among the dead. */
export const unitsIn = (s: State, where: string, side: t.Side): string[] =>
  t.units.filter(({ id }) => s.unit_where[id] === where && unitUser(s, id) === side).map(({ id }) => id);
export const leadersIn = (s: State, where: string, side: t.Side): string[] =>
  t.leaders.filter(({ id }) => s.leader_where[id] === where && leaderUser(s, id) === side).map(({ id }) => id);

/* ---- Cards --------------------------------------------------------------------------------------- */

/** The cards that the viewer sees in the hand of a side. */
export const handOf = (s: State, side: t.Side | null): t.Card[] =>
  t.cards.filter((card) => card.side === side && s.card_at[card.id] === "hand");

/** What an Action Card is worth; "?" where that is rolled for. */
export const valueOf = (s: State, card: t.Card): string => String(s.is.maybe("card-value", card.id) ?? "?");

/** The Political Cards of a pile that the viewer knows to be at a place. */
export const politicalIn = (s: State, place: string, pile: t.Pile): t.PoliticalCard[] =>
  t.politicalCards.filter((card) => card.pile === pile && s.pcard_at[card.id] === place);

export const pileSize = (s: State, pile: t.Pile): number => s.is.number("pile-size", pile);

/* ---- The Political Boxes ------------------------------------------------------------------------- */

export interface Laid {
  /** Null while the viewer does not know it. */
  card: t.Card | null;
  /** Null while it lies face down. */
  worth: number | null;
}

/** What a side has laid in a box; null if nothing lies there as far as the viewer knows. */
export function laidIn(s: State, side: t.Side, pile: t.Pile): Laid | null {
  const fact = s.is.all("laid").find((one) => one["side"] === side && one["box"] === pile);
  return fact ? { card: t.cardNamed(text(fact, "card")), worth: maybeNumber(fact, "worth") } : null;
}

export interface Box {
  /** Who chooses, or has chosen, its Political Cards. */
  chooser: t.Side | null;
  chosen: number;
  random: number;
  /** Replacement steps that were announced with the cards chosen. */
  announced: number;
}

export function boxOf(s: State, pile: t.Pile): Box {
  const fact = s.is.all("box").find((one) => one["box"] === pile);
  return {
    chooser: (fact?.["chooser"] ?? null) as t.Side | null,
    chosen: number(fact, "chosen"),
    random: number(fact, "random"),
    announced: s.is.number("announced-steps", pile),
  };
}

/** Who chooses Political Cards now, and from which pile; null if nobody does. */
export function choiceOf(s: State): { side: t.Side; pile: t.Pile } | null {
  const fact = s.is.last("chooses");
  return fact ? { side: fact["side"] as t.Side, pile: fact["pile"] as t.Pile } : null;
}

/** The special Political Card that is in force. */
export const specialOf = (s: State): string | null => text(s.is.last("special"), "card") || null;

/* ---- The operation ------------------------------------------------------------------------------- */

export interface Operation {
  side: t.Side;
  /** Null for a special action. */
  card: t.Card | null;
  use: string;
  activates: { put: number; spaces: number } | null;
  /** The points that a redeployment has left. */
  redeploys: number | null;
}

/** What is played in the Action Round under way; null if nothing has been played yet. */
export function operationOf(s: State): Operation | null {
  const plays = s.is.last("plays");
  if (!plays) return null;
  const inRound = (kind: string): Fact | undefined => s.is.all(kind).find(({ frame }) => frame === plays.frame);
  const activates = inRound("activates");
  return {
    side: plays["side"] as t.Side,
    card: t.cardNamed(text(plays, "card")),
    use: text(plays, "use"),
    activates: activates ? { put: number(activates, "put"), spaces: number(activates, "spaces") } : null,
    redeploys: maybeNumber(inRound("redeploys"), "points"),
  };
}

export interface Group {
  from: string;
  at: string;
  points: number;
}

/** The group that moves; null if none does. */
export function groupOf(s: State): Group | null {
  const fact = s.is.last("group");
  return fact ? { from: text(fact, "from"), at: text(fact, "at"), points: number(fact, "points") } : null;
}

/** A march that can be ordered: the spaces of its way, the first and the last included, and what it would come to. */
export interface March {
  way: string[];
  cost: number;
  facts: Fact[];
}

/** The marches to a space among the legal actions; those from `from` alone, if it is given. */
export function marchesTo(foreseen: Foreseen, to: string, from: string | null = null): March[] {
  return Object.entries(foreseen).flatMap(([action, facts]) => {
    const [verb, start = "", end] = action.split(" ");
    if (verb !== "march" || end !== to || (from !== null && from !== start)) return [];
    const through = facts.filter(({ fact }) => fact === "would-pass").map((fact) => text(fact, "space"));
    const cost = number(
      facts.find(({ fact }) => fact === "would-march"),
      "cost",
    );
    return [{ way: [start, ...through, to], cost, facts }];
  });
}

/* ---- Combat -------------------------------------------------------------------------------------- */

/** Why a column is shifted, or what is added to a die, by which clause. */
export interface Reason {
  kind: "shift" | "modifier";
  /** A name of the list shift-cause or fire-modifier. */
  why: string;
  amount: number;
  clause: string;
}

/** The loss number that a die from `first` to `last` inflicts. */
export interface LossRow {
  first: number;
  last: number;
  loss: number;
}

/** How a side comes to the column and the die with which it fires. */
export interface Fire {
  strength: number;
  shift: number;
  column: number;
  bonus: number;
  clause: string;
  reasons: Reason[];
  /** Empty where it was not told. */
  table: LossRow[];
}

export type Fires = Partial<Record<t.Role, Fire>>;

/** One side of a combat. */
export interface Fighters {
  role: t.Role;
  side: t.Party;
  units: string[];
  leaders: string[];
  /** The strength of those who still stand. */
  strength: number;
  /** Null while nobody attacks, and after the dice. */
  fire: Fire | null;
  /** Null before it is rolled. */
  die: number | null;
  /** The loss number that the side takes, and what is left of it; null before the dice. */
  loss: number | null;
  left: number;
}

/** How the defender left or stayed, as a word of the catalogue after "web.". */
export type Result = "withdrawn" | "held" | "retreat";

export interface Combat {
  target: string;
  terrain: string;
  from: string[];
  attacker: Fighters;
  defender: Fighters;
  result: Result | null;
  /** How many spaces the defender retreats. */
  retreat: number;
}

const reasonIn = (fact: Fact): Reason => ({
  kind: fact.fact === "shift" ? "shift" : "modifier",
  why: text(fact, "why"),
  amount: number(fact, fact.fact === "shift" ? "columns" : "amount"),
  clause: fact.clause,
});

/** How a side fires, by the facts about it: its fire, and what explains that. */
function fireIn(facts: Fact[]): Fire | null {
  const fire = facts.find(({ fact }) => fact === "fire");
  if (!fire) return null;
  return {
    strength: number(fire, "strength"),
    shift: number(fire, "shift"),
    column: number(fire, "column"),
    bonus: number(fire, "bonus"),
    clause: fire.clause,
    reasons: facts.filter(({ fact }) => fact === "shift" || fact === "fire-modifier").map(reasonIn),
    table: facts
      .filter(({ fact }) => fact === "fire-table")
      .map((row) => ({ first: number(row, "first"), last: number(row, "last"), loss: number(row, "loss") })),
  };
}

/** The combat under way; null if there is none. */
export function combatOf(s: State): Combat | null {
  const combat = s.is.last("combat");
  if (!combat) return null;
  const all = (kind: string): Fact[] => s.is.all(kind).filter(({ frame }) => frame === combat.frame);
  const fighters = (role: t.Role): Fighters => {
    const of = (kind: string): Fact[] => all(kind).filter((fact) => fact["role"] === role);
    const [losses] = of("losses");
    return {
      role,
      side: combat[role] as t.Party,
      units: of("fights").map((fact) => text(fact, "unit")),
      leaders: of("leads").map((fact) => text(fact, "leader")),
      strength: s.is.number("combat-strength", role),
      fire: fireIn(s.is.facts.filter((fact) => fact.frame === combat.frame && fact["role"] === role)),
      die: maybeNumber(of("rolled")[0], "die"),
      loss: maybeNumber(losses, "loss"),
      left: number(losses, "left"),
    };
  };
  const [retreats] = all("retreats");
  const result =
    all("withdrawn").length + all("withdrawn-unled").length
      ? "withdrawn"
      : all("retreat-cancelled").length
        ? "held"
        : retreats
          ? "retreat"
          : null;
  return {
    target: text(combat, "target"),
    terrain: text(combat, "terrain"),
    from: all("attack-from").map((fact) => text(fact, "space")),
    attacker: fighters("attacker"),
    defender: fighters("defender"),
    result,
    retreat: number(retreats, "spaces"),
  };
}

/** How the sides of a combat fired, as the events of its dice tell. */
export function firesTold(combat: Combat, events: GameEvent[]): Fires {
  let fires: Record<t.Role, Reason[]> & { told: Fires } = { attacker: [], defender: [], told: {} };
  for (const { event, args, clause } of events) {
    const role: t.Role = args[0] === combat.attacker.side ? "attacker" : "defender";
    const [, first, second, third] = args.map(Number);
    const reason = (kind: Reason["kind"], amount: number): void => {
      fires[role].push({ kind, why: String(args[1]), amount, clause });
    };
    if (event === "attack" || event === "counter") fires = { attacker: [], defender: [], told: {} };
    if (event === "shifted") reason("shift", -(second ?? 0));
    if (event === "shifted-right") reason("shift", second ?? 0);
    if (event === "combat-bonus") reason("modifier", second ?? 0);
    if (event === "column")
      fires.told[role] = {
        strength: first ?? 0,
        shift: second ?? 0,
        column: third ?? 0,
        bonus: 0,
        clause,
        reasons: fires[role],
        table: [],
      };
    const fire = fires.told[role];
    if (event === "modifier" && fire) fire.bonus = first ?? 0;
  }
  return fires.told;
}

/* ---- Supply -------------------------------------------------------------------------------------- */

/** Of a unit on the map: 2 in full supply, 1 in limited, 0 in none; null if it is not known now. */
export const supplyOf = (s: State, unit: string): number | null => s.is.maybe("unit-supply", unit);

/** Why a unit is out of supply. */
export interface Broken {
  unit: string;
  at: string;
  net: string;
  /** Where its chain is broken; null if its net has no source. */
  gap: string | null;
  cause: string;
  /** The source behind the gap. */
  source: string | null;
}

export function brokenChains(s: State): Broken[] {
  return t.units.flatMap(({ id }) => {
    const at = s.unit_at[id];
    const net = s.is.name("unit-net", id);
    const cause = s.is.name("gap-cause", id);
    if (!at || net === null || cause === null) return [];
    return [{ unit: id, at, net, gap: s.is.name("unit-gap", id), cause, source: s.is.name("unit-source", id) }];
  });
}

/** How a net feeds a space: 2 in full, 1 by a limited link, 0 not at all. */
export const fedBy = (s: State, net: string, space: string): number => s.is.number(`fed-${net}`, space);

/* ---- The war ------------------------------------------------------------------------------------- */

export const goldTrain = (s: State): string | null => s.is.name("gold-train");
export const goldOwner = (s: State): t.Party => (s.is.name("gold-owner") ?? "nobody") as t.Party;

/** Where the Tsar is; null in a game that he takes no part in. */
export const tsarIs = (s: State): string | null => s.is.name("tsar");

export interface Poland {
  /** A name of the list polish-state. */
  state: string;
  apart: boolean;
  mayTryMoskva: boolean;
  reach: string[];
  /** The lands whose first entry by RED makes Poland answer, with what is added to the die. */
  triggers: { land: string; modifier: number | null }[];
  income: Record<t.Side, number>;
}

/** Null in a game without Poland. */
export function polandOf(s: State): Poland | null {
  const state = s.is.name("polish-state");
  if (state === null) return null;
  return {
    state,
    apart: s.is.number("poles-apart") > 0,
    mayTryMoskva: s.is.number("may-try-moskva") > 0,
    reach: s.is.having("polish-reach"),
    triggers: s.is.having("response-waits").map((land) => ({ land, modifier: s.is.maybe("response-modifier", land) })),
    income: { red: s.is.number("polish-income", "red"), white: s.is.number("polish-income", "white") },
  };
}

/** The events that are in force, with what each permits or forbids. */
export const eventsInForce = (s: State): { card: t.Card; permission: string }[] =>
  t.cards.flatMap((card) => {
    const permission = s.is.name("in-force", card.id);
    return permission === null ? [] : [{ card, permission }];
  });

/** What lasts for this turn or phase, as the last part of a word of the catalogue. */
export const lastingOf = (s: State): string[] => [
  ...(s.muddy ? ["muddy"] : []),
  ...(s.passive ? ["passive"] : []),
  ...(s.finns_kept ? ["finns-kept"] : []),
  ...s.this_turn,
];

export interface Objective {
  id: string;
  holds: boolean;
  /** Whether RED has written it; null if the viewer may not know. */
  isWritten: boolean | null;
}

/** The conditions of the 1919 scenario; none in another one. */
export function objectivesOf(s: State): Objective[] {
  return t.objectives.flatMap((id) => {
    const holds = s.is.maybe("objective-holds", id);
    const written = s.is.maybe("objective-written", id);
    return holds === null ? [] : [{ id, holds: holds > 0, isWritten: written === null ? null : written > 0 }];
  });
}

/** The turns from this one to the last. */
export const turnsToCome = (s: State): t.TurnRow[] =>
  t.turns.filter(({ number: n }) => n >= s.turn && n <= s.is.number("last-turn"));

/** Is the Power in the game, so that it can withdraw? */
export const mayWithdraw = (s: State, power: string): boolean => s.is.number("may-withdraw", power) > 0;

/** The year whose cards join the decks in a turn; null if none do. */
export const joiningIn = (s: State, turn: t.TurnRow): number | null => s.is.maybe("cards-join", turn.id);

/** The highest die that ends the game in a turn; null if none is rolled. */
export const endsIn = (s: State, turn: t.TurnRow): number | null => s.is.maybe("ends-then", turn.id);
