// model.ts: what follows from a view of Kremlin: ages, control, odds. The same sums as the engine's
// (politicians.c, influence.c, purge.c, health.c), so that the board says what the rules will do.
import intrigues from "table:kremlin/intrigues";
import politicians from "table:kremlin/politicians";
import rolls from "table:kremlin/rolls";
import type { View } from "client/core/protocol";

export const POSTS = ["chief", "kgb", "foreign", "defense", "ideology", "industry", "economy", "sport"] as const;
export const LEVELS: readonly (readonly string[])[] = [POSTS.slice(0, 1), POSTS.slice(1, 4), POSTS.slice(4)];
export const PHASES = ["cure", "purge", "spy", "health", "funeral", "replacement", "rehabilitation", "parade"] as const;
export const CANDIDATE_PLACES = 5;
export const LAST_YEAR = 11;
export const WAVES_TO_WIN = 3;
const ALL_POINTS = 55;
const FACES = 20;

/** A frame of what is going on; v: see "Locals" in state.h. */
export interface Frame {
  step: string;
  asked: string[];
  v: [number, number, number, number];
}

type By<T> = Record<string, T>;

export interface KView {
  options: { rules: "basic" | "advanced" | "swiss" };
  over: string | null;
  stack: Frame[];
  year: number;
  phase: number;
  place: By<string>;
  stress: By<number>;
  sick: string[];
  ill: string[];
  cure: string[];
  suspect: string[];
  waved: By<string | null>;
  waved_for: By<string | null>;
  winners: string[];
  order: By<string | null>;
  bared: By<string[]>;
  /** Where an Intrigue card is: a seat, deck, discards, table, gone, unseen. */
  card: By<string>;
  hand_size: By<number>;
  intent: By<string | null>;
  gift: By<string | null>;
  gift_to: By<string | null>;
  fever: number;
  vaccinated: string[];
  outing: string[];
  no_visits: number;
  specialist: string | null;
  guarded: By<string | null>;
  imposed: string | null;
  stage: string;
  blackmail: { actor: string | null; target: string | null };
  chief_blackmail: { author: string | null; holder: string | null };
  chief_blackmail_men: { chief: string | null; blackmailer: string | null };
  pravda: string | null;
  pravda_for: string | null;
  /** null: not for the viewer's eyes. */
  written: By<By<number> | null>;
  shown: By<By<number>>;
  declared: By<By<number>>;
  since: By<By<number>>;
  pending: By<By<number> | null>;
}

export const readView = (view: View): KView => view as unknown as KView;

/* ---- Politicians, in the order of their letters ------------------------------------------------- */

interface Man {
  id: string;
  index: number;
  letter: string;
  printed: number;
  strength: string;
  weakness: string;
}

export const men: Man[] = politicians.map((row, index) => ({
  id: row["id"] ?? "",
  index,
  letter: String.fromCharCode(65 + index),
  printed: Number(row["age"]),
  strength: row["strength"] ?? "",
  weakness: row["weakness"] ?? "",
}));
const byId = new Map(men.map((man) => [man.id, man]));
export const man = (id: string): Man => byId.get(id) ?? (men[0] as Man);
/** A local holds an index; what is none is too high. */
export const manAt = (index: number): string | null => men[index]?.id ?? null;

export const isAdvanced = (v: KView): boolean => v.options.rules === "advanced";
export const isSwiss = (v: KView): boolean => v.options.rules === "swiss";
export const seatsOf = (v: KView): string[] => Object.keys(v.hand_size);

export const age = (v: KView, id: string): number => man(id).printed + (v.stress[id] ?? 0);
export const crosses = (v: KView, id: string): number => (v.sick.includes(id) ? 1 : 0) + (v.ill.includes(id) ? 2 : 0);
export const isAway = (v: KView, id: string): boolean => v.cure.includes(id) && !v.outing.includes(id);
export const onBoard = (v: KView, id: string): boolean => !["siberia", "wall", "retired"].includes(v.place[id] ?? "");
export const isMember = (v: KView, id: string): boolean => (POSTS as readonly string[]).includes(v.place[id] ?? "");

export function holder(v: KView, post: string | undefined): string | null {
  return men.find(({ id }) => v.place[id] === post)?.id ?? null;
}

export function isActive(v: KView, post: string): boolean {
  const id = holder(v, post);
  return id !== null && !isAway(v, id);
}

export function highestActive(v: KView): string | null {
  return holder(v, POSTS.find((post) => isActive(v, post)) ?? "nowhere");
}

/** Those in a place, the oldest first; of equal age the earlier letter is older (KR-6.5). */
export function oldest(v: KView, place: string): string[] {
  const here = men.filter(({ id }) => v.place[id] === place);
  return here.sort((a, b) => age(v, b.id) - age(v, a.id) || a.index - b.index).map(({ id }) => id);
}

/** 1: strong in that post, -1: weak; Advanced only (KR-AD-1). */
export function suits(v: KView, id: string, post: string | undefined): number {
  if (!isAdvanced(v) || !post) return 0;
  return Number(man(id).strength === post) - Number(man(id).weakness === post);
}

/* ---- Influence ---------------------------------------------------------------------------------- */

export const declared = (v: KView, seat: string, id: string): number => v.declared[seat]?.[id] ?? 0;
export const pending = (v: KView, seat: string, id: string): number => v.pending[seat]?.[id] ?? 0;
export const written = (v: KView, seat: string, id: string): number => v.written[seat]?.[id] ?? 0;
export const shown = (v: KView, seat: string, id: string): number => v.shown[seat]?.[id] ?? 0;

