// table.ts: a table one looks at: kept up to date, with everything that has happened.
import { link } from "./link";
import {
  type Ask,
  type ChangeMessage,
  type GameEvent,
  type Message,
  merged,
  Refused,
  type TableMessage,
  type Talk,
  type View,
} from "./protocol";
import { type Figures, Situation } from "./situation";
import { type Value, value } from "./value";

export interface Look {
  table: TableMessage;
  view: View | null;
  figures: Figures;
  situation: Situation;
  ask: Ask | null;
  /** All events since one began to look, and the last ones before. */
  log: GameEvent[];
  /** Those of the last change. */
  news: GameEvent[];
  talks: Talk[];
}

/** A table one can play at: a server's, or one in this browser. */
export interface TableLike {
  readonly look: Value<Look | null>;
  ask(type: string, more?: object, again?: boolean): Promise<Message>;
  act(action: string): Promise<Message>;
  unseal(): Promise<Message>;
}

export class TableModel implements TableLike {
  readonly look = value<Look | null>(null);
  /** Why the table cannot be seen. */
  readonly trouble = value<Refused | null>(null);
  readonly key: string;
  private readonly invite: string | undefined;
  private readonly stops: (() => void)[];

  constructor(key: string, invite?: string) {
    this.key = key;
    this.invite = invite;
    this.stops = [link.onMessage((m) => this.hear(m)), link.onGreeted(() => void this.watch())];
  }

  stop(): void {
    for (const stop of this.stops) stop();
    if (link.state.get() === "on") this.ask("watch", { watch: false }).catch(() => {});
  }

  /** A request about this table. */
  ask(type: string, more: object = {}, again = false): Promise<Message> {
    const invite = this.invite ? { invite: this.invite } : {};
    return link.ask({ type, table: this.key, ...invite, ...more }, again);
  }

  /** Answers the open question; told twice it is done once. */
  act(action: string): Promise<Message> {
    return this.ask("act", { question: this.look.get()?.ask?.question ?? -1, action }, true);
  }

  unseal(): Promise<Message> {
    return this.ask("unseal", { question: this.look.get()?.table.open?.question ?? -1 }, true);
  }

  private async watch(): Promise<void> {
    const talks = this.look.get()?.talks ?? [];
    const since = talks.length ? { since: talks.at(-1)?.at } : {};
    try {
      await this.ask("watch", since);
      this.trouble.set(null);
    } catch (why) {
      if (why instanceof Refused && why.code !== "no-connection") this.trouble.set(why);
    }
  }

  private hear(message: Message): void {
    if (message["table"] !== this.key) return;
    if (message.type === "table") this.whole(message as unknown as TableMessage);
    else if (message.type === "change") this.change(message as unknown as ChangeMessage);
    else if (message.type === "talk") this.talk([message as unknown as Talk]);
    else if (message.type === "talks") this.talk(message["talks"] as Talk[]);
  }

  private whole(table: TableMessage): void {
    const known = this.look.get();
    this.look.set({
      table,
      view: table.view ?? null,
      figures: table.figures ?? {},
      situation: new Situation(table.situation ?? [], table.figures ?? {}),
      ask: table.ask ?? null,
      log: table.events ?? [],
      news: [],
      talks: known?.talks ?? [],
    });
  }

  private change(c: ChangeMessage): void {
    const known = this.look.get();
    if (!known?.view) return;
    const { open, ask, deadline } = c;
    const figures = merged(known.figures, c.figures) as Figures;
    this.look.set({
      ...known,
      table: { ...known.table, open, ask, deadline, ...(c.outcome === undefined ? {} : { outcome: c.outcome }) },
      view: merged(known.view, c.view),
      figures,
      situation: new Situation(c.situation, figures),
      ask,
      log: [...known.log, ...c.events],
      news: c.events,
    });
  }

  private talk(talks: Talk[]): void {
    const known = this.look.get();
    if (known) this.look.set({ ...known, talks: [...known.talks, ...talks] });
  }
}
