// facts.ts: the table of Red Empire: the fields of the view, and the facts and figures that the engine adds to them.
import declared from "declared:red-empire";
import type { View } from "client/core/protocol";
import type { Foreseen, Situation } from "client/core/situation";
import type { GameSpeech } from "client/core/words";

export type Group = "party" | "kgb" | "military" | "government";
export const GROUPS: Group[] = ["party", "kgb", "military", "government"];

export interface Card {
  name: string;
  /** The name that all copies of the card share: "party-2". */
  label: string;
  kind: string;
  group: Group;
  value: number;
}

export interface Leader {
  name: string;
  group: Group;
  /** The stature that is printed on the leader. */
  printed: number;
}

const attributes = declared.attributes;

export const cards: Card[] = Object.entries(attributes["card"] ?? {}).map(([name, { label, kind, group, value }]) => ({
  name,
  label,
  kind: String(kind),
  group: group as Group,
  value: Number(value),
}));
export const leaders: Leader[] = Object.entries(attributes["leader"] ?? {}).map(([name, { group, stature }]) => ({
  name,
  group: group as Group,
  printed: Number(stature),
}));

const cardByName = new Map(cards.map((card) => [card.name, card]));
const leaderByName = new Map(leaders.map((leader) => [leader.name, leader]));
const NO_CARD: Card = { name: "", label: "", kind: "action", group: "government", value: 0 };

export const cardOf = (name: string): Card => cardByName.get(name) ?? { ...NO_CARD, name, label: name };
export const leaderOf = (name: string): Leader => leaderByName.get(name) ?? { name, group: "party", printed: 0 };

/** The fields of the view: see game.c of the engine. */
interface Fields {
  over: string | null;
  question: number;
  stack: { step: string }[];
  hands: Record<string, string[] | null>;
  hand_size: Record<string, number>;
  leaders: Record<string, string[]>;
  president: string | null;
  purge: Record<string, string[]>;
  hero_on: Record<string, string | null>;
  ailing_on: Record<string, string | null>;
  disrepute_by: Record<string, string | null>;
  spared: Record<string, string[]>;
  scandal_by: Record<string, string | null>;
  scandal_on: Record<string, string | null>;
  junket_by: Record<string, string | null>;
  pile: string[];
  won: Record<string, string[]>;
  won_leaders: Record<string, string[]>;
  lost_leaders: string[];
  discard: string[];
}

/** A view with its situation and with what the viewer's actions would bring about. */
export interface State extends Fields {
  situation: Situation;
  foreseen: Foreseen;
}

export const stateOf = (view: View, situation: Situation, foreseen: Foreseen = {}): State => ({
  ...(view as unknown as Fields),
  situation,
  foreseen,
});

/* ---- Leaders --------------------------------------------------------------------------------- */

export const factions = (s: State): string[] => Object.keys(s.leaders);

const isOn = (cards: Record<string, string | null>, thing: string): boolean => Object.values(cards).includes(thing);
export const isHero = (s: State, leader: string): boolean => isOn(s.hero_on, leader);
export const isAiling = (s: State, leader: string): boolean => isOn(s.ailing_on, leader);
export const isAbroad = (s: State, seat: string): boolean => isOn(s.junket_by, seat);

/** Returns the cards that lie on the table, each with the leader or faction that the field names for it. */
export const laidCards = (field: Record<string, string | null>): [string, string][] =>
  Object.entries(field).filter((entry): entry is [string, string] => entry[1] !== null);

export const statureOf = (s: State, leader: string): number => s.situation.number("stature", leader);
export const purgeTotal = (s: State, leader: string): number => s.situation.number("purge-total", leader);

/** Returns the total of the purge cards on a leader with this card added; null if it cannot be laid on him. */
export function totalWith(s: State, leader: string, card: string): number | null {
  const found = s.foreseen[`purge ${leader} ${card}`]?.find(({ fact }) => fact === "would-purge");
  return found ? Number(found["total"]) : null;
}

/* ---- Trophies -------------------------------------------------------------------------------- */

/** More than these do not fit beside one another in the heading of a faction. */
const MOST_APART = 5;