/** Most declared points, then the earlier total (KR-DE-2, KR-DE-3). */
export function controller(v: KView, id: string): string | null {
  let most = 0;
  let rank = 0;
  let found: string | null = null;
  for (const seat of seatsOf(v)) {
    const points = declared(v, seat, id);
    const since = v.since[seat]?.[id] ?? 0;
    if (points > most || (points === most && most > 0 && since < rank)) {
      most = points;
      rank = since;
      found = seat;
    }
  }
  return found;
}

/** What the viewer knows to be written and neither declared nor under seal. */
export function hidden(v: KView, seat: string, id: string): number {
  const gone = v.place[id] === "wall" || v.place[id] === "retired";
  return gone ? 0 : Math.max(0, written(v, seat, id) - shown(v, seat, id) - pending(v, seat, id));
}

export const sumShown = (v: KView, seat: string): number => Object.values(v.shown[seat] ?? {}).reduce((a, b) => a + b, 0);
/** Points a faction has never declared. */
export const left = (v: KView, seat: string): number => Math.max(0, ALL_POINTS - sumShown(v, seat));

export interface Stake {
  seat: string;
  declared: number;
  pending: number;
  hidden: number;
}

/** Who has what on him: the controller first, then the viewer, then by points. */
export function stakes(v: KView, id: string, me: string | null): Stake[] {
  const first = controller(v, id);
  const weight = (s: Stake) => (s.seat === first ? 1000 : s.seat === me ? 500 : s.declared);
  return seatsOf(v)
    .map((seat) => ({ seat, declared: declared(v, seat, id), pending: pending(v, seat, id), hidden: hidden(v, seat, id) }))
    .filter((s) => s.declared + s.pending + s.hidden > 0)
    .sort((a, b) => weight(b) - weight(a));
}

export function wavesFor(v: KView, seat: string): number {
  return Object.values(v.waved_for).filter((one) => one === seat).length;
}

export function wavesOf(v: KView, id: string): number {
  return Object.values(v.waved).filter((one) => one === id).length;
}

/* ---- Odds --------------------------------------------------------------------------------------- */

const amount = (card: string): number => Number(intrigues.find((row) => row["id"] === card)?.["amount"] ?? 0);

export function purgeNumber(place: string | undefined): number | null {
  const level = LEVELS.findIndex((posts) => posts.includes(place ?? ""));
  return level >= 0 ? ([18, 14, 10][level] ?? null) : place === "candidates" ? 6 : null;
}

/** At whom an imposing card directs the purge now. */
export function imposedTarget(v: KView): string | null {
  if (v.stage === "free" || !v.imposed) return null;
  if (v.stage === "stand-in-again") return holder(v, v.imposed === "defector" ? "ideology" : "kgb");
  return holder(v, intrigues.find((row) => row["id"] === v.imposed)?.["post"]);
}

export const protections = (v: KView, id: string): string[] => Object.keys(v.guarded).filter((card) => v.guarded[card] === id);

/** The die that sends him to Siberia now; null where no purge reaches him. */
export function purgeNeeds(v: KView, id: string): number | null {
  const number = purgeNumber(v.place[id]);
  if (number === null) return null;
  const away = isAway(v, id) ? 3 : 0;
  const imposed = v.imposed && imposedTarget(v) === id ? amount(v.imposed) : 0;
  return number + protections(v, id).length * amount("oil-field") - away + 2 * suits(v, id, v.place[id]) - imposed;
}

/** In percent. */
export const chance = (needed: number): number => (100 / FACES) * Math.min(FACES, Math.max(0, FACES + 1 - needed));

const DEADLY = 3;

/** Red crosses more or less. */
export function healthChange(years: number, inCure: boolean, die: number): number {
  const table = rolls.filter((row) => row["table"] === (inCure ? "cure" : "work"));
  const row = table.find((one) => Number(one["until"]) >= years) ?? table.at(-1);
  const upTo = (key: string) => die <= Number(row?.[key]);
  return upTo("dies") ? DEADLY : upTo("two") ? 2 : upTo("one") ? 1 : upTo("same") ? 0 : -1;
}

/** With fever and specialist. */
export function changeFor(v: KView, id: string, inCure: boolean, die: number): number {
  const fever = v.vaccinated.includes(id) ? 0 : v.fever;
  const help = v.specialist === id && inCure ? amount("specialist") : 0;
  return healthChange(age(v, id), inCure, Math.min(FACES, Math.max(1, die - fever + help)));
}

export interface Odds {
  dies: number;
  worse: number;
  better: number;
}

/** His next Health roll, in percent. */
export function odds(v: KView, id: string, inCure: boolean): Odds {
  const has = crosses(v, id);
  const out = { dies: 0, worse: 0, better: 0 };
  for (let die = 1; die <= FACES; die++) {
    const change = changeFor(v, id, inCure, die);
    if (has + change >= DEADLY) out.dies += 100 / FACES;
    if (change > 0) out.worse += 100 / FACES;
    if (change < 0 && has > 0) out.better += 100 / FACES;
  }
  return out;
}

/** What a wave asks of him: 0 if he need not roll (KR-8). */
export const waveNeeds = (v: KView, id: string): number => 7 * crosses(v, id);
