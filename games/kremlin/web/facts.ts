// facts.ts: the table of Kremlin: the fields of the view, and what the engine says about it.
import declared from "declared:kremlin";
import type { View } from "client/core/protocol";
import type { Fact, Situation } from "client/core/situation";

type By<T> = Record<string, T>;

/** The fields of the view that the board reads; game.c of the engine declares them. */
interface Fields {
  options: { rules: "basic" | "advanced" | "swiss"; intrigue?: "rules" | "yes" | "no" };
  over: string | null;
  year: number;
  /** The number of the phase, 1 to 8. */
  phase: number;
  place: By<string>;
  cure: string[];
  suspect: string[];
  /** For each year, the politician who waved. */
  waved: By<string | null>;
  /** For each year, the faction for which he waved. */
  waved_for: By<string | null>;
  winners: string[];
  /** Where an Intrigue card is: a faction, deck, discards, table, gone, unseen. */
  card: By<string>;
  hand_size: By<number>;
  /** For each faction, the card that it is about to announce, under seal. */
  intent: By<string | null>;
  /** For each faction, the card that it is about to give away, under seal. */
  gift: By<string | null>;
  gift_to: By<string | null>;
  fever: number;
  vaccinated: string[];
  outing: string[];
  no_visits: number;
  specialist: string | null;
  guarded: By<string | null>;
  imposed: string | null;
  blackmail: { actor: string | null; target: string | null };
  chief_blackmail: { author: string | null; holder: string | null };
  chief_blackmail_men: { chief: string | null; blackmailer: string | null };
  pravda: string | null;
  pravda_for: string | null;
  /** For each faction and politician; null if it is hidden from the viewer. */
  written: By<By<number> | null>;
  shown: By<By<number>>;
  declared: By<By<number>>;
  /** What a faction is about to declare, under seal; null if it is hidden from the viewer. */
  pending: By<By<number> | null>;
}

/** The fields of the view, with what the engine says about them. */
export interface State extends Fields {
  is: Situation;
}

export const stateOf = (view: View, is: Situation): State => ({ ...(view as unknown as Fields), is });

/** Returns the politician or faction that a fact names; null if there is none. */
export function nameIn(fact: Fact | undefined, argument: string): string | null {
  const name = fact?.[argument] ?? null;
  return name === null ? null : String(name);
}

/* ---- The house ----------------------------------------------------------------------------------- */

/** The posts of the Politburo floor by floor, as the house shows them. */
export const FLOORS = [["chief"], ["kgb", "foreign", "defense"], ["ideology", "industry", "economy", "sport"]];

export const holder = (s: State, post: string): string | null => s.is.name("holder", post);
export const members = (s: State): string[] => FLOORS.flat().flatMap((post) => holder(s, post) ?? []);

/** Returns the politicians in a place, the oldest first. */
export function everybodyIn(s: State, place: string): string[] {
  const rank = (id: string) => s.is.number("seniority", id);
  return politicians.filter((id) => s.place[id] === place).sort((a, b) => rank(a) - rank(b));
}

/* ---- Politicians --------------------------------------------------------------------------------- */

export interface Politician {
  /** His place in the order of the letters, 0 the first. */
  index: number;
  letter: string;
  printedAge: number;
  strength: string;
  weakness: string;
}

const attributes = declared.attributes["politician"] ?? {};
const A = "A".charCodeAt(0);

export const politicians: string[] = Object.keys(attributes);

export function politician(id: string): Politician {
  const index = politicians.indexOf(id);
  const of = attributes[id];
  return {
    index,
    letter: String.fromCharCode(A + index),
    printedAge: Number(of?.["age"]),
    strength: String(of?.["strength"]),
    weakness: String(of?.["weakness"]),
  };
}

export const age = (s: State, id: string): number => s.is.number("age", id);
export const crosses = (s: State, id: string): number => s.is.number("crosses", id);
export const isAway = (s: State, id: string): boolean => s.is.number("away", id) > 0;
export const controller = (s: State, id: string): string | null => s.is.name("controller", id);
/** Returns what protecting cards take off a purge roll against a politician. */
export const protection = (s: State, id: string): number => s.is.number("protection", id);
/** Returns 1 if a politician is strong in his post, -1 if he is weak in it. */
export const suits = (s: State, id: string): number => s.is.number("suits", id);
export const wavesOf = (s: State, id: string): number => s.is.number("waves-of", id);
/** Returns whether a politician is dead or retired. */
export const isGone = (s: State, id: string): boolean => s.place[id] === "wall" || s.place[id] === "retired";
export const isInSiberia = (s: State, id: string): boolean => s.place[id] === "siberia";

