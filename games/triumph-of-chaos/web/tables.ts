// tables.ts: the pieces of Triumph of Chaos, from data/.
import cardRows from "table:triumph-of-chaos/cards";
import factionRows from "table:triumph-of-chaos/factions";
import leaderRows from "table:triumph-of-chaos/leaders";
import linkRows from "table:triumph-of-chaos/links";
import politicalRows from "table:triumph-of-chaos/political-cards";
import regionRows from "table:triumph-of-chaos/regions";
import scenarioRows from "table:triumph-of-chaos/settings";
import shapeRows from "table:triumph-of-chaos/shapes";
import spaceRows from "table:triumph-of-chaos/spaces";
import turnRows from "table:triumph-of-chaos/turns";
import unitRows from "table:triumph-of-chaos/units";

type Row = Record<string, string>;

const text = (row: Row, column: string): string => row[column] ?? "";
const number = (row: Row, column: string): number => Number(row[column] ?? 0);
const list = (row: Row, column: string): string[] => text(row, column).split(" ").filter(Boolean);
/** "belarus=-1 latvia=2" */
const each = (row: Row, column: string): [string, number][] =>
  list(row, column).map((pair) => [pair.slice(0, pair.indexOf("=")), Number(pair.slice(pair.indexOf("=") + 1))]);

export type Side = "red" | "white";
export type Party = Side | "nobody";
export type Owner = Party | "czech-legion" | "central-powers";
export type Pile = "red" | "white" | "other";

export const SIDES: readonly Side[] = ["red", "white"];
export const PILES: readonly Pile[] = ["red", "white", "other"];
export const BOXES = ["red-control", "red-influence", "neutral", "white-influence", "white-control"] as const;
export const PHASES = ["preparation", "political", "action", "logistics"] as const;

const sideOf = (row: Row, column: string): Side | null => {
  const side = text(row, column);
  return side === "red" || side === "white" ? side : null;
};

/* ---- The map ------------------------------------------------------------------------------------ */

export const WIDE = 3000;
export const HIGH = 2000;

export interface Space {
  id: string;
  index: number;
  region: string;
  boxed: boolean;
  terrain: string;
  port: boolean;
  city: boolean;
  x: number;
  y: number;
}

export const spaces: Space[] = spaceRows.map((row, index) => ({
  id: text(row, "id"),
  index,
  region: text(row, "region"),
  boxed: row["boxed"] === "1",
  terrain: text(row, "terrain"),
  port: row["port"] !== "none",
  city: row["city"] === "1",
  x: number(row, "x"),
  y: number(row, "y"),
}));
const spaceById = new Map(spaces.map((space) => [space.id, space]));
export const spaceNamed = (id: string | null | undefined): Space | null => spaceById.get(id ?? "") ?? null;

export type LinkKind = "normal" | "rail" | "limited" | "sea";

export interface Link {
  a: string;
  b: string;
  kind: LinkKind;
}

export const links: Link[] = linkRows.map((row) => ({ a: text(row, "a"), b: text(row, "b"), kind: text(row, "kind") as LinkKind }));

export interface Shape {
  id: string;
  drawn: "sea" | "lake" | "foreign" | "fill" | "river" | "stream";
  region: string;
  points: [number, number][];
}

export const shapes: Shape[] = shapeRows.map((row) => ({
  id: text(row, "id"),
  drawn: text(row, "drawn") as Shape["drawn"],
  region: text(row, "region"),
  points: list(row, "points").map((pair) => {
    const [x = 0, y = 0] = pair.split(",").map(Number);
    return [x, y];
  }),
}));

/** The faction whose territory a region is, or "". */
export const landOf = new Map(regionRows.map((row) => [text(row, "id"), text(row, "faction")]));
export const regions: string[] = regionRows.map((row) => text(row, "id"));

/* ---- Pieces ------------------------------------------------------------------------------------- */

