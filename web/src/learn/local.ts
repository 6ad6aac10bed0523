// local.ts: a table in this browser: the engine, bots in the other seats, dice from a seed.
import { Engine, isDone, type SeenEvent } from "../core/engine";
import type { GameEvent, Message, Seat, TableMessage } from "../core/protocol";
import { Refused } from "../core/protocol";
import type { Look, TableLike } from "../core/table";
import { Situation } from "../core/situation";
import { value } from "../core/value";

export interface LocalGame {
  game: string;
  players: number;
  options: Record<string, string>;
  seats: string[];
  seed: number;
  /** What one is called. */
  name: string;
  /** What bots do: "greedy". */
  level: string;
}

/** The same question answered again and again, as one decision. */
export interface Run {
  /** An action, or "advice": whatever the bot would do. */
  answer: string;
  /** Events after which one is asked oneself again. */
  until: string[];
}

/** What one was asked before, and how much had happened by then. */
interface Past {
  saved: Uint8Array;
  log: number;
  moves: number;
  step: string;
}

const ME = 0;

export class LocalTable implements TableLike {
  readonly look = value<Look | null>(null);
  private readonly engine: Engine;
  private readonly of: LocalGame;
  /** Before each of one's own decisions, to be taken back to. */
  private readonly past: Past[] = [];
  private moves = 0;
  /** Since one's last decision: all of it is shown at once. */
  private news: GameEvent[] = [];

  private constructor(engine: Engine, of: LocalGame) {
    this.engine = engine;
    this.of = of;
  }

  static async begin(of: LocalGame): Promise<LocalTable> {
    const engine = await Engine.load();
    const table = new LocalTable(engine, of);
    const events = engine.begin(of.game, of.players, of.options);
    table.look.set(table.empty());
    table.show(events);
    table.goOn();
    return table;
  }

  /** What a bot would do in one's place: the notation without the seat. */
  advice(): string {
    this.roll();
    const [, ...words] = this.engine.bot(ME, this.of.level).split(" ");
    return words.join(" ");
  }

  /** The steps one has answered, oldest first. */
  answered(): string[] {
    return this.past.map(({ step }) => step);
  }

  /** Where in the log one's last decision stands. */
  since(): number {
    return this.past.at(-1)?.log ?? 0;
  }

  /** Each move has dice of its own: asking for advice or taking back changes no later one. */
  private roll(): void {
    this.engine.seed(this.of.seed, this.moves);
  }

  private sitters(): Seat[] {
    const seats = this.of.seats.slice(0, this.of.players);
    return seats.map((seat, n) =>
      n === ME ? { seat, kind: "person", name: this.of.name } : { seat, kind: "bot", level: this.of.level },
    );
  }

  private empty(): Look {
    const { game, players, options } = this.of;
    const table: TableMessage = {
      table: "local",
      status: "running",
      game,
      players,
      options,
      seats: this.sitters(),
      public: false,
      pace: "slow",
      move_ms: 1,
      countdown_ms: 1,
      fast: false,
      updated: 0,
      you: this.of.seats[ME] ?? null,
      owner: true,
      undo: null,
      deadline: null,
    };
    return {
      table,
      view: null,
      figures: {},
      situation: new Situation([], {}),
      ask: null,
      log: [],
      news: [],
      talks: [],
    };
  }

  private show(seen: SeenEvent[]): void {
    const known = this.look.get() ?? this.empty();
    const fresh = seen.filter((one) => one.seen_by & (1 << ME)).map((one) => one.event);
    this.news = [...this.news, ...fresh];
    const { open, ask, outcome, figures, situation } = this.engine.question(ME);
    const status = outcome ? "over" : "running";
    this.look.set({
      ...known,
      table: { ...known.table, open, ask, outcome, status },
      view: this.engine.view(ME),
      figures,
      situation: new Situation(situation, figures),
      ask: ask ? { ...ask, auto: false } : null,
      log: [...known.log, ...fresh],
      news: this.news,
    });
  }

  /** Chance and bots answer until one is asked something that is worth asking. */
  private goOn(): void {
    for (;;) {
      const { open, ask } = this.engine.question(ME);
      if (!open) return;
      if (open.asked.includes("chance")) {
        this.roll();
        this.moves++;
        this.show(this.engine.chance().events);
        continue;
      }
      const other = this.of.seats.findIndex((seat, n) => n !== ME && open.asked.includes(seat));
      if (other > ME) this.playFor(other);
      else if (ask?.auto) this.apply(`${this.of.seats[ME]} ${ask.legal.includes("pass") ? "pass" : ask.legal[0]}`);
      else return;
    }
  }

  private playFor(seat: number): void {
    this.roll();
    this.apply(this.engine.bot(seat, this.of.level));
  }

  private apply(line: string): void {
    const done = this.engine.apply(line);
    if (!isDone(done)) throw new Refused(done.code, done.clause, done.clause);
    this.moves++;
    this.show(done.events);
  }

  private remember(): void {
    const look = this.look.get();
    this.past.push({
      saved: this.engine.save(),
      log: look?.log.length ?? 0,
      moves: this.moves,
      step: look?.ask?.step ?? "",
    });
    this.news = [];
  }

  private answer(action: string): void {
    this.apply(`${this.of.seats[ME]} ${action}`);
    this.goOn();
  }

  async act(action: string): Promise<Message> {
    this.remember();
    try {
      this.answer(action);
    } catch (why) {
      this.past.pop(); // what was refused is nothing to take back
      throw why;
    }
    return { type: "done" };
  }

  async run({ answer, until }: Run): Promise<Message> {
    const step = this.look.get()?.ask?.step;
    if (step) this.remember();
    while (step && this.look.get()?.ask?.step === step) {
      this.answer(answer === "advice" ? this.advice() : answer);
      if (this.news.some(({ event }) => until.includes(event))) break;
    }
    return { type: "done" };
  }

  async unseal(): Promise<Message> {
    return this.ask("undo");
  }

  /** The only request a table without a server knows: taking back. */
  async ask(type: string): Promise<Message> {
    const before = type === "undo" ? this.past.pop() : undefined;
    if (!before) throw new Refused("not-now", "there is nothing to take back");
    this.engine.restore(before.saved);
    this.moves = before.moves;
    this.news = [];
    const known = this.look.get() ?? this.empty();
    this.look.set({ ...known, log: known.log.slice(0, before.log) });
    this.show([]);
    return { type: "done" };
  }
}
