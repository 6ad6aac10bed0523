// local-table.ts: a table in this browser: the engine, with bots in all seats but one and dice that follow from a seed.
import { type Applied, Engine, isApplied, type SeenEvent } from "../core/engine";
import { observable } from "../core/observable";
import {
  type Ask,
  type GameEvent,
  type Message,
  Refused,
  type Seat,
  type TableMessage,
  type Undoable,
} from "../core/protocol";
import { Situation } from "../core/situation";
import type { PlayableTable, TableState } from "../core/table";
import { movesInForce, withoutNumber } from "../replay/record";

export interface LocalGame {
  game: string;
  players: number;
  options: Record<string, string>;
  /** All seats of the game in their order. */
  seats: string[];
  /** Which of them the person has; the first if it is missing. */
  person?: number;
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

/** The milliseconds for which a bot that plays for the person keeps the page waiting at a time. */
const HAND_OVER_MS = 30;

/** The moment before one of the person's decisions. */
interface PastDecision {
  /** The state of the engine. */
  saved: Uint8Array;
  /** The length of the log. */
  logLength: number;
  moveCount: number;
  /** The step that asked, and the number of its question. */
  step: string;
  question: number;
  /** The answer in the notation; null if it was several. */
  action: string | null;
  /** The number of all seats' decisions. */
  decisionCount: number;
}

export class LocalTable implements PlayableTable {
  readonly state = observable<TableState | null>(null);
  /** Is called after each decision of the person, when all have answered it, and after one was taken back. */
  onDecision: (() => void) | undefined;
  private readonly engine: Engine;
  private readonly game: LocalGame;
  /** The number of the person's seat. */
  private readonly person: number;
  /** What a record has of the game so far, with all that was taken back. */
  private readonly recorded: string[] = [];
  /** The person's decisions, oldest first; each can be taken back. */
  private readonly past: PastDecision[] = [];
  private moveCount = 0;
  private decisionCount = 0;
  /** While a bot plays for the person: what nobody was shown yet. Otherwise null. */
  private unshown: SeenEvent[] | null = null;
  /** The events since the person's last decision; the board shows them together. */
  private news: GameEvent[] = [];

