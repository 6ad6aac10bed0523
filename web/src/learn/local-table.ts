// local-table.ts: a table in this browser: the engine, with bots in all seats but one and dice that follow from a seed.
import { Engine, isApplied, type SeenEvent } from "../core/engine";
import { observable } from "../core/observable";
import { type GameEvent, type Message, Refused, type Seat, type TableMessage } from "../core/protocol";
import { Situation } from "../core/situation";
import type { PlayableTable, TableState } from "../core/table";

export interface LocalGame {
  game: string;
  players: number;
  options: Record<string, string>;
  /** All seats of the game in their order; the person has the first. */
  seats: string[];
  seed: number;
  /** The name of the person. */
  name: string;
  /** The level of the bots. */
  level: string;
  /** The state with which the game begins: the bytes of a module "position:GAME/NAME". Without one it begins anew. */
  position?: string;
  /** The events after which nothing more is asked, if the game is to stop before its end. */
  stops?: string[];
}

/** Returns the bytes that a text in base64 stands for. */
const decodeBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** An answer that is given to the same question again and again, as one decision. */
export interface RepeatedAnswer {
  /** An action in the notation, or "advice" for what a bot would do. */
  answer: string;
  /** The events after which the person is asked again. */
  until: string[];
}

/** The moment before one of the person's decisions. */
interface PastDecision {
  /** The state of the engine. */
  saved: Uint8Array;
  /** The length of the log. */
  logLength: number;
  moveCount: number;
  /** The step that asked. */
  step: string;
}

/** The person's seat. */
const PERSON = 0;

/** Makes a change and returns an answer like the server's; an error of the change rejects the promise. */
const answerAfter = (change: () => void): Promise<Message> =>
  new Promise((resolve) => {
    change();
    resolve({ type: "done" });
  });

export class LocalTable implements PlayableTable {
  readonly state = observable<TableState | null>(null);
  private readonly engine: Engine;
  private readonly game: LocalGame;
  /** The person's decisions, oldest first; each can be taken back. */
  private readonly past: PastDecision[] = [];
  private moveCount = 0;
  /** The events since the person's last decision; the board shows them together. */
  private news: GameEvent[] = [];

  private constructor(engine: Engine, game: LocalGame) {
    this.engine = engine;
    this.game = game;
  }

  static async begin(game: LocalGame): Promise<LocalTable> {
    const engine = await Engine.load();
    const table = new LocalTable(engine, game);
    const events = engine.begin(game.game, game.players, game.options);
    if (game.position) {
      engine.restore(decodeBase64(game.position));
      events.length = 0; // what happened at the beginning of a whole game did not happen here
    }
    table.state.set(table.initialState());
    table.update(events);
    table.playUntilPersonIsAsked();
    return table;
  }

  /** Returns what a bot would do in the person's place, in the notation without the seat. */
  advice(): string {
    this.seedNextMove();
    const [, ...words] = this.engine.bot(PERSON, this.game.level).split(" ");
    return words.join(" ");
  }

  /** Returns the steps that the person has answered, oldest first. */
  answered(): string[] {
    return this.past.map(({ step }) => step);
  }

  /** Returns the length of the log when the person decided last; 0 before the first decision. */
  lastDecision(): number {
    return this.past.at(-1)?.logLength ?? 0;
  }

  /** Returns whether an event has happened with which the game stops. */
  hasStopped(): boolean {
    return this.stopsWith(this.state.get()?.log ?? []);
  }

  private stopsWith(log: GameEvent[]): boolean {
    return log.some(({ event }) => this.game.stops?.includes(event));
  }

  /** Each move has a seed of its own, so asking for advice or taking back changes no later dice. */
  private seedNextMove(): void {
    this.engine.seed(this.game.seed, this.moveCount);
  }

  private seats(): Seat[] {
    const { seats, players, name, level } = this.game;
    return seats
      .slice(0, players)
      .map((seat, n) => (n === PERSON ? { seat, kind: "person", name } : { seat, kind: "bot", level }));
  }

