// guard.ts: takes part in the dice of a table for the person at this browser: pledges a number, opens it when the server
// has committed itself, and compares every outcome when it falls, and the record at the end, with what was told before.
import { connection } from "../core/connection";
import { type Observable, observable } from "../core/observable";
import type { GameEvent, Message, OpenedOutcome, TableMessage } from "../core/protocol";
import type { TableState } from "../core/table";
import { type Hex, pledgeOf, randomNonce } from "./algorithm";
import {
  checkRecord,
  type Kept,
  keptText,
  type Lie,
  nothingKept,
  type OpenVerbs,
  seeDraws,
  seeOutcome,
  seeTable,
  withoutNonce,
} from "./witness";
import type { Verdict } from "./witness";

// ---- What is kept ----------------------------------------------------------------------------------------------------

const PREFIX = "apparat.dice.";
/** Tables of which something is kept; that of the oldest is dropped. */
const MOST_TABLES = 40;

function load(table: string): Kept | null {
  try {
    const found = JSON.parse(localStorage.getItem(PREFIX + table) ?? "null") as { kept?: Kept } | null;
    return found?.kept?.table === table ? found.kept : null;
  } catch {
    return null;
  }
}

function store(kept: Kept): void {
  const names = Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n) ?? "");
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== PREFIX + kept.table);
  const age = (name: string) => (JSON.parse(localStorage.getItem(name) ?? "{}") as { at?: number }).at ?? 0;
  try {
    for (const name of others.sort((a, b) => age(b) - age(a)).slice(MOST_TABLES - 1)) localStorage.removeItem(name);
    localStorage.setItem(PREFIX + kept.table, JSON.stringify({ at: Date.now(), kept }));
  } catch {
    // A full storage: then what is kept lasts as long as the page.
  }
}

// ---- The guard -------------------------------------------------------------------------------------------------------

/** What the guard needs of a table of the server. */
export interface GuardedTable {
  readonly state: Observable<TableState | null>;
  request: (type: string, more?: object) => Promise<Message>;
}

/** What the guard needs to know of a game; `drawn`: the events that show a draw, with the argument that was drawn. */
export interface GuardedGame extends OpenVerbs {
  drawn: Record<string, number>;
}

interface DiceMessage {
  count: number;
  outcomes: OpenedOutcome[];
}

function drawsIn(events: GameEvent[], game: GuardedGame): string[] {
  return events.flatMap(({ event, args }) => {
    const argument = game.drawn[event];
    return argument === undefined ? [] : String(args[argument]);
  });
}

export class DiceGuard {
  readonly kept: Observable<Kept>;
  /** What the record of the finished game says; null until it was compared. */
  readonly verdict = observable<Verdict | null>(null);
  /** The pledge, and the commitment for which a nonce was opened, that were sent last. */
  private pledged: Hex | null = null;
  private openedFor: Hex | null = null;
  /** The events of the change that was looked at last, and those that came with the whole table. */
  private news: GameEvent[] | null = null;
  private withTable: GameEvent[] | undefined;
  private isAsking = false;
  private isChecking = false;

  constructor(
    private readonly table: GuardedTable,
    key: string,
    private readonly game: GuardedGame,
  ) {
    this.kept = observable(load(key) ?? nothingKept(key, -1));
    table.state.watch(() => this.look());
    this.look();
  }

  private keep(kept: Kept): void {
    if (kept === this.kept.get()) return;
    this.kept.set(kept);
    store(kept);
  }

  private accuse(lie: Lie): void {
    this.keep({ ...this.kept.get(), lie });
  }

  /** Looks at the table as it was last told. */
  private look(): void {
    const table = this.table.state.get()?.table;
    if (!table || this.kept.get().lie || table.status === "cancelled") return;
    if (table.dice?.version !== 2) {
      if (this.kept.get().commitment) this.accuse("commitment"); // now there are said to be no such dice
      return;
    }
    this.takeSeat(table);
    const hadCommitment = this.kept.get().commitment;
    const judged = seeTable(this.kept.get(), table.dice, table.commitment);
    if (typeof judged === "string") {
      this.accuse(judged);
      return;
    }
    this.keep(judged);
    if (hadCommitment && !judged.commitment) this.pledged = null; // the start came to nothing: all pledge anew
    if (table.status === "lobby") this.prepare(table);
    else if (judged.nonces.length === 0)
      this.accuse("nonce"); // no game begins before all are open
    else this.seeNews(table);
  }

