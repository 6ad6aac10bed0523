// part.ts: what a game brings for its replays; it has it in web/replay.ts.
import type { View } from "../core/protocol";
import type { Situation } from "../core/situation";

/** The whole truth at one moment of a game. */
export interface Moment {
  view: View;
  situation: Situation;
}

export interface Chart {
  /** Of the catalogue: web.stats.TITLE. */
  title: string;
  lines: ChartLine[];
}

export interface ChartLine {
  name: string;
  /** Whose line it is; null: nobody's. */
  seat: string | null;
  value(moment: Moment): number;
}

export interface NamedSeat {
  seat: string;
  name: string;
}

export interface ReplayPart {
  /** TRANSITION: games declare them. */
  turningPoints?: string[];
  /** The event that begins what the game is counted by. */
  beat: string;
  /** What the n-th beat is called, given the event's first argument; without it n. */
  beatName?(n: number, arg: string | number): string;
  charts(seats: NamedSeat[], say: (key: string) => string): Chart[];
}

/** A line for each seat. */
export const each = (seats: NamedSeat[], value: (moment: Moment, seat: string) => number): ChartLine[] =>
  seats.map(({ seat, name }) => ({ name, seat, value: (moment) => value(moment, seat) }));
