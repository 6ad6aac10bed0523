// facts.ts: the table of Red Empire as the view has it, and what follows from it.
//
// What is computed here is computed as the engine does it (leaders.c, crisis.c, cards.c, victory.c).
import cardRows from "table:red-empire/cards";
import leaderRows from "table:red-empire/leaders";
import type { View } from "client/core/protocol";
import type { GameSpeech } from "client/core/words";

export const COLLAPSE_AT = 18;
export const OFFICE_POINTS = 5;
const HERO_BONUS = 2;
const STAIN = 2;

export type Group = "party" | "kgb" | "military" | "government";
export const GROUPS: Group[] = ["party", "kgb", "military", "government"];

export interface Card {
  name: string;
  /** What all copies share: "party-2". */
  label: string;
  kind: string;
  group: Group;
  value: number;
}

export interface Leader {
  name: string;
  group: Group;
  printed: number;
}

/** A card that lies in several copies is called party-2a, party-2b, or new-leader-a. */
function copiesOf({ id = "", copies = "1", kind = "", group = "", value = "0" }: Record<string, string>): Card[] {
  const count = Number(copies);
  const dash = /\d$/.test(id) ? "" : "-";
  return Array.from({ length: count }, (_, i) => {
    const name = count === 1 ? id : `${id}${dash}${String.fromCharCode(97 + i)}`;
    return { name, label: id, kind, group: group as Group, value: Number(value) };
  });
}

export const cards: Card[] = cardRows.flatMap(copiesOf);
export const leaders: Leader[] = leaderRows.map(({ id = "", group, stature }) => ({
  name: id,
  group: group as Group,
  printed: Number(stature),
}));

const cardByName = new Map(cards.map((card) => [card.name, card]));
const leaderByName = new Map(leaders.map((leader) => [leader.name, leader]));
const NO_CARD: Card = { name: "", label: "", kind: "action", group: "government", value: 0 };

export const cardOf = (name: string): Card => cardByName.get(name) ?? { ...NO_CARD, name, label: name };
export const leaderOf = (name: string): Leader => leaderByName.get(name) ?? { name, group: "party", printed: 0 };

interface Frame {
  step: string;
  asked: string[];
  v: number[];
}

/** The fields of the view: see words.c of the game. */
export interface State {
  over: string | null;
  question: number;
  stack: Frame[];
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
  given: Record<string, string | null>;
  pile: string[];
  won: Record<string, string[]>;
  won_leaders: Record<string, string[]>;
  lost_leaders: string[];
  discard: string[];
}

export const stateOf = (view: View): State => view as unknown as State;

/* ---- Leaders --------------------------------------------------------------------------------- */

export const factions = (s: State): string[] => Object.keys(s.leaders);
export const ownerOf = (s: State, leader: string): string | null => factions(s).find((seat) => s.leaders[seat]?.includes(leader)) ?? null;

const isOn = (laid: Record<string, string | null>, thing: string): boolean => Object.values(laid).includes(thing);
export const isHero = (s: State, leader: string): boolean => isOn(s.hero_on, leader);
export const isAiling = (s: State, leader: string): boolean => isOn(s.ailing_on, leader);
export const isAbroad = (s: State, seat: string): boolean => isOn(s.junket_by, seat);
export const presidentSeat = (s: State): string | null => (s.president ? ownerOf(s, s.president) : null);

/** Cards that lie before or on somebody, with whom. */
export const laid = (of: Record<string, string | null>): [string, string][] =>
  Object.entries(of).filter((entry): entry is [string, string] => entry[1] !== null);

export function statureOf(s: State, leader: string): number {
  const { group, printed } = leaderOf(leader);
  const owner = ownerOf(s, leader) ?? "";
  let result = printed + (isHero(s, leader) ? HERO_BONUS : 0);
  for (const [card] of laid(s.disrepute_by)) if (cardOf(card).group === group && !s.spared[card]?.includes(owner)) result -= STAIN;
  for (const [, on] of laid(s.scandal_on)) if (on === owner) result -= STAIN;
  return result;
}

const sum = (names: string[]): number => names.reduce((total, name) => total + cardOf(name).value, 0);
export const purgeTotal = (s: State, leader: string): number => sum(s.purge[leader] ?? []);

