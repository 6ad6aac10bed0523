// ways.ts: the ways that lead out of a space, where they lead, and what they cost: for those who read the map as a list or
// walk on it with the direction keys.
import { type Link, links, type Space, spaceNamed } from "./tables";

/** In the order of the compass, from the north by the east. */
export const BEARINGS = [
  "north",
  "north-east",
  "east",
  "south-east",
  "south",
  "south-west",
  "west",
  "north-west",
] as const;
export type Bearing = (typeof BEARINGS)[number];

export interface Way extends Link {
  to: Space;
  bearing: Bearing;
}

/** The angle from one space to another, in degrees clockwise from the north. */
const angleTo = (from: Space, to: Space): number =>
  (Math.atan2(to.x - from.x, from.y - to.y) * (180 / Math.PI) + 360) % 360;

const bearingOf = (from: Space, to: Space): Bearing =>
  BEARINGS[Math.round(angleTo(from, to) / 45) % BEARINGS.length] ?? "north";

/** The ways out of a space, in the order of the compass. */
export function waysFrom(from: Space): Way[] {
  const ways = links.flatMap((link) => {
    const to = spaceNamed(link.a === from.id ? link.b : link.b === from.id ? link.a : null);
    return to ? [{ ...link, to, bearing: bearingOf(from, to) }] : [];
  });
  return ways.sort((a, b) => angleTo(from, a.to) - angleTo(from, b.to));
}

const ANGLES: Record<string, number> = { ArrowUp: 0, ArrowRight: 90, ArrowDown: 180, ArrowLeft: 270 };
/** A direction key follows no way that leads further aside than this. */
const MOST_ASIDE = 60;

export const isDirection = (key: string): boolean => key in ANGLES;

/** The way that a direction key follows: the one that leads least aside; null if there is none. */
export function wayTowards(from: Space, key: string): Way | null {
  const wanted = ANGLES[key];
  if (wanted === undefined) return null;
  const aside = ({ to }: Way): number => {
    const turn = Math.abs(angleTo(from, to) - wanted);
    return Math.min(turn, 360 - turn);
  };
  const ways = waysFrom(from).filter((way) => aside(way) <= MOST_ASIDE);
  return ways.sort((a, b) => aside(a) - aside(b))[0] ?? null;
}
