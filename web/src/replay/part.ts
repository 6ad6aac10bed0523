// part.ts: what a game adds to its replays: the plots. A game exports it from its web/replay.ts.
import type { View } from "../core/protocol";
import type { Situation } from "../core/situation";

/** One moment of a game, with nothing hidden. */
export interface Moment {
  view: View;
  situation: Situation;
}

export interface Chart {
  /** The last part of the key of the title: web.stats.TITLE. */
  title: string;
  lines: ChartLine[];
}

export interface ChartLine {
  name: string;
  /** The seat that the line is about; null if it is about none. */
  seat: string | null;
  value: (moment: Moment) => number;
}

export interface NamedSeat {
  seat: string;
  name: string;
}

export interface ReplayPart {
  /** The event that begins a period of the game, such as a turn or a year. */
  beat: string;
  /** Returns the label of the n-th period; `arg` is the event's first argument. Without it the label is n. */
  beatName?: (n: number, arg: string | number) => string;
  charts: (seats: NamedSeat[], say: (key: string) => string) => Chart[];
}

/** Returns a line for each seat. */
export const each = (seats: NamedSeat[], value: (moment: Moment, seat: string) => number): ChartLine[] =>
  seats.map(({ seat, name }) => ({ name, seat, value: (moment) => value(moment, seat) }));
