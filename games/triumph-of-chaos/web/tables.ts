// tables.ts: the pieces of Triumph of Chaos as the game declares them, and the geometry of its map.
import declared from "declared:triumph-of-chaos";
import factionRows from "table:triumph-of-chaos/factions";
import linkKindRows from "table:triumph-of-chaos/link-kinds";
import linkRows from "table:triumph-of-chaos/links";
import shapeRows from "table:triumph-of-chaos/shapes";
import turnRows from "table:triumph-of-chaos/turns";
import unitRows from "table:triumph-of-chaos/units";

type Attributes = Record<string, string | number | null | (string | number | null)[]>;
type Row = Record<string, string>;

const entriesOf = (kind: string): [string, Attributes][] => Object.entries(declared.attributes[kind] ?? {});
const textOf = (value: Attributes[string] | undefined): string => (value === null ? "" : String(value ?? ""));
const listOf = (value: Attributes[string] | undefined): string[] => (Array.isArray(value) ? value.map(String) : []);

/** What a table says of each row in a column of text, which is not declared because no rule reads it. */
const printedIn = (rows: Row[], column: string): Map<string, string> =>
  new Map(rows.map((row) => [row["id"] ?? "", row[column] ?? ""]));

export type Side = "red" | "white";
export type Party = Side | "nobody";
export type Owner = Party | "czech-legion" | "central-powers";
export type Pile = "red" | "white" | "other";
export type Role = "attacker" | "defender";

/* The order in which the board shows them. */
export const SIDES: readonly Side[] = ["red", "white"];
export const PILES: readonly Pile[] = ["red", "white", "other"];
export const ROLES: readonly Role[] = ["attacker", "defender"];
export const BOXES = ["red-control", "red-influence", "neutral", "white-influence", "white-control"] as const;
export const PHASES = ["preparation", "political", "action", "logistics"] as const;

const sideOf = (value: Attributes[string] | undefined): Side | null =>
  value === "red" || value === "white" ? value : null;

/* ---- The map ------------------------------------------------------------------------------------ */

/** The size of the board on which the spaces have their places. */
export const WIDE = 3000;
export const HIGH = 2000;

export interface Space {
  id: string;
  region: string;
  boxed: boolean;
  terrain: string;
  port: boolean;
  city: boolean;
  x: number;
  y: number;
  neighbours: string[];
}

export const spaces: Space[] = entriesOf("space").map(([id, of]) => ({
  id,
  region: textOf(of["region"]),
  boxed: of["boxed"] === 1,
  terrain: textOf(of["terrain"]),
  port: of["port"] !== "none",
  city: of["city"] === 1,
  x: Number(of["x"]),
  y: Number(of["y"]),
  neighbours: listOf(of["neighbours"]),
}));
const spaceById = new Map(spaces.map((space) => [space.id, space]));
export const spaceNamed = (id: string | null | undefined): Space | null => spaceById.get(id ?? "") ?? null;

export const regions: string[] = entriesOf("region").map(([id]) => id);

export type LinkKind = "normal" | "rail" | "limited" | "sea";

/** A line that is drawn between two spaces. */
export interface Link {
  a: string;
  b: string;
  kind: LinkKind;
  /** The movement points that it costs. */
  cost: number;
  /** Whether a move ends at its end. */
  ends: boolean;
  /** Whether it crosses a river. */
  river: boolean;
}

const linkKinds = new Map(linkKindRows.map((row) => [row["id"], row]));

export const links: Link[] = linkRows.map(({ a = "", b = "", kind, river = "" }) => ({
  a,
  b,
  kind: kind as LinkKind,
  cost: Number(linkKinds.get(kind)?.["cost"]),
  ends: linkKinds.get(kind)?.["ends"] === "1",
  river: river !== "",
}));

export interface Shape {
  id: string;
  drawn: "sea" | "lake" | "foreign" | "fill" | "river" | "stream";
  region: string;
  points: [number, number][];
}

/** A point is written "120,45". */
function pointOf(pair: string): [number, number] {
  const [x = 0, y = 0] = pair.split(",").map(Number);
  return [x, y];
}

export const shapes: Shape[] = shapeRows.map(({ id = "", drawn, region = "", points = "" }) => ({
  id,
  drawn: drawn as Shape["drawn"],
  region,
  points: points.split(" ").filter(Boolean).map(pointOf),
}));

/* ---- Pieces ------------------------------------------------------------------------------------- */

export interface Unit {
  id: string;
  /** Null for the unit of a faction. */
  side: Side | null;
  /** "" for a unit that belongs to no faction. */
  faction: string;
  isArmy: boolean;
  troop: string;
  /** What is printed on its counter. */
  mark: string;
  isElite: boolean;
}