export interface Face {
  combat: number;
  loss: number;
  move: number;
}

export interface Unit {
  id: string;
  index: number;
  side: Side | null;
  faction: string;
  army: boolean;
  troop: string;
  mark: string;
  steps: number;
  elite: number;
  full: Face;
  reduced: Face;
}

const face = (row: Row, before: string): Face => ({
  combat: number(row, `${before}combat`),
  loss: number(row, `${before}loss`),
  move: number(row, `${before}move`),
});

export const units: Unit[] = unitRows.map((row, index) => ({
  id: text(row, "id"),
  index,
  side: sideOf(row, "side"),
  faction: text(row, "faction"),
  army: row["size"] === "army",
  troop: text(row, "troop"),
  mark: text(row, "mark"),
  steps: number(row, "steps"),
  elite: number(row, "elite"),
  full: face(row, ""),
  reduced: face(row, "reduced_"),
}));
const unitById = new Map(units.map((unit) => [unit.id, unit]));
export const unitNamed = (id: string): Unit => unitById.get(id) ?? (units[0] as Unit);

export interface Leader {
  id: string;
  index: number;
  side: Side | null;
  faction: string;
  abilities: string[];
}

export const leaders: Leader[] = leaderRows.map((row, index) => ({
  id: text(row, "id"),
  index,
  side: sideOf(row, "side"),
  faction: text(row, "faction"),
  abilities: list(row, "abilities"),
}));
const leaderById = new Map(leaders.map((leader) => [leader.id, leader]));
export const leaderNamed = (id: string): Leader => leaderById.get(id) ?? (leaders[0] as Leader);

/* ---- Cards -------------------------------------------------------------------------------------- */

export interface Card {
  id: string;
  side: Side;
  number: number;
  value: number;
  year: number;
  starred: boolean;
  kind: string;
}

export const cards: Card[] = cardRows.map((row) => ({
  id: text(row, "id"),
  side: sideOf(row, "side") ?? "red",
  number: number(row, "number"),
  value: number(row, "value"),
  year: number(row, "year"),
  starred: row["starred"] === "1",
  kind: text(row, "kind"),
}));
const cardById = new Map(cards.map((card) => [card.id, card]));
export const cardNamed = (id: string | null | undefined): Card | null => cardById.get(id ?? "") ?? null;

export interface PoliticalCard {
  id: string;
  number: number;
  pile: Pile;
  /** Above 0 for WHITE. */
  influence: [string, number][];
  steps: number;
}

export const politicalCards: PoliticalCard[] = politicalRows.map((row) => ({
  id: text(row, "id"),
  number: number(row, "number"),
  pile: text(row, "pile") as Pile,
  influence: each(row, "influence"),
  steps: number(row, "steps"),
}));

/* ---- Factions and turns -------------------------------------------------------------------------- */

export interface Faction {
  id: string;
  code: string;
  type: string;
  barred: Side | null;
  /** Its land is shut while the Central Powers are there. */
  shut: boolean;
}

export const factions: Faction[] = factionRows.map((row) => ({
  id: text(row, "id"),
  code: text(row, "code"),
  type: text(row, "type"),
  barred: sideOf(row, "barred"),
  shut: list(row, "rules").includes("central-powers"),
}));
const factionById = new Map(factions.map((faction) => [faction.id, faction]));
export const factionNamed = (id: string): Faction | null => factionById.get(id) ?? null;

export interface Turn {
  year: number;
  month: number;
  season: string;
  rounds: number;
}

export const turns: Turn[] = turnRows.map((row) => ({
  year: number(row, "year"),
  month: number(row, "month"),
  season: text(row, "season"),
  rounds: number(row, "rounds"),
}));

const powersIn = new Map(scenarioRows.map((row) => [text(row, "id"), row["central_powers"] === "1"]));
export const hasPowers = (scenario: string): boolean => powersIn.get(scenario === "campaign" ? "campaign" : "introduction") ?? false;
