// state.ts: the view of Atomic Business, and what follows from it, counted as the rules count.
import powerRows from "table:atomic-business/powers";
import secretRows from "table:atomic-business/secrets";
import spaceRows from "table:atomic-business/spaces";
import type { View } from "client/core/protocol";

export type Kind = "nuclear" | "tourist";
export type Side = "attack" | "defence";
export type Way = "none" | "palace" | "airport";

export interface Frame {
  step: string;
  v: number[];
}

/** The fields of the view that are read; see words.c of the game. */
export interface State {
  players: number;
  options: { diplomats: string; series: string };
  over: string | null;
  stack: Frame[];
  place: Record<string, string>;
  load: Record<string, Kind | "unseen" | null>;
  known_to: Record<string, string[]>;
  barred: Record<string, string[]>;
  way: Record<string, Way>;
  surcharged: string[];
  gone: Record<Kind, number>;
  hands: Record<string, string | null>;
  discard: Record<string, number>;
  answer: Record<string, string | null>;
  points: number;
  mover: string | null;
  plates: number;
  ballot_by: string | null;
  attackers: string[];
  cancelled: number;
  immune: number;
  bonus: Record<Side, number>;
  malus: Record<Side, number>;
  idle: number;
  games_left: number;
  winner: string | null;
  score: Record<string, number>;
}

export const readState = (view: View): State => view as unknown as State;

export const POINTS = 5;
export const IDLE_ROUNDS = 100;
export const MANY_IDLE = 50;
const EACH = 5;
const CASES_EACH: Record<Kind, number> = { nuclear: 2, tourist: 4 };

const ids = (rows: Record<string, string>[]): string[] => rows.map((row) => row["id"] ?? "");

const allPowers = ids(powerRows);
/** With "home" before the street and "removed" behind it. */
export const spaces = ids(spaceRows);
const AIRPORT = spaces.indexOf("airport");
const PALACE = spaces.indexOf("palace");
export const street = spaces.slice(AIRPORT, PALACE + 1);

export interface Secret {
  name: string;
  copies: number;
  family: string;
  amount: number;
}

/** By effect, in the order of the table. */
export const secrets: Secret[] = secretRows.map((row) => ({
  name: row["effect"] ?? "",
  copies: Number(row["copies"]),
  family: row["family"] ?? "",
  amount: Number(row["amount"]),
}));

export const secretNamed = (name: string): Secret | undefined => secrets.find((one) => one.name === name);

/* ---- Powers and their diplomats ---------------------------------------------------------------- */

export const powersOf = (s: State): string[] => allPowers.slice(0, s.players);
export const powerAt = (index: number | undefined): string => allPowers[index ?? 0] ?? "";
export const ownerOf = (pawn: string): string => pawn.slice(0, pawn.lastIndexOf("-"));
export const numberOf = (pawn: string): string => pawn.slice(pawn.lastIndexOf("-") + 1);

export const pawnsEach = (s: State): number => (s.options.diplomats === "4" ? EACH - 1 : EACH);