  private initialState(): TableState {
    const { game, players, options } = this.game;
    const table: TableMessage = {
      table: "local",
      status: "running",
      game,
      players,
      options,
      seats: this.seats(),
      public: false,
      pace: "slow",
      move_ms: 1,
      countdown_ms: 1,
      fast: false,
      updated: 0,
      you: this.game.seats[PERSON] ?? null,
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

  /** Brings the state up to date with the engine, after these events. */
  private update(events: SeenEvent[]): void {
    const known = this.state.get() ?? this.initialState();
    const seen = events.filter(({ seen_by }) => seen_by & (1 << PERSON)).map(({ event }) => event);
    this.news = [...this.news, ...seen];
    const log = [...known.log, ...seen];
    const { open, ask, outcome, figures, situation } = this.engine.question(PERSON);
    const status = outcome ? "over" : "running";
    this.state.set({
      ...known,
      table: { ...known.table, open, ask, outcome, status },
      view: this.engine.view(PERSON),
      figures,
      situation: new Situation(situation, figures),
      ask: ask && !this.stopsWith(log) ? { ...ask, auto: false } : null,
      log,
      news: this.news,
    });
  }

  /** Lets chance and bots answer until the person is asked something that matters, or the game is over. */
  private playUntilPersonIsAsked(): void {
    for (;;) {
      const { open, ask } = this.engine.question(PERSON);
      if (!open || this.hasStopped()) return;
      if (open.asked.includes("chance")) {
        this.seedNextMove();
        this.moveCount++;
        this.update(this.engine.chance().events);
        continue;
      }
      const bot = this.game.seats.findIndex((seat, n) => n !== PERSON && open.asked.includes(seat));
      if (bot > PERSON) this.playBot(bot);
      else if (ask?.auto) this.apply(this.personLine(ask.pass ?? String(ask.legal[0])));
      else return;
    }
  }

  private playBot(seat: number): void {
    this.seedNextMove();
    this.apply(this.engine.bot(seat, this.game.level));
  }

  /** Returns the line of a record for an action of the person. */
  private personLine(action: string): string {
    return `${this.game.seats[PERSON]} ${action}`;
  }

  private apply(line: string): void {
    const answer = this.engine.apply(line);
    if (!isApplied(answer)) throw new Refused(answer.code, answer.clause, answer.clause);
    this.moveCount++;
    this.update(answer.events);
  }

  /** Stores the present moment, so that the decision that follows can be taken back. */
  private rememberDecision(): void {
    const known = this.state.get();
    this.past.push({
      saved: this.engine.save(),
      logLength: known?.log.length ?? 0,
      moveCount: this.moveCount,
      step: known?.ask?.step ?? "",
    });
    this.news = [];
  }

  private answer(action: string): void {
    this.apply(this.personLine(action));
    this.playUntilPersonIsAsked();
  }

  act(action: string): Promise<Message> {
    return answerAfter(() => {
      this.rememberDecision();
      try {
        this.answer(action);
      } catch (error) {
        this.past.pop(); // an action that was refused cannot be taken back
        throw error;
      }
    });
  }

  /** Answers the open question, and goes on while the same step asks again. */
  answerRepeatedly({ answer, until }: RepeatedAnswer): Promise<Message> {
    return answerAfter(() => {
      const step = this.state.get()?.ask?.step;
      if (step) this.rememberDecision();
      while (step && this.state.get()?.ask?.step === step) {
        this.answer(answer === "advice" ? this.advice() : answer);
        if (this.news.some(({ event }) => until.includes(event))) break;
      }
    });
  }

  unseal(): Promise<Message> {
    return this.request("undo");
  }

  /** A table without a server knows one request: "undo" takes back the person's last decision. */
  request(type: string): Promise<Message> {
    return answerAfter(() => {
      const before = type === "undo" ? this.past.pop() : undefined;
      if (!before) throw new Refused("not-now", "there is nothing to take back");
      this.engine.restore(before.saved);
      this.moveCount = before.moveCount;
      this.news = [];
      const known = this.state.get() ?? this.initialState();
      this.state.set({ ...known, log: known.log.slice(0, before.logLength) });
      this.update([]);
    });
  }
}
