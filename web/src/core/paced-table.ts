// paced-table.ts: a table whose events are shown one after the other, each for as long as it takes to be seen.
//
// The table behind it knows the present. What has happened since waits in a queue here: a change is drawn when its
// turn comes, its events are told one by one, and the line of the log appears with its event. While a die is told the
// board stays as it was: what came of the die is drawn after it. The person is asked only when nothing waits any more,
// so that nobody answers a board that he has not seen. Everything that is not the game itself (seats, talk, wishes) is
// shown at once.
import { observable } from "./observable";
import { type Ask, type GameEvent, type Message, Refused } from "./protocol";
import type { Situation } from "./situation";
import type { PlayableTable, TableState } from "./table";

/** The event that is being told. */
export interface Moment {
  /** All events of its change. */
  events: GameEvent[];
  /** Its index among them. */
  at: number;
  /** What was going on before the change. */
  before: Situation;
}

export interface Showing {
  /** The event that is being told, or that was told last; null if there is none. */
  moment: Moment | null;
  /** Whether the event still has its time. */
  isTold: boolean;
  /** How many events wait behind it. */
  waiting: number;
}

/** What the pace depends on; tests have a clock of their own. */
export interface Pace {
  /** By what the times of events are multiplied; 0: everything is shown at once. */
  factor: () => number;
  /** How long an event is shown at normal speed, in milliseconds. */
  shownMs: (event: string) => number;
  /** Whether an event tells of a die. */
  isDie: (event: string) => boolean;
  isHidden: () => boolean;
  /** The time by the clock of deadlines. */
  now: () => number;
  /** Calls a function after so many milliseconds; returns a function that prevents it. */
  later: (ms: number, call: () => void) => () => void;
}

/** A change that waits. */
interface Change {
  state: TableState;
  events: GameEvent[];
}

/** What waits is shown more quickly when it would take longer than this, so that nobody falls ever further behind. */
const LONGEST_QUEUE_MS = 30_000;
/** The part of the time for an answer that may be spent on showing what happened before. */
const PART_OF_ANSWER = 0.5;

const NOTHING: Showing = { moment: null, isTold: false, waiting: 0 };

/** Returns how many events there were in the whole game, up to this state. */
export const eventCount = ({ logFirst, log }: TableState): number => logFirst + log.length;

/** Returns a text that is the same for two asks only if they are the same: also inside one sealed question. */
export const askKey = (ask: Ask | null | undefined): string =>
  ask ? `${ask.question} ${ask.step} ${ask.legal.join(";")}` : "";

/** Returns the present state, but with the game as another state has it. */
function withGame(present: TableState, shown: TableState, ask: Ask | null, deadline: number | null): TableState {
  const { open, outcome } = shown.table;
  const { view, figures, situation, log, logFirst, news } = shown;
  return {
    ...present,
    table: { ...present.table, open: open ?? null, outcome: outcome ?? null, ask, deadline },
    view,
    figures,
    situation,
    log,
    logFirst,
    news,
    ask,
  };
}

const isSameGame = (a: TableState, b: TableState): boolean =>
  a.view === b.view && a.log === b.log && a.ask === b.ask && a.table.open === b.table.open;

export class PacedTable implements PlayableTable {
  readonly state = observable<TableState | null>(null);
  readonly showing = observable<Showing>(NOTHING);
  private readonly behind: PlayableTable;
  private readonly pace: Pace;
  /** The newest state that is known. */
  private present: TableState | null = null;
  /** The state whose game is drawn. */
  private drawn: TableState | null = null;
  /** The first change is being told; the others wait. */
  private queue: Change[] = [];
  /** How many events of that change were told already. */
  private toldCount = 0;
  /** What is drawn when the event that is being told, a die, has had its time; null if it is drawn already. */
  private undrawn: TableState | null = null;
  private moment: Moment | null = null;
  private cancelTimer: (() => void) | null = null;
  private readonly unwatch: () => void;

