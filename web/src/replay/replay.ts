// replay.ts: a recorded game, every moment of it at hand.
import { Engine, EVERYTHING, isDone, OBSERVER, type Question, type SeenEvent } from "../core/engine";
import type { GameEvent, Seat, View } from "../core/protocol";
import { Situation } from "../core/situation";
import type { GameWords } from "../core/words";
import type { Moment } from "./part";
import { type RecordText, readRecord } from "./record";

/** After a move, or before the first. */
interface Move {
  line: string | null;
  saved: Uint8Array;
  events: SeenEvent[];
}

export class Replay {
  readonly record: RecordText;
  readonly seats: Seat[];
  private readonly engine: Engine;
  private readonly moments: Move[] = [];

  private constructor(engine: Engine, record: RecordText, seatNames: string[]) {
    this.engine = engine;
    this.record = record;
    this.seats = seatNames.slice(0, record.players).map((seat) => {
      const who = record.who[seat] ?? "";
      return who.startsWith("bot ") ? { seat, kind: "bot", level: who.slice(4) } : { seat, kind: "person", name: who };
    });
  }

  static async of(text: string, seatNames: (game: string) => Promise<string[]>): Promise<Replay> {
    const record = readRecord(text);
    if (record.view) throw new Error("the record of a running game shows one view: it can be read, not replayed");
    const replay = new Replay(await Engine.load(), record, await seatNames(record.game));
    replay.play();
    return replay;
  }

  private play(): void {
    const { engine, record, moments } = this;
    moments.push({
      line: null,
      events: engine.begin(record.game, record.players, record.options),
      saved: engine.save(),
    });
    for (const line of record.moves) {
      const done = engine.apply(line);
      if (!isDone(done)) throw new Error(`move ${moments.length} is against ${done.clause}`);
      moments.push({ line, events: done.events, saved: engine.save() });
    }
  }

  get length(): number {
    return this.moments.length - 1;
  }

  line(at: number): string | null {
    return this.moments[at]?.line ?? null;
  }

  /** A seat's number; an observer; or everything. */
  viewer(name: string | null): number {
    if (name === null) return EVERYTHING;
    const seat = this.seats.findIndex((one) => one.seat === name);
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

  /** The whole truth. */
  moment(at: number): Moment {
    const view = this.view(at, EVERYTHING);
    const { situation, figures } = this.engine.question(EVERYTHING);
    return { view, situation: new Situation(situation, figures) };
  }

  question(at: number, viewer: number): Question {
    this.restore(at);
    return this.engine.question(viewer);
  }

  /** What a viewer may know of what happened in a move. */
  events(at: number, viewer: number): GameEvent[] {
    const seen = viewer === EVERYTHING ? ~0 : 1 << viewer;
    return (this.moments[at]?.events ?? []).filter((one) => one.seen_by & seen).map((one) => one.event);
  }

  /** Moves in which a viewer has seen one of these happen. */
  find(names: string[], viewer: number): { at: number; event: GameEvent }[] {
    return this.moments.flatMap((_, at) =>
      this.events(at, viewer)
        .filter(({ event }) => names.includes(event))
        .map((event) => ({ at, event })),
    );
  }
}

/** The seats of a game in their order: the list of names that all of them are in. */
export const seatNames = (words: GameWords, seat: string): string[] => {
  const names = Object.values(words.names).find((list) => seat in list);
  return names ? Object.keys(names) : [];
};