/* ---- Crises ---------------------------------------------------------------------------------- */

export interface Crisis {
  card: Card;
  given: number;
  /** Nobody can add to it any more: the President looks for a Treaty. */
  failed: boolean;
  answers: { seat: string; card: string | null; state: "given" | "passed" | "asked" | "later" }[];
}

export const pileTotal = (s: State): number => sum(s.pile);

/** The base frame's first local is the seat whose turn it is. */
export const turnOf = (s: State): string | null => factions(s)[s.stack[0]?.v[0] ?? 0] ?? null;

const BEFORE_PLAY = ["deal-leaders", "deal-cards", "first-president", "first-turn"];
export const hasBegun = (s: State): boolean => s.stack.length > 0 && !BEFORE_PLAY.includes(s.stack[0]?.step ?? "");

export function openCrisis(s: State): Crisis | null {
  const frame = s.stack.find(({ step }) => step === "contributions" || step === "treaty-plea");
  if (!frame) return null;
  const [index = 0, asked = 0] = frame.v;
  const failed = frame.step === "treaty-plea";
  const seats = factions(s);
  const first = seats.indexOf(turnOf(s) ?? "");
  const answers = seats.map((_, i) => {
    const seat = seats[(first + i + 1) % seats.length] ?? "";
    const card = s.given[seat] ?? null;
    if (card) return { seat, card, state: "given" as const };
    return { seat, card, state: failed || i + 1 < asked ? ("passed" as const) : i + 1 === asked ? ("asked" as const) : ("later" as const) };
  });
  const given = answers.reduce((total, { card }) => total + (card ? cardOf(card).value : 0), 0);
  return { card: cards[index] ?? NO_CARD, given, failed, answers };
}

/* ---- Cards nobody sees ----------------------------------------------------------------------- */

/** In the deck or in a hand. */
export function unseenCards(s: State): Card[] {
  const top = s.stack.at(-1);
  const seen = new Set([...s.discard, ...s.pile, ...Object.values(s.won).flat(), ...Object.values(s.purge).flat()]);
  for (const card of Object.values(s.given)) if (card) seen.add(card);
  for (const open of [s.hero_on, s.ailing_on, s.disrepute_by, s.scandal_by, s.junket_by])
    for (const [card] of laid(open)) seen.add(card);
  if (top && (top.step === "contributions" || top.step === "afflict")) seen.add(cards[top.v[0] ?? -1]?.name ?? "");
  return cards.filter(({ name }) => !seen.has(name));
}

export const deckSize = (s: State): number => unseenCards(s).length - Object.values(s.hand_size).reduce((a, b) => a + b, 0);

/** Leaders who wait for a New Leader card. */
export function waitingLeaders(s: State): Leader[] {
  const gone = new Set([...s.lost_leaders, ...Object.values(s.leaders).flat(), ...Object.values(s.won_leaders).flat()]);
  return leaders.filter(({ name }) => !gone.has(name));
}

/* ---- Points: RE-VI-1 to RE-VI-4 -------------------------------------------------------------- */

export interface Points {
  leaders: number;
  crises: number;
  office: number;
  cards: number;
  /** All but the office, which can still be lost. */
  won: number;
  total: number;
}

export function pointsOf(s: State, seat: string): Points {
  const won = (s.won[seat] ?? []).map(cardOf);
  const purged = s.won_leaders[seat]?.length ?? 0;
  const crises = won.filter(({ kind }) => kind === "crisis").length;
  const given = won.reduce((total, card) => total + (card.kind === "action" ? card.value : 0), 0);
  const office = presidentSeat(s) === seat ? OFFICE_POINTS : 0;
  const safe = purged + crises + given;
  return { leaders: purged, crises, office, cards: given, won: safe, total: safe + office };
}

/* ---- In words -------------------------------------------------------------------------------- */

export function cardNote(speech: GameSpeech, card: Card): string {
  if (card.kind !== "action") return speech.word(`card.${card.label}.note`);
  if (card.group === "government") return speech.word("web.card.government");
  return speech.word("web.card.action", speech.name("group", card.group));
}

/** Everything the drawing of a leader tells. */
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
