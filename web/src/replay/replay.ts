// replay.ts: a recorded game, any moment of which can be shown.
import { Engine, EVERYTHING, OBSERVER, type Question } from "../core/engine";
import type { GameEvent, Seat, View } from "../core/protocol";
import { Situation } from "../core/situation";
import type { GameWords } from "../core/words";
import type { Moment } from "./part";
import { type RecordText, readRecord } from "./record";
import { playRecord, showRecord, type Source } from "./source";

/** Fetches the same record with what every viewer saw. */
type LoadWhole = () => Promise<string>;

/** Returns the seats of a game in their order. */
type LoadSeatNames = (game: string) => Promise<string[]>;

/** A moment is given by the number of moves before it, from 0 to `length`; a viewer as in engine.ts. */
export class Replay {
  readonly record: RecordText;
  readonly seats: Seat[];
  private readonly source: Source;

  private constructor(record: RecordText, source: Source, seatNames: string[]) {
    this.record = record;
    this.source = source;
    this.seats = seatNames.slice(0, record.players).map((seat) => {
      const sitter = record.sitters[seat] ?? "";
      const level = sitter.startsWith("bot ") ? sitter.slice(4) : null;
      return level === null ? { seat, kind: "person", name: sitter } : { seat, kind: "bot", level };
    });
  }

  /** Reads a record. If it was played by the rules of this program, the game is played to its end. */
  static async load(text: string, loadWhole: LoadWhole, loadSeatNames: LoadSeatNames): Promise<Replay> {
    const record = readRecord(text);
    if (record.view) throw new Error("the record of a running game shows one view: it can be read, not replayed");
    const names = await loadSeatNames(record.game);
    const engine = await Engine.load();
    if (!record.hasParts && record.rules === engine.rules(record.game))
      return new Replay(record, playRecord(engine, record), names);
    const whole = readRecord(await loadWhole());
    return new Replay(whole, showRecord(whole, names), names);
  }

  /** The number of moves. */
  get length(): number {
    return this.record.moves.length;
  }

  /** Returns the viewer for the name of a seat; everything for null, an observer for any other name. */
  viewer(name: string | null): number {
    if (name === null) return EVERYTHING;
    const seat = this.seats.findIndex((other) => other.seat === name);
    return seat < 0 ? OBSERVER : seat;
  }

  view(at: number, viewer: number): View {
    return this.source.view(at, viewer);
  }

  /** Returns a moment with nothing hidden. */
  moment(at: number): Moment {
    const view = this.view(at, EVERYTHING);
    const { situation, figures } = this.question(at, EVERYTHING);
    return { view, situation: new Situation(situation, figures) };
  }

  question(at: number, viewer: number): Question {
    return this.source.question(at, viewer);
  }

  /**
   * Returns what happened in the move before a moment, as far as a viewer may know. What is hidden from some seats is
   * told by two events, one of them for those who may not know it; whoever sees everything is not told that one.
   */
  events(at: number, viewer: number): GameEvent[] {
    const all = (1 << this.seats.length) - 1;
    const isSeen = (seenBy: number) =>
      viewer === EVERYTHING ? (seenBy & all) === all || !(seenBy & (1 << OBSERVER)) : seenBy & (1 << viewer);
    return this.source
      .events(at)
      .filter(({ seen_by }) => isSeen(seen_by))
      .map(({ event }) => event);
  }

  /** Returns all events that are wanted and that a viewer may know, with their moments. */
  findEvents(isWanted: (event: GameEvent) => boolean, viewer: number): { at: number; event: GameEvent }[] {
    return this.record.moments.flatMap((_, at) =>
      this.events(at, viewer)
        .filter(isWanted)
        .map((event) => ({ at, event })),
    );
  }
}

/** Returns the seats of a game in their order: the list of names that has this seat. */
export const seatNames = (words: GameWords, seat: string): string[] => {
  const names = Object.values(words.names).find((list) => seat in list);
  return names ? Object.keys(names) : [];
};