  private constructor(engine: Engine, game: LocalGame) {
    this.engine = engine;
    this.game = game;
    this.person = game.person ?? 0;
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

  /** Goes on with a game that began anew and has these lines of a record; throws if they are against the rules. */
  static resume(engine: Engine, game: LocalGame, lines: string[]): LocalTable {
    const table = new LocalTable(engine, game);
    table.state.set(table.initialState());
    const events = engine.begin(game.game, game.players, game.options);
    for (const line of movesInForce(lines)) events.push(...table.repeat(line, events));
    table.recorded.push(...lines);
    table.update(events);
    table.news = []; // they are known already
    table.playUntilPersonIsAsked();
    return table;
  }

  /** Plays a line of a record again, after these events, and returns what happened. */
  private repeat(line: string, before: SeenEvent[]): SeenEvent[] {
    if (line.startsWith(`${this.game.seats[this.person]} `)) {
      const { ask } = this.engine.question(this.person);
      const [, ...words] = withoutNumber(line).split(" ");
      if (ask && !ask.auto) this.rememberMoment(ask, this.seenByPerson(before).length, words.join(" "));
    }
    const answer = this.engine.apply(withoutNumber(line));
    if (!isApplied(answer)) throw new Refused(answer.code, answer.clause, answer.clause);
    this.moveCount++;
    if (!line.startsWith("chance ")) this.decisionCount++;
    return answer.events;
  }

  /** Returns the lines that a record has of the game so far. */
  lines(): string[] {
    return this.recorded;
  }

  /** Returns the end of a record of the game as it is now. */
  recordEnd(): string {
    return this.engine.end();
  }

  /** Answers the open question as a bot would. */
  actLikeBot(): Promise<Message> {
    return this.act(this.advice());
  }

  /** Returns what a bot would do in the person's place, in the notation without the seat. */
  advice(): string {
    this.seedNextMove();
    const [, ...words] = this.engine.bot(this.person, this.game.level).split(" ");
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

  /** Makes a change and returns an answer like the server's; an error of the change rejects the promise. */
  private answerAfter(change: () => void): Promise<Message> {
    return new Promise((resolve) => {
      change();
      this.onDecision?.();
      resolve({ type: "done" });
    });
  }

  /** Each move has a seed of its own, so asking for advice or taking back changes no later dice. */
  private seedNextMove(): void {
    this.engine.seed(this.game.seed, this.moveCount);
  }

  private seats(): Seat[] {
    const { seats, players, name, level } = this.game;
    return seats
      .slice(0, players)
      .map((seat, n) => (n === this.person ? { seat, kind: "person", name } : { seat, kind: "bot", level }));
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
      you: this.game.seats[this.person] ?? null,
      owner: true,
      undo: null,
      replace: null,
      deadline: null,
    };
    return {
      table,
      view: null,
      figures: {},
      situation: new Situation([], {}),
      ask: null,
      log: [],
      logFirst: 0,
      news: [],
      talks: [],
    };
  }

  private seenByPerson(events: SeenEvent[]): GameEvent[] {
    return events.filter(({ seen_by }) => seen_by & (1 << this.person)).map(({ event }) => event);
  }

  /** Brings the state up to date with the engine, after these events. */
  private update(events: SeenEvent[]): void {
    if (this.unshown) {
      this.unshown.push(...events);
      return;
    }
    const known = this.state.get() ?? this.initialState();
    const seen = this.seenByPerson(events);
    this.news = [...this.news, ...seen];
    const log = [...known.log, ...seen];
    const { open, ask, outcome, figures, situation } = this.engine.question(this.person);
    const status = outcome ? "over" : "running";
    this.state.set({
      ...known,
      table: { ...known.table, open, ask, outcome, status, undoable: this.undoable() },
      view: this.engine.view(this.person),
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
      const { open, ask } = this.engine.question(this.person);
      if (!open || this.hasStopped()) return;
      if (open.asked.includes("chance")) {
        this.seedNextMove();
        this.record(this.engine.chance());
        continue;
      }
      const bot = this.game.seats.findIndex((seat, n) => n !== this.person && open.asked.includes(seat));
      if (bot >= 0) this.playBot(bot);
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
    return `${this.game.seats[this.person]} ${action}`;
  }

  private apply(line: string): void {
    const answer = this.engine.apply(line);
    if (!isApplied(answer)) throw new Refused(answer.code, answer.clause, answer.clause);
    this.decisionCount++;
    this.record(answer);
  }

  private record({ line, events }: Applied): void {
    this.recorded.push(line);
    this.moveCount++;
    this.update(events);
  }

  /** Returns what an undo would take back. */
  private undoable(): Undoable | null {
    const last = this.past.at(-1);
    if (!last) return null;
    const { step, question, action, decisionCount } = last;
    return { step, question, action, moves: this.decisionCount - decisionCount, asks: [] };
  }

  /** Stores the present moment, so that the decision that follows can be taken back. */
  private rememberDecision(action: string | null): void {
    const known = this.state.get();
    this.rememberMoment(known?.ask ?? null, known?.log.length ?? 0, action);
    this.news = [];
  }

  private rememberMoment(ask: Ask | null, logLength: number, action: string | null): void {
    const { moveCount, decisionCount } = this;
    const { step = "", question = 0 } = ask ?? {};
    this.past.push({ saved: this.engine.save(), logLength, moveCount, decisionCount, step, question, action });
  }

  private answer(action: string): void {
    this.apply(this.personLine(action));
    this.playUntilPersonIsAsked();
  }

  act(action: string): Promise<Message> {
    return this.answerAfter(() => {
      this.rememberDecision(action);
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
    return this.answerAfter(() => {
      const step = this.state.get()?.ask?.step;
      if (step) this.rememberDecision(null);
      while (step && this.state.get()?.ask?.step === step) {
        this.answer(answer === "advice" ? this.advice() : answer);
        if (this.news.some(({ event }) => until.includes(event))) break;
      }
    });
  }

  /** Lets a bot answer for the person until the game is over. The page stays alive meanwhile. */
  async handOver(): Promise<void> {
    if (this.unshown) return;
    this.news = [];
    const events: SeenEvent[] = [];
    this.unshown = events;
    while (this.answerLikeBot(Date.now() + HAND_OVER_MS)) await new Promise((resolve) => setTimeout(resolve, 0));
    this.unshown = null;
    this.update(events);
    this.onDecision?.();
  }

  /** Answers as a bot would, until the game is over or it is this time. Returns whether the game goes on. */
  private answerLikeBot(until: number): boolean {
    while (Date.now() < until) {
      if (!this.engine.question(this.person).ask) return false;
      this.answer(this.advice());
    }
    return true;
  }

  unseal(): Promise<Message> {
    return this.request("undo");
  }

  /** A table without a server knows one request: "undo" takes back the person's last decision. */
  request(type: string): Promise<Message> {
    return this.answerAfter(() => {
      const before = type === "undo" ? this.past.pop() : undefined;
      if (!before) throw new Refused("not-now", "there is nothing to take back");
      this.engine.restore(before.saved);
      this.moveCount = before.moveCount;
      this.decisionCount = before.decisionCount;
      this.recorded.push(`undo ${this.moveCount}`);
      this.news = [];
      const known = this.state.get() ?? this.initialState();
      this.state.set({ ...known, log: known.log.slice(0, before.logLength) });
      this.update([]);
    });
  }
}