/** Returns what the die of a purge must reach, and the chance in percent; null if he cannot be purged. */
export function purgeOf(s: State, id: string): { needs: number; chance: number } | null {
  const needs = s.is.maybe("purge-needs", id);
  return needs === null ? null : { needs, chance: s.is.number("purge-chance", id) };
}

/** The chances of a Health roll in percent. */
export interface HealthChances {
  better: number;
  worse: number;
  dies: number;
}

/** Returns the chances of his next Health roll, where he is now; null if he makes none. */
export function healthOf(s: State, id: string): HealthChances | null {
  const where = isAway(s, id) ? "cure" : "work";
  const better = s.is.maybe(`${where}-better`, id);
  if (better === null) return null;
  return { better, worse: s.is.number(`${where}-worse`, id), dies: s.is.number(`${where}-dies`, id) };
}

/* ---- The game ------------------------------------------------------------------------------------ */

/** Returns whether there are Intrigue cards. */
export const hasCards = (s: State): boolean =>
  s.options.intrigue === "yes" || (s.options.intrigue !== "no" && s.options.rules === "advanced");
/** Returns whether strengths and weaknesses count. */
export const hasStrengths = (s: State): boolean => s.options.rules === "advanced" || hasCards(s);
export const isSwiss = (s: State): boolean => s.options.rules === "swiss";
export const factions = (s: State): string[] => Object.keys(s.hand_size);

/** Returns the phase that is being played; null if the game is over. */
export const phaseOf = (s: State): string | null => nameIn(s.is.last("date"), "phase");
export const isSetUp = (s: State): boolean => phaseOf(s) === "set-up";

/** Returns the years that can have a parade. */
export const paradeYears = (s: State): number[] => Object.keys(s.waved).map(Number);

/** Returns the politician whom the chief's new order puts into a post; null if nothing changes there. */
export const orderedTo = (s: State, post: string): string | null =>
  nameIn(
    s.is.all("order").find((fact) => fact["post"] === post),
    "who",
  );

/** Returns the number on an Intrigue card. */
export const cardAmount = (card: string): number => Number(declared.attributes["intrigue"]?.[card]?.["amount"] ?? 0);

/* ---- Influence ----------------------------------------------------------------------------------- */

export const written = (s: State, faction: string, id: string): number => s.written[faction]?.[id] ?? 0;
export const shown = (s: State, faction: string, id: string): number => s.shown[faction]?.[id] ?? 0;
export const pending = (s: State, faction: string, id: string): number => s.pending[faction]?.[id] ?? 0;

export const pointsLeft = (s: State, faction: string): number => s.is.number("points-left", faction);
export const pointsShown = (s: State, faction: string): number => s.is.number("points-shown", faction);
export const wavesFor = (s: State, faction: string): number => s.is.number("waves-for", faction);

/** Returns the numbers of a sheet, the highest first. */
export function sheetNumbers(s: State): number[] {
  const highest = s.is.number("highest-number");
  return Array.from({ length: highest }, (_, n) => highest - n);
}

/** The points of a faction on a politician, as far as the viewer knows them. */
export interface Stake {
  faction: string;
  declared: number;
  pending: number;
  /** Points that are written, but neither declared nor under seal. */
  hidden: number;
}

function stakeOf(s: State, faction: string, id: string): Stake {
  const sealed = pending(s, faction, id);
  return {
    faction,
    declared: s.declared[faction]?.[id] ?? 0,
    pending: sealed,
    hidden: Math.max(0, written(s, faction, id) - shown(s, faction, id) - sealed),
  };
}

/** Returns the stakes on a politician: the controller first, then the viewer, then by points. */
export function stakesOn(s: State, id: string, me: string | null): Stake[] {
  const first = controller(s, id);
  const weight = (stake: Stake) => (stake.faction === first ? 1000 : stake.faction === me ? 500 : stake.declared);
  return factions(s)
    .map((faction) => stakeOf(s, faction, id))
    .filter((stake) => stake.declared + stake.pending + stake.hidden > 0)
    .sort((a, b) => weight(b) - weight(a));
}