/** Returns what lies together of what a faction has won: each apart, or if that is too much, what shares a group. */
export function inPiles<T extends { group: string }>(won: T[]): T[][] {
  if (won.length <= MOST_APART) return won.map((one) => [one]);
  const piles = new Map<string, T[]>();
  for (const one of won) piles.set(one.group, [...(piles.get(one.group) ?? []), one]);
  return [...piles.values()];
}

/* ---- Crises ---------------------------------------------------------------------------------- */

export type Answer = "given" | "passed" | "asked" | "later";

export interface Crisis {
  card: Card;
  given: number;
  needed: number;
  /** Whether it has failed, and only a Treaty can save the President. */
  failed: boolean;
  answers: { seat: string; card: string | null; state: Answer }[];
}

export const pileTotal = (s: State): number => s.situation.number("pile");
export const collapseAt = (s: State): number => s.situation.number("collapse-at");

/** Returns the faction that has the turn; null before the first turn. */
export function turnOf(s: State): string | null {
  const turn = s.situation.last("turn");
  return turn ? String(turn["who"]) : null;
}

/** Returns the crisis that is open; null if there is none. */
export function openCrisis(s: State): Crisis | null {
  const open = s.situation.last("crisis");
  if (!open) return null;
  const answers = s.situation.all("answer").map(({ who, answer, card }) => ({
    seat: String(who),
    card: card === null ? null : String(card),
    state: answer as Answer,
  }));
  return {
    card: cardOf(String(open["crisis"])),
    given: Number(open["given"]),
    needed: Number(open["needed"]),
    failed: s.situation.last("plea") !== undefined,
    answers,
  };
}

/* ---- Cards and leaders that nobody has seen --------------------------------------------------- */

/** Returns the cards that are in the deck or in a hand. */
export const unseenCards = (s: State): Card[] => s.situation.having("unseen").map(cardOf);
export const deckSize = (s: State): number => s.situation.number("deck-size");

/** Returns the leaders who can still be drawn with a New Leader card. */
export const waitingLeaders = (s: State): Leader[] => s.situation.having("waiting").map(leaderOf);

/* ---- Points: RE-VI-1 to RE-VI-4 -------------------------------------------------------------- */

export interface Points {
  leaders: number;
  crises: number;
  office: number;
  cards: number;
  /** All points except those for the office, which can still be lost. */
  won: number;
  total: number;
}

export function pointsOf(s: State, seat: string): Points {
  const pointsFor = (what: string) => s.situation.number(`points-${what}`, seat);
  const office = pointsFor("office");
  const total = s.situation.number("standing", seat);
  return {
    leaders: pointsFor("leaders"),
    crises: pointsFor("crises"),
    office,
    cards: pointsFor("cards"),
    won: total - office,
    total,
  };
}

/* ---- In words -------------------------------------------------------------------------------- */

/** Returns the text that says what a card does. */
export function cardNote(speech: GameSpeech, card: Card): string {
  if (card.kind !== "action") return speech.word(`card.${card.label}.note`);
  if (card.group === "government") return speech.word("web.card.government");
  return speech.word("web.card.action", speech.name("group", card.group));
}

/** Returns everything that the drawing of a leader shows, for screen readers and for its tooltip. */
export function leaderWords(speech: GameSpeech, s: State, leader: string): string {
  const { group, printed } = leaderOf(leader);
  const stature = statureOf(s, leader);
  const laidOn = s.purge[leader] ?? [];
  const parts = [speech.name("leader", leader), speech.name("group", group), speech.word("web.stature", stature)];
  if (stature !== printed) parts.push(speech.word("web.printed", printed));
  if (s.president === leader) parts.push(speech.word("web.president"));
  if (isHero(s, leader)) parts.push(speech.word("web.hero"));
  if (isAiling(s, leader)) parts.push(speech.word("web.ailing"));
  const laidWords = laidOn.map((card) => speech.name("card", card)).join(", ");
  if (laidOn.length) parts.push(speech.word("web.purges", laidWords, purgeTotal(s, leader), stature));
  return parts.join(", ");
}