const markOf = printedIn(unitRows, "mark");

export const units: Unit[] = entriesOf("unit").map(([id, of]) => ({
  id,
  side: sideOf(of["side"]),
  faction: textOf(of["faction"]),
  isArmy: of["size"] === "army",
  troop: textOf(of["troop"]),
  mark: markOf.get(id) ?? "",
  isElite: Number(of["elite"]) > 0,
}));
const unitById = new Map(units.map((unit) => [unit.id, unit]));
export const unitNamed = (id: string): Unit => unitById.get(id) ?? (units[0] as Unit);

/** The factors that are printed on the full face of a unit. */
export const printedCombat = (unit: string): number => Number(declared.attributes["unit"]?.[unit]?.["combat"] ?? 0);
export const printedMove = (unit: string): number => Number(declared.attributes["unit"]?.[unit]?.["move"] ?? 0);

export interface Leader {
  id: string;
  side: Side | null;
  faction: string;
  abilities: string[];
}

export const leaders: Leader[] = entriesOf("leader").map(([id, of]) => ({
  id,
  side: sideOf(of["side"]),
  faction: textOf(of["faction"]),
  abilities: listOf(of["abilities"]),
}));
const leaderById = new Map(leaders.map((leader) => [leader.id, leader]));
export const leaderNamed = (id: string): Leader => leaderById.get(id) ?? (leaders[0] as Leader);

/* ---- Cards -------------------------------------------------------------------------------------- */

export interface Card {
  id: string;
  side: Side;
  /** The number that is printed on it. */
  printed: number;
  isStarred: boolean;
  kind: string;
}

export const cards: Card[] = entriesOf("card").map(([id, of]) => ({
  id,
  side: sideOf(of["side"]) ?? "red",
  printed: Number(of["value"]),
  isStarred: of["starred"] === 1,
  kind: textOf(of["kind"]),
}));
const cardById = new Map(cards.map((card) => [card.id, card]));
export const cardNamed = (id: string | null | undefined): Card | null => cardById.get(id ?? "") ?? null;

/* ---- Factions and Political Cards ---------------------------------------------------------------- */

export interface Faction {
  id: string;
  /** Two or three letters. */
  code: string;
  type: string;
}

const codeOf = printedIn(factionRows, "code");

export const factions: Faction[] = entriesOf("faction").map(([id, of]) => ({
  id,
  code: codeOf.get(id) ?? "",
  type: textOf(of["type"]),
}));
const factionById = new Map(factions.map((faction) => [faction.id, faction]));
export const factionNamed = (id: string): Faction | null => factionById.get(id) ?? null;

export interface PoliticalCard {
  id: string;
  pile: Pile;
  /** By faction; it is for WHITE above 0, and for RED below. */
  influence: [string, number][];
  steps: number;
}

/** Influence is declared as a number for each faction, in their order. */
const influenceIn = (numbers: string[]): [string, number][] =>
  factions.map(({ id }, n): [string, number] => [id, Number(numbers[n])]).filter(([, n]) => n !== 0);

export const politicalCards: PoliticalCard[] = entriesOf("political-card").map(([id, of]) => ({
  id,
  pile: of["pile"] as Pile,
  influence: influenceIn(listOf(of["influence"])),
  steps: Number(of["steps"]),
}));

/* ---- The war ------------------------------------------------------------------------------------- */

export const TSAR = "white-tsar";
export const objectives: string[] = entriesOf("objective").map(([id]) => id);
export const polishStates: string[] = entriesOf("polish-state").map(([id]) => id);

/** A list such as "france=2 usa=4", which gives some names a number each. */
const numbersIn = (list: string | undefined): [string, number][] =>
  (list ?? "")
    .split(" ")
    .filter(Boolean)
    .map((pair) => pair.split("="))
    .map(([name = "", n]): [string, number] => [name, Number(n)]);

export interface TurnRow {
  id: string;
  number: number;
  year: number;
  month: number;
  season: string;
  rounds: number;
  hasWeather: boolean;
  /** The highest die on which a Power withdraws; above 6 it needs no die. */
  withdrawals: [string, number][];
  hasPolitics: boolean;
}

export const turns: TurnRow[] = turnRows.map((row, n) => ({
  id: row["id"] ?? "",
  number: n + 1,
  year: Number(row["year"]),
  month: Number(row["month"]),
  season: row["season"] ?? "",
  rounds: Number(row["rounds"]),
  hasWeather: row["weather"] === "1",
  withdrawals: numbersIn(row["withdrawals"]),
  hasPolitics: row["political"] === "1",
}));
