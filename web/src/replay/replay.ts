// replay.ts: a recorded game, any moment of which can be shown.
import { Engine, EVERYTHING, isApplied, OBSERVER, type Question, type SeenEvent } from "../core/engine";
import type { GameEvent, Seat, View } from "../core/protocol";
import { Situation } from "../core/situation";
import type { GameWords } from "../core/words";
import type { Moment } from "./part";
import { type RecordText, readRecord } from "./record";

/** The game before its first move, or after a move. */
interface SavedMoment {
  /** The state of the engine. */
  saved: Uint8Array;
  /** What happened in the move; for the first moment, at the beginning of the game. */
  events: SeenEvent[];
}

/** A moment is given by the number of moves before it, from 0 to `length`; a viewer as in engine.ts. */
export class Replay {
  readonly record: RecordText;
  readonly seats: Seat[];
  private readonly engine: Engine;
  private readonly moments: SavedMoment[] = [];

  private constructor(engine: Engine, record: RecordText, seatNames: string[]) {
    this.engine = engine;
    this.record = record;
    this.seats = seatNames.slice(0, record.players).map((seat) => {
      const sitter = record.sitters[seat] ?? "";
      const level = sitter.startsWith("bot ") ? sitter.slice(4) : null;
      return level === null ? { seat, kind: "person", name: sitter } : { seat, kind: "bot", level };
    });
  }

  /** Reads a record and plays it to its end. `seatNames` returns the seats of a game in their order. */
  static async load(text: string, seatNames: (game: string) => Promise<string[]>): Promise<Replay> {
    const record = readRecord(text);
    if (record.view) throw new Error("the record of a running game shows one view: it can be read, not replayed");
    const replay = new Replay(await Engine.load(), record, await seatNames(record.game));
    replay.playAll();
    return replay;
  }

  private playAll(): void {
    const { engine, record, moments } = this;
    const events = engine.begin(record.game, record.players, record.options);
    moments.push({ events, saved: engine.save() });
    for (const line of record.moves) {
      const answer = engine.apply(line);
      if (!isApplied(answer)) throw new Error(`move ${moments.length} is against ${answer.clause}`);
      moments.push({ events: answer.events, saved: engine.save() });
    }
  }

  /** The number of moves. */
  get length(): number {
    return this.moments.length - 1;
  }

  /** Returns the viewer for the name of a seat; everything for null, an observer for any other name. */
  viewer(name: string | null): number {
    if (name === null) return EVERYTHING;
    const seat = this.seats.findIndex((other) => other.seat === name);
    return seat < 0 ? OBSERVER : seat;
  }

  private restore(at: number): void {
    const moment = this.moments[at];
    if (moment) this.engine.restore(moment.saved);
  }

  view(at: number, viewer: number): View {
    this.restore(at);
    return this.engine.view(viewer);
  }

  /** Returns a moment with nothing hidden. */
  moment(at: number): Moment {
    const view = this.view(at, EVERYTHING);
    const { situation, figures } = this.engine.question(EVERYTHING);
    return { view, situation: new Situation(situation, figures) };
  }

  question(at: number, viewer: number): Question {
    this.restore(at);
    return this.engine.question(viewer);
  }

  /** Returns what happened in the move before a moment, as far as a viewer may know. */
  events(at: number, viewer: number): GameEvent[] {
    const viewers = viewer === EVERYTHING ? ~0 : 1 << viewer;
    return (this.moments[at]?.events ?? []).filter(({ seen_by }) => seen_by & viewers).map(({ event }) => event);
  }

  /** Returns all events of these names that a viewer may know, with their moments. */
  findEvents(names: string[], viewer: number): { at: number; event: GameEvent }[] {
    return this.moments.flatMap((_, at) =>
      this.events(at, viewer)
        .filter(({ event }) => names.includes(event))
        .map((event) => ({ at, event })),
    );
  }
}

/** Returns the seats of a game in their order: the list of names that has this seat. */
export const seatNames = (words: GameWords, seat: string): string[] => {
  const names = Object.values(words.names).find((list) => seat in list);
  return names ? Object.keys(names) : [];
};
