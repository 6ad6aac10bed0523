// facts.ts: the street of Atomic Business as the view shows it, with the facts that the engine states about it.
import declared from "declared:atomic-business";
import type { View } from "client/core/protocol";
import type { Fact, Foreseen, Situation } from "client/core/situation";
import type { GameSpeech } from "client/core/words";

export type Kind = "nuclear" | "tourist";
export type Side = "attack" | "defence";
export type Way = "none" | "palace" | "airport";

/** The fields of the view that the board reads; game.c of the engine defines them. */
interface Fields {
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
  idle: number;
  score: Record<string, number>;
}

/** The fields of the view, with the facts of the engine about the situation and about each action. */
export interface State extends Fields {
  is: Situation;
  foreseen: Foreseen;
}

export const stateOf = (view: View, is: Situation, foreseen: Foreseen = {}): State => ({
  ...(view as unknown as Fields),
  is,
  foreseen,
});

/** The number of idle rounds from which the board shows how many there have been. */
export const MANY_IDLE = 50;

/* ---- Powers and their diplomats ---------------------------------------------------------------- */

export const powersOf = (s: State): string[] => Object.keys(s.hands);
export const ownerOf = (s: State, pawn: string): string => s.is.name("owner", pawn) ?? "";
export const numberOf = (pawn: string): string => String(declared.attributes["diplomat"]?.[pawn]?.["number"] ?? "");

/** All diplomats who take part in this game, power by power, including those who are lost. */
export const pawns = (s: State): string[] => s.is.having("in-game");
export const everybodyIn = (s: State, space: string): string[] => pawns(s).filter((pawn) => s.place[pawn] === space);
export const pawnsIn = (s: State, power: string, space: string): string[] =>
  everybodyIn(s, space).filter((pawn) => ownerOf(s, pawn) === power);

export const isLoaded = (s: State, pawn: string): boolean => (s.load[pawn] ?? null) !== null;
/** The powers that may not press a diplomat where he stands: him alone, or anybody of his power in this turn. */
export function barredFrom(s: State, pawn: string): string[] {
  const spared = (s as unknown as Record<string, Record<string, string[]> | undefined>)[`spared_${ownerOf(s, pawn)}`];
  const here = isLoaded(s, pawn) ? (spared?.[s.place[pawn] ?? ""] ?? []) : [];
  return [...new Set([...(s.barred[pawn] ?? []), ...here])];
}
export const isPressable = (s: State, pawn: string): boolean => s.is.number("pressable", pawn) > 0;
export const isOut = (s: State, power: string): boolean => s.is.number("out", power) > 0;

/* ---- The street, the turn, the series ----------------------------------------------------------- */

/** The spaces from the Airport to the Palace. */
export const street = (s: State): string[] => s.is.having("distance");
export const onBoard = (s: State, pawn: string): boolean => s.is.number("distance", s.place[pawn]) > 0;

/** Returns the power whose turn it is; null before the first turn and after the last. */
export function turnOf(s: State): string | null {
  const turn = s.is.last("turn");
  return turn ? String(turn["who"]) : null;
}

/** The number of games of the series that are left, with this one; null for a single game. */
export const gamesLeft = (s: State): number | null => s.is.maybe("games-left");

/* ---- Secret cards ------------------------------------------------------------------------------- */

export const secrets = (s: State): string[] => Object.keys(s.discard);
export const copiesOf = (s: State, card: string): number => s.is.number("copies", card);
/** The family of a card; null if the card is not known. */
export const familyOf = (s: State, card: string): string | null => s.is.name("family", card);

/** Returns what a card adds to a side or takes from it ("+1", "−2"), or how far it moves ("3"); otherwise "". */
export function amountOf(s: State, card: string): string {
  const change = s.is.maybe("strength-change", card);
  if (change !== null) return `${change < 0 ? "−" : "+"}${Math.abs(change)}`;
  return String(s.is.maybe("ride", card) ?? "");
}

/** Returns a sentence that says what a card does, with its number. */
export const noteOf = (s: State, card: string, speech: GameSpeech): string =>
  speech.word(`secret.${card}.note`, Math.abs(s.is.maybe("strength-change", card) ?? s.is.maybe("ride", card) ?? 0));

export interface Played {
  card: string;
  by: string;
  /** The targets of the card: the arguments of its verb. */
  on: string[];
}

/** Returns the Secret card that has been played and has not taken effect; null if there is none. */
export function playedCard(s: State): Played | null {
  const played = s.is.last("played");
  if (!played) return null;
  return { card: String(played["card"]), by: String(played["who"]), on: String(played["play"]).split(" ").slice(1) };
}

/* ---- Pressures ---------------------------------------------------------------------------------- */

/** A power in the space of a pressure, and the number of its diplomats there. */
export interface Present {
  power: string;
  diplomats: number;
}

export interface Strength {
  /** The strength of the side; null if nobody presses yet. */
  total: number | null;
  bonus: number;
  malus: number;
}

export interface Sides {
  bearer: string;
  space: string;
  defenders: Present[];
  attackers: Present[];
  undecided: Present[];
  neutral: Present[];
  attack: Strength;
  defence: Strength;
  /** False if the pressure is only possible. */
  announced: boolean;
  /** The result as things stand; null if the briefcase is already open or nobody presses. */
  verdict: "opens" | "holds" | null;
}

/** Returns the two sides of the present or possible pressure; null if nobody is or can be pressed now. */
export function sidesOf(s: State): Sides | null {
  const pressure = s.is.last("pressure");
  const found = pressure ?? s.is.last("outnumbered");
  if (!found) return null;
  const told = (kind: string): Fact[] => s.is.all(kind).filter(({ frame }) => frame === found.frame);
  const camp = (name: string): Present[] =>
    told("camp")
      .filter((fact) => fact["camp"] === name)
      .map((fact) => ({ power: String(fact["who"]), diplomats: Number(fact["diplomats"]) }));
  const of = (kind: string, side: Side): Fact | undefined => told(kind).find((fact) => fact["side"] === side);
  const strength = (side: Side): Strength => {
    const total = of("strength", side)?.["total"] ?? null;
    return {
      total: total === null ? null : Number(total),
      bonus: Number(of("bonus", side)?.["value"] ?? 0),
      malus: Number(of("malus", side)?.["value"] ?? 0),
    };
  };
  return {
    bearer: String(found["bearer"]),
    space: String(found["space"]),
    defenders: camp("defence"),
    attackers: camp("attack"),
    undecided: camp("undecided"),
    neutral: camp("neutral"),
    attack: strength("attack"),
    defence: strength("defence"),
    announced: pressure !== undefined,
    verdict: told("opens").length ? "opens" : told("holds").length ? "holds" : null,
  };
}

/* ---- What an action leads to -------------------------------------------------------------------- */

export interface Ride {
  pawn: string;
  to: string;
  /** The points that a step costs; null if a card moves the diplomat. */
  cost: number | null;
}

/** Returns where an action moves a diplomat; null if it moves nobody. */
export function rideOf(s: State, action: string): Ride | null {
  const fact = s.foreseen[action]?.find((one) => one.fact === "step" || one.fact === "carried");
  if (!fact) return null;
  const cost = fact["cost"] ?? null;
  return { pawn: String(fact["diplomat"]), to: String(fact["to"]), cost: cost === null ? null : Number(cost) };
}