  constructor(behind: PlayableTable, pace: Pace) {
    this.behind = behind;
    this.pace = pace;
    this.unwatch = behind.state.watch(() => this.receive());
    this.receive();
  }

  stop(): void {
    this.unwatch();
    this.cancelTimer?.();
  }

  /** The table as it is by now, which may not have been shown yet. */
  now(): TableState | null {
    return this.present;
  }

  request(type: string, more?: object, repeatable?: boolean): Promise<Message> {
    return this.behind.request(type, more, repeatable);
  }

  /** Answers the question that is shown; if it is not the open one any more, the answer is refused. */
  act(action: string): Promise<Message> {
    if (askKey(this.state.get()?.ask) !== askKey(this.present?.ask))
      return Promise.reject(new Refused("stale", "another question is open by now"));
    if (!this.isBehind()) this.endTelling(); // what an own press brings about is shown without delay
    return this.behind.act(action);
  }

  unseal(): Promise<Message> {
    return this.behind.unseal();
  }

  loadEarlier(): Promise<boolean> {
    return this.behind.loadEarlier?.() ?? Promise.resolve(false);
  }

  private endTelling(): void {
    this.cancelTimer?.();
    this.cancelTimer = null;
  }

  /** Shows the present at once, without what waits. */
  skip(): void {
    this.endTelling();
    for (const { state, events } of this.queue) {
      const at = events.findLastIndex((event) => !this.timeless(event));
      if (at >= 0) this.moment = this.momentAt(events, at);
      this.drawn = state;
    }
    this.clearQueue();
    this.drawn = this.present;
    this.publish();
  }

  private clearQueue(): void {
    this.queue = [];
    this.toldCount = 0;
    this.undrawn = null;
  }

  private momentAt(events: GameEvent[], at: number): Moment {
    const isSame = this.moment?.events === events;
    const before = isSame ? this.moment?.before : this.drawn?.situation;
    return { events, at, before: before ?? this.present!.situation };
  }

  /** Takes up the newest state of the table behind. */
  private receive(): void {
    const next = this.behind.state.get();
    const known = this.present;
    this.present = next;
    if (!next || !known?.view) {
      this.clearQueue();
      this.drawn = next;
      this.publish();
    } else if (isSameGame(next, known)) {
      if (!this.isBehind()) this.drawn = next;
      this.publish();
    } else if (this.isEarlierLog(next, known)) {
      this.addEarlier(next);
    } else {
      this.enqueue(next, eventCount(next) - eventCount(known));
    }
  }

  /** Whether the only difference is that the log begins earlier. */
  private isEarlierLog(next: TableState, known: TableState): boolean {
    return next.logFirst < known.logFirst && eventCount(next) === eventCount(known) && next.view === known.view;
  }

  private addEarlier(next: TableState): void {
    const extend = (state: TableState): TableState => ({
      ...state,
      logFirst: next.logFirst,
      log: [...next.log.slice(0, state.logFirst - next.logFirst), ...state.log],
    });
    for (const change of this.queue) change.state = extend(change.state);
    if (this.undrawn) this.undrawn = extend(this.undrawn);
    if (this.drawn) this.drawn = this.isBehind() ? extend(this.drawn) : next;
    this.publish();
  }

  private enqueue(next: TableState, newCount: number): void {
    const { news, log } = next;
    const events = newCount === news.length ? news : newCount > 0 ? log.slice(-newCount) : [];
    const isContinued = newCount >= 0 && newCount <= news.length; // otherwise: an undo, or an absence
    this.queue.push({ state: next, events });
    if (!isContinued || this.pace.factor() === 0 || this.pace.isHidden()) this.skip();
    else if (!this.cancelTimer) this.tell();
    else this.publish();
  }

  /** Whether what is drawn is not the present. */
  private isBehind(): boolean {
    return this.queue.length > 0 || this.undrawn !== null;
  }

