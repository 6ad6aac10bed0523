// geometry.ts: the land around each space, the borders between them, and how the pieces of a stack lie. All lengths are in units of the board.
import * as t from "./tables";

export type Point = [number, number];

/** One edge of a cell. */
interface Edge {
  from: Point;
  to: Point;
  /** The site on the other side; null at the edge of what is drawn. */
  beyond: number | null;
}

/** A point around which a cell of land is drawn. */
interface Site {
  x: number;
  y: number;
  /** The space whose tint the cell has. */
  space: t.Space;
  region: string;
}

const MARGIN = 40;
/** How far the land of a site reaches. */
const REACH = 250;
/** How many corners a cell has before its neighbours cut into it. */
const CORNERS = 20;

const distance = (a: { x: number; y: number }, b: { x: number; y: number }): number => Math.hypot(a.x - b.x, a.y - b.y);

function nearest(x: number, y: number, region: string): t.Space {
  const there = t.spaces.filter((space) => space.region === region);
  return there.reduce(
    (best, space) => (distance(space, { x, y }) < distance(best, { x, y }) ? space : best),
    there[0] ?? (t.spaces[0] as t.Space),
  );
}

function sitesOf(): Site[] {
  const towns = t.spaces.map((space) => ({ x: space.x, y: space.y, space, region: space.region }));
  const fills = t.shapes
    .filter(({ drawn }) => drawn === "fill")
    .map(({ points, region }) => {
      const [x, y] = points[0] ?? [0, 0];
      return { x, y, space: nearest(x, y, region), region };
    });
  return [...towns, ...fills];
}

/** The part of a cell that lies on the near side of a line through `at` with the normal (nx, ny). */
function clipped(edges: Edge[], at: Point, nx: number, ny: number, beyond: number | null): Edge[] {
  const side = ([x, y]: Point): number => (x - at[0]) * nx + (y - at[1]) * ny;
  const out: Edge[] = [];
  let left: Point | null = null; // where the outline crosses the line outwards
  let back: Point | null = null; // where it crosses the line inwards, before or after that
  let gap = -1; // where the new edge between the two belongs
  for (const edge of edges) {
    const a = side(edge.from);
    const b = side(edge.to);
    if (a > 0 && b > 0) continue;
    const k = a / (a - b);
    const cut: Point = [edge.from[0] + (edge.to[0] - edge.from[0]) * k, edge.from[1] + (edge.to[1] - edge.from[1]) * k];
    if (b > 0) {
      out.push({ ...edge, to: cut });
      left = cut;
      gap = out.length;
    } else if (a > 0) {
      back = cut;
      out.push({ ...edge, from: cut });
    } else out.push(edge);
  }
  if (left && back) out.splice(gap, 0, { from: left, to: back, beyond });
  return out;
}

function roundAbout({ x, y }: Site): Edge[] {
  const corner = (n: number): Point => {
    const angle = (n / CORNERS) * 2 * Math.PI;
    return [x + REACH * Math.cos(angle), y + REACH * Math.sin(angle)];
  };
  return Array.from({ length: CORNERS }, (_, n) => ({ from: corner(n), to: corner(n + 1), beyond: null }));
}

function cellOf(site: Site, index: number, sites: Site[]): Edge[] {
  const near = sites
    .map((other, n) => ({ n, other, far: distance(site, other) }))
    .filter(({ n, far }) => n !== index && far < 2 * REACH)
    .sort((a, b) => a.far - b.far);
  let edges = roundAbout(site);
  for (const [at, nx, ny] of [
    [[-MARGIN, 0], -1, 0],
    [[t.WIDE + MARGIN, 0], 1, 0],
    [[0, -MARGIN], 0, -1],
    [[0, t.HIGH + MARGIN], 0, 1],
  ] as [Point, number, number][])
    edges = clipped(edges, at, nx, ny, null);
  for (const { n, other } of near)
    edges = clipped(edges, [(site.x + other.x) / 2, (site.y + other.y) / 2], other.x - site.x, other.y - site.y, n);
  return edges;
}

const round = (n: number): number => Math.round(n * 10) / 10;
const at = ([x, y]: Point): string => `${round(x)} ${round(y)}`;

export const pathOf = (points: Point[], closed: boolean): string => `M${points.map(at).join("L")}${closed ? "z" : ""}`;

export interface Border {
  d: string;
  a: t.Space;
  b: t.Space;
  /** Whether it lies between two regions. */
  outer: boolean;
}

export interface Land {
  /** The outline of the land of each space. */
  cells: { space: t.Space; d: string }[];
  borders: Border[];
}

let known: Land | null = null;

/** The land is computed once, when a map is first shown. */
export function land(): Land {
  if (known) return known;
  const sites = sitesOf();
  const parts = new Map<t.Space, string>();
  const borders: Border[] = [];
  sites.forEach((site, index) => {
    const edges = cellOf(site, index, sites);
    if (edges.length > 2)
      parts.set(
        site.space,
        (parts.get(site.space) ?? "") +
          pathOf(
            edges.map(({ from }) => from),
            true,
          ),
      );
    for (const { from, to, beyond } of edges) {
      const other = beyond === null || beyond <= index ? undefined : sites[beyond];
      if (other && other.space !== site.space)
        borders.push({
          d: `M${at(from)}L${at(to)}`,
          a: site.space,
          b: other.space,
          outer: site.region !== other.region,
        });
    }
  });
  known = { cells: [...parts].map(([space, d]) => ({ space, d })), borders };
  return known;
}

/** The place of the name of a region: the middle of its spaces. */
export function middleOf(region: string): Point {
  const there = t.spaces.filter((space) => space.region === region);
  const mean = (of: (space: t.Space) => number): number =>
    there.reduce((sum, space) => sum + of(space), 0) / Math.max(1, there.length);
  return [mean(({ x }) => x), mean(({ y }) => y)];
}

/* ---- Stacks -------------------------------------------------------------------------------------- */

export const UNIT = 34;
export const LEADER = { wide: 68, high: 24 };
const ABOVE = 10;

/** The upper left corners of the units of a stack; 0,0 is the middle of the space. */
export function unitSlots(count: number): Point[] {
  return Array.from({ length: count }, (_, n) => {
    const row = Math.floor(n / 2);
    const inRow = Math.min(2, count - row * 2);
    return [(n % 2) * UNIT - (inRow * UNIT) / 2, -ABOVE - (row + 1) * UNIT];
  });
}

/** The same for the leaders of a stack, who lie above its units. */
export function leaderSlots(count: number, units: number): Point[] {
  const base = -ABOVE - Math.ceil(units / 2) * UNIT;
  return Array.from({ length: count }, (_, n) => [-LEADER.wide / 2, base - (n + 1) * LEADER.high]);
}

/* ---- Ways ---------------------------------------------------------------------------------------- */

/** A shortest way by links, both ends included, through spaces that may be passed; the two ends alone if there is none. */
export function wayBetween(from: string, to: string, passes: (space: string) => boolean): string[] {
  const before = new Map<string, string | null>([[from, null]]);
  for (const here of before.keys()) {
    if (here === to) break;
    for (const there of t.spaceNamed(here)?.neighbours ?? [])
      if (!before.has(there) && (there === to || passes(there))) before.set(there, here);
  }
  if (!before.has(to)) return [from, to];
  const way: string[] = [];
  for (let space: string | null = to; space !== null; space = before.get(space) ?? null) way.unshift(space);
  return way;
}