const pawnsOfPower = (power: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${power}-${i + 1}`);

export const pawnsOf = (s: State, power: string): string[] => pawnsOfPower(power, pawnsEach(s));
export const pawnAt = (index: number | undefined): string => `${powerAt(Math.floor((index ?? 0) / EACH))}-${((index ?? 0) % EACH) + 1}`;

export const pawnsIn = (s: State, power: string, space: string): string[] => pawnsOf(s, power).filter((pawn) => s.place[pawn] === space);
export const everybodyIn = (s: State, space: string): string[] => powersOf(s).flatMap((power) => pawnsIn(s, power, space));

export const isLoaded = (s: State, pawn: string): boolean => (s.load[pawn] ?? null) !== null;
export const isOut = (s: State, power: string): boolean => pawnsOfPower(power, EACH).every((pawn) => s.place[pawn] === "removed");

/* ---- Whose turn --------------------------------------------------------------------------------- */

const BEFORE_TURNS = new Set(["series", "deal", "first-lot"]);

/** Null: before the first turn, or after the last. */
export function turnOf(s: State): string | null {
  const base = s.stack[0];
  return !base || s.over || BEFORE_TURNS.has(base.step) ? null : powerAt(base.v[0]);
}

export const isSeries = (s: State): boolean => s.options.series !== "1";

/** What was called last of these steps and still goes on. */
const lastFrame = (s: State, fits: (step: string) => boolean): Frame | undefined =>
  s.stack.slice(1).reverse().find((one) => fits(one.step));

/* ---- Briefcases --------------------------------------------------------------------------------- */

export const casesInPlay = (s: State, kind: Kind): number => s.players * CASES_EACH[kind];

export function reserveSize(s: State): number {
  const left = casesInPlay(s, "nuclear") + casesInPlay(s, "tourist") - s.gone.nuclear - s.gone.tourist;
  return left - Object.values(s.load).filter((load) => load !== null).length;
}

/* ---- Pressures ---------------------------------------------------------------------------------- */

export function mayPress(s: State, power: string, pawn: string): boolean {
  return power !== ownerOf(pawn) && !s.barred[pawn]?.includes(power) && pawnsIn(s, power, s.place[pawn] ?? "").length > 0;
}

const onStreet = (s: State, pawn: string): boolean => {
  const at = spaces.indexOf(s.place[pawn] ?? "");
  return at >= AIRPORT && at < PALACE;
};

/** AB-PR-1: outnumbered by those who may still press him. */
export function isPressable(s: State, pawn: string): boolean {
  if (!isLoaded(s, pawn) || !onStreet(s, pawn)) return false;
  const pressers = powersOf(s).filter((power) => mayPress(s, power, pawn));
  return strength(s, pressers, s.place[pawn] ?? "") > pawnsIn(s, ownerOf(pawn), s.place[pawn] ?? "").length;
}

const strength = (s: State, powers: string[], space: string): number =>
  powers.reduce((sum, power) => sum + pawnsIn(s, power, space).length, 0);

export interface Sides {
  bearer: string;
  space: string;
  defender: string;
  attackers: string[];
  undecided: string[];
  neutral: string[];
  attack: number;
  defence: number;
  /** Otherwise it is only possible. */
  announced: boolean;
  step: string;
}

/** The two sides of the pressure, or of the one that may come; null: nobody is or can be pressed now. */
export function sidesOf(s: State): Sides | null {
  const frame = lastFrame(s, (step) => step.startsWith("pressure-"));
  const top = s.stack.at(-1);
  if (!frame && top?.step !== "stop-ask") return null;
  const bearer = pawnAt(frame ? frame.v[0] : top?.v[2]);
  const space = s.place[bearer] ?? "";
  const defender = ownerOf(bearer);
  const attackers = frame ? powersOf(s).filter((power) => s.attackers.includes(power)) : [];
  const open = !frame || frame.step === "pressure-immunity" || frame.step === "pressure-allies";
  const undecided = open ? powersOf(s).filter((power) => mayPress(s, power, bearer) && !attackers.includes(power)) : [];
  const engaged = [defender, ...attackers, ...undecided];
  const neutral = powersOf(s).filter((power) => pawnsIn(s, power, space).length > 0 && !engaged.includes(power));
  return {
    bearer,
    space,
    defender,
    attackers,
    undecided,
    neutral,
    attack: strength(s, attackers, space) + s.bonus.attack - s.malus.attack,
    defence: strength(s, [defender], space) + s.bonus.defence - s.malus.defence,
    announced: frame !== undefined,
    step: frame?.step ?? "stop-ask",
  };
}

/* ---- What an action comes to -------------------------------------------------------------------- */

/** AB-MO-5 */
export function stepCost(s: State, pawn: string): number {
  return isLoaded(s, pawn) && !s.plates && !s.surcharged.includes(pawn) ? 2 : 1;
}

/** Where a step or a movement card takes him: AB-MO-2, AB-SE-6. */
export function destination(s: State, verb: string, pawn: string, way: string): string {
  const from = spaces.indexOf(s.place[pawn] ?? "");
  const sign = way === "palace" ? 1 : -1;
  const card = secretNamed(verb);
  if (!card) return spaces[from + sign] ?? "";
  const back = verb === "roadblock" || verb === "traffic-jam";
  const to = Math.min(Math.max(from + sign * card.amount, AIRPORT), back ? PALACE - 1 : PALACE);
  return spaces[to] ?? "";
}

export interface Played {
  card: string;
  by: string;
  /** The arguments of its verb, as indices into the lists of their kinds. */
  on: number[];
}

/** The Secret card that has just been played and has not taken effect. */
export function playedCard(s: State): Played | null {
  const frame = lastFrame(s, (step) => step === "played" || step === "played-effect");
  if (!frame) return null;
  return { card: secrets[frame.v[0] ?? 0]?.name ?? "", by: powerAt(frame.v[1]), on: frame.v.slice(2) };
}