  /** Looks at the events of a change, once, and asks for the outcomes that are not known. */
  private seeNews({ events, outcomes = 0 }: TableMessage): void {
    const news = this.table.state.get()?.news ?? [];
    if (news !== this.news) {
      const isWhole = events !== this.withTable;
      const draws = drawsIn(isWhole ? (events ?? []) : news, this.game);
      const judged = seeDraws(this.kept.get(), draws, outcomes, this.game, isWhole);
      this.news = news;
      this.withTable = events;
      if (typeof judged === "string") {
        this.accuse(judged);
        return;
      }
      this.keep(judged);
    }
    void this.askForOutcomes();
  }

  /** A seat can be changed before the game; a pledge is for one seat. */
  private takeSeat({ status, seats, you }: TableMessage): void {
    const kept = this.kept.get();
    const seat = seats.findIndex((one) => one.seat === you);
    if (status !== "lobby" || kept.seat === seat) return;
    this.pledged = null;
    this.keep({ ...withoutNonce(kept), seat });
  }

  private prepare({ dice, commitment, pace, owner }: TableMessage): void {
    const { seat, nonce, vouches } = this.kept.get();
    const own = dice?.seats[seat];
    if (!own) return;
    const isOurs = nonce !== undefined && own.pledge === pledgeOf(seat, nonce);
    if (!commitment && !isOurs && !this.pledged) void this.pledge(pace === "slow" && !owner);
    if (!commitment || !vouches || own.nonce || !nonce || this.openedFor === commitment) return;
    this.openedFor = commitment;
    this.table.request("nonce", { nonce }).catch(() => (this.openedFor = null));
  }

  /** Pledges a new number, or gives it to the server, which may then begin without this browser. */
  async pledge(deposits: boolean): Promise<void> {
    const { seat } = this.kept.get();
    const nonce = randomNonce();
    const pledge = pledgeOf(seat, nonce);
    this.pledged = pledge;
    this.keep({ ...withoutNonce(this.kept.get()), nonce, deposited: deposits });
    try {
      await this.table.request("nonce", deposits ? { deposit: nonce } : { pledge });
    } catch {
      if (this.pledged === pledge) this.pledged = null; // it is tried again when the table is told the next time
    }
  }

  private async askForOutcomes(): Promise<void> {
    const missing = () => (this.table.state.get()?.table.outcomes ?? 0) > this.kept.get().outcomes.length;
    if (this.isAsking || this.kept.get().nonces.length === 0) return;
    this.isAsking = true;
    try {
      while (missing() && !this.kept.get().lie) {
        const from = this.kept.get().outcomes.length;
        const { outcomes } = (await this.table.request("dice", { from })) as unknown as DiceMessage;
        if (outcomes.length === 0) break;
        this.see(outcomes);
      }
    } catch {
      // Without a connection, or too many at once: the next change asks again.
    } finally {
      this.isAsking = false;
    }
  }

  private see(outcomes: OpenedOutcome[]): void {
    let kept = this.kept.get();
    for (const outcome of outcomes) {
      const judged = seeOutcome(kept, outcome, this.game);
      if (typeof judged === "string") {
        this.accuse(judged);
        return;
      }
      kept = judged;
    }
    this.keep(kept);
  }

  /** Compares the record of the finished game with everything that was told. */
  async checkRecord(): Promise<void> {
    const kept = this.kept.get();
    if (this.isChecking || this.verdict.get()) return;
    this.isChecking = true;
    try {
      const answer = await fetch(`/records/${kept.table}.apr`);
      if (!answer.ok) return;
      const verdict = await checkRecord(kept, await answer.text());
      this.verdict.set(verdict);
      if (verdict.lie && !kept.lie) this.accuse(verdict.lie);
    } catch {
      // Without a connection it can be looked at later.
    } finally {
      this.isChecking = false;
    }
  }

  /** What is kept, for `apparat verify --kept`. */
  text(): string {
    return keptText(this.kept.get());
  }
}

const guards = new WeakMap<GuardedTable, DiceGuard>();

/** Returns the guard of a table: there is one for each. */
export function guardOf(table: GuardedTable, key: string, game: GuardedGame): DiceGuard {
  const guard = guards.get(table) ?? new DiceGuard(table, key, game);
  guards.set(table, guard);
  return guard;
}

/** Pledges a number at a table that was just made and will be started at once; its page opens it. */
export async function pledgeAt(table: string, seat: number): Promise<void> {
  const nonce = randomNonce();
  store({ ...nothingKept(table, seat), nonce });
  await connection.request({ type: "nonce", table, pledge: pledgeOf(seat, nonce) }, true);
}