  /**
   * Tells the next event that is shown for a while, with all that come before it and those after it that are not: but
   * what follows a die is not told before the die has been seen.
   */
  private tell(): void {
    if (this.undrawn && this.toldCount === 0) {
      this.drawn = this.undrawn;
      this.undrawn = null;
    }
    for (let [change] = this.queue; change; [change] = this.queue) {
      const event = this.tellNext(change);
      if (!event) continue;
      const isNext = () => this.queue[0] === change && this.timeless(change.events[this.toldCount]);
      while (!this.isShownDie(event) && isNext()) this.tellNext(change);
      this.cancelTimer = this.pace.later(this.timeFor(event), () => {
        this.cancelTimer = null;
        this.tell();
      });
      break;
    }
    this.publish();
  }

  /** Draws a change with its next event; returns the event if it is shown for a while. */
  private tellNext(change: Change): GameEvent | undefined {
    const event = change.events[this.toldCount];
    const isShown = event !== undefined && !this.timeless(event);
    if (isShown) this.moment = this.momentAt(change.events, this.toldCount);
    this.toldCount = Math.min(this.toldCount + 1, change.events.length);
    const left = change.events.length - this.toldCount;
    const log = left > 0 ? change.state.log.slice(0, -left) : change.state.log;
    const after = { ...change.state, log, news: change.events };
    const before = [event, ...change.events.slice(this.toldCount)].some((one) => this.isShownDie(one))
      ? this.drawn
      : null;
    this.drawn = before ? { ...before, log, logFirst: change.state.logFirst } : after;
    this.undrawn = before ? after : null;
    if (left === 0) {
      this.queue.shift();
      this.toldCount = 0;
    }
    return isShown ? event : undefined;
  }

  private timeless(event: GameEvent | undefined): boolean {
    return event !== undefined && this.pace.shownMs(event.event) === 0;
  }

  private isShownDie(event: GameEvent | undefined): boolean {
    return event !== undefined && this.pace.isDie(event.event) && !this.timeless(event);
  }

  /** The events that wait behind the one that is being told, and are going to be shown for a while. */
  private waitingEvents(): GameEvent[] {
    const [first, ...rest] = this.queue;
    if (!first) return [];
    const events = [...first.events.slice(this.toldCount), ...rest.flatMap((change) => change.events)];
    return events.filter((event) => !this.timeless(event));
  }

  /** Returns how long an event is shown: less than usual if too much waits, or if the person has little time. */
  private timeFor(event: GameEvent): number {
    const usual = this.pace.shownMs(event.event) * this.pace.factor();
    const all = this.waitingEvents().reduce(
      (sum, other) => sum + this.pace.shownMs(other.event) * this.pace.factor(),
      usual,
    );
    return usual * Math.min(1, this.timeForAll() / all);
  }

  private timeForAll(): number {
    const { ask, table } = this.present ?? {};
    if (!ask || ask.auto || !table?.deadline) return LONGEST_QUEUE_MS;
    return Math.min(LONGEST_QUEUE_MS, Math.max(0, (table.deadline - this.pace.now()) * PART_OF_ANSWER));
  }

  /** Returns what the person is asked now: nothing while something waits, unless he was asked just that before. */
  private askShown(isBehind: boolean): Ask | null {
    const ask = this.present?.ask ?? null;
    if (!isBehind) return ask;
    const shown = this.state.get()?.ask ?? null;
    return askKey(shown) === askKey(ask) ? shown : null;
  }

  private publish(): void {
    const { present, drawn } = this;
    const waiting = this.waitingEvents().length;
    const isBehind = this.isBehind();
    this.showing.set({ moment: present?.view ? this.moment : null, isTold: this.cancelTimer !== null, waiting });
    if (!present || !drawn) {
      this.state.set(present);
      return;
    }
    // While something is shown the clock matters only to somebody who will have to answer.
    const deadline = isBehind && !present.ask ? null : present.table.deadline;
    this.state.set(drawn === present ? present : withGame(present, drawn, this.askShown(isBehind), deadline));
  }
}
