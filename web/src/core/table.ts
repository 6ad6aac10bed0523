// table.ts: a table that the client looks at, kept up to date with the server's messages.
import { connection } from "./connection";
import { type Observable, observable } from "./observable";
import {
  type Ask,
  type ChangeMessage,
  type GameEvent,
  isNoConnection,
  type LogMessage,
  type Message,
  merged,
  Refused,
  type TableMessage,
  type Talk,
  type View,
} from "./protocol";
import { type Figures, Situation } from "./situation";

/** Everything the client knows of a table. */
export interface TableState {
  table: TableMessage;
  /** The game as the viewer may know it; null before it begins. */
  view: View | null;
  figures: Figures;
  situation: Situation;
  /** What the viewer's seat is asked; null if it is asked nothing. */
  ask: Ask | null;
  /** The last events of the game, oldest first: those that were fetched, and all since. */
  log: GameEvent[];
  /** How many events of the game there were before the first one in `log`. */
  logFirst: number;
  /** The events of the last change. */
  news: GameEvent[];
  talks: Talk[];
}

/** A table that can be played at: one of the server's, or one in this browser. */
export interface PlayableTable {
  /** Null until the table is known. */
  readonly state: Observable<TableState | null>;
  /** Sends a request of this type about the table. `repeatable`: see connection.ts. */
  request: (type: string, more?: object, repeatable?: boolean) => Promise<Message>;
  /** Answers the open question with an action in the notation. */
  act: (action: string) => Promise<Message>;
  /** Takes back the viewer's answer to a sealed question that is still open. */
  unseal: () => Promise<Message>;
  /** Fetches an earlier part of the log; returns whether there was one. Missing: the log is whole. */
  loadEarlier?: () => Promise<boolean>;
}

/**
 * Returns the events that a whole table has, after those that were known before. What was known is kept only if it
 * still belongs to the game: an undo takes events back, and others may have come in their place since. So both must have
 * at least one event in common, and the same ones as far as both reach.
 */
export function joinedLog(known: TableState | null, table: TableMessage): Pick<TableState, "log" | "logFirst"> {
  const events = table.events ?? [];
  const logFirst = (table.event_count ?? events.length) - events.length;
  if (!known || known.logFirst >= logFirst) return { log: events, logFirst };
  const both = known.log.slice(logFirst - known.logFirst).slice(0, events.length);
  const isSame = both.length > 0 && JSON.stringify(both) === JSON.stringify(events.slice(0, both.length));
  if (!isSame) return { log: events, logFirst };
  return { log: [...known.log.slice(0, logFirst - known.logFirst), ...events], logFirst: known.logFirst };
}

/** A table of the server. It listens to the server until stop() is called. */
export class ServerTable implements PlayableTable {
  readonly state = observable<TableState | null>(null);
  /** The refusal that says why the table cannot be seen; null if it can be. */
  readonly refusal = observable<Refused | null>(null);
  private readonly key: string;
  private readonly invite: string | undefined;
  private readonly unsubscribers: (() => void)[];

  /** `invite` is the secret part of an invitation; people who have no seat need one to see a private table. */
  constructor(key: string, invite?: string) {
    this.key = key;
    this.invite = invite;
    this.unsubscribers = [
      connection.onMessage((message) => this.receive(message)),
      connection.onConnected(() => void this.watch()),
    ];
  }

  stop(): void {
    for (const unsubscribe of this.unsubscribers) unsubscribe();
    if (connection.state.get() === "on") this.request("watch", { watch: false }).catch(() => {});
  }

  request(type: string, more: object = {}, repeatable = false): Promise<Message> {
    const invite = this.invite ? { invite: this.invite } : {};
    return connection.request({ type, table: this.key, ...invite, ...more }, repeatable);
  }

  act(action: string): Promise<Message> {
    return this.request("act", { question: this.state.get()?.ask?.question ?? -1, action }, true);
  }

  unseal(): Promise<Message> {
    return this.request("unseal", { question: this.state.get()?.table.open?.question ?? -1 }, true);
  }

  /** Asks the server for the whole table, for all later changes, and for what was said since the last talk known. */
  private async watch(): Promise<void> {
    const talks = this.state.get()?.talks ?? [];
    const since = talks.length ? { since: talks.at(-1)?.at } : {};
    try {
      await this.request("watch", since);
      this.refusal.set(null);
    } catch (error) {
      if (error instanceof Refused && !isNoConnection(error)) this.refusal.set(error);
    }
  }

  private receive(message: Message): void {
    if (message["table"] !== this.key) return;
    if (message.type === "table") this.replaceTable(message as unknown as TableMessage);
    else if (message.type === "change") this.applyChange(message as unknown as ChangeMessage);
    else if (message.type === "talk") this.addTalks([message as unknown as Talk]);
    else if (message.type === "talks") this.addTalks(message["talks"] as Talk[]);
    else if (message.type === "removed") this.refusal.set(new Refused("removed", "you were removed from this table"));
    else if (message.type === "talk_gone") this.removeTalk(Number(message["at"]));
  }

  private replaceTable(table: TableMessage): void {
    const known = this.state.get();
    const { log, logFirst } = joinedLog(known, table);
    this.state.set({
      table,
      view: table.view ?? null,
      figures: table.figures ?? {},
      situation: new Situation(table.situation ?? [], table.figures ?? {}),
      ask: table.ask ?? null,
      log,
      logFirst,
      news: [],
      talks: known?.talks ?? [],
    });
  }

  private applyChange(change: ChangeMessage): void {
    const known = this.state.get();
    if (!known?.view) return;
    const { open, ask, deadline, outcome, undo, undoable = null } = change;
    const outcomes = change.outcomes ?? known.table.outcomes ?? 0;
    const figures = merged(known.figures, change.figures) as Figures;
    this.state.set({
      ...known,
      table: {
        ...known.table,
        open,
        ask,
        deadline,
        undo,
        undoable,
        outcomes,
        ...(outcome === undefined ? {} : { outcome }),
      },
      view: merged(known.view, change.view),
      figures,
      situation: new Situation(change.situation, figures),
      ask,
      log: [...known.log, ...change.events],
      news: change.events,
    });
  }

  async loadEarlier(): Promise<boolean> {
    const before = this.state.get()?.logFirst ?? 0;
    if (before === 0) return false;
    const { first, events } = (await this.request("log", { before })) as unknown as LogMessage;
    const known = this.state.get();
    if (known?.logFirst !== before || events.length !== before - first) return true; // it was replaced meanwhile
    this.state.set({ ...known, log: [...events, ...known.log], logFirst: first });
    return events.length > 0;
  }

  private removeTalk(at: number): void {
    const known = this.state.get();
    if (known) this.state.set({ ...known, talks: known.talks.filter((talk) => talk.at !== at) });
  }

  private addTalks(talks: Talk[]): void {
    const known = this.state.get();
    if (known) this.state.set({ ...known, talks: [...known.talks, ...talks] });
  }
}
