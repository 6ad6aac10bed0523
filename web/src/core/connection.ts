// connection.ts: the one WebSocket to the server. It sends requests and returns their answers, passes on all other
// messages, and connects again by itself when it was cut off.
//
// A request that has no answer yet and may be repeated is sent again under the same id after a cut, so nothing is lost
// and nothing is done twice (docs/protocol.md says which requests may be repeated).
import { observable } from "./observable";
import { type Message, noConnection, Refused } from "./protocol";

type Listener = (message: Message) => void;

/** A request that has no answer yet. */
interface PendingRequest {
  message: Message;
  /** When it was asked for, by this browser's clock. */
  since: number;
  repeatable: boolean;
  resolve: (answer: Message) => void;
  reject: (reason: unknown) => void;
}

/** Milliseconds before the first attempt to connect again, and before the last ones: the wait doubles each time. */
const FIRST_WAIT = 300;
const LONGEST_WAIT = 10_000;

/** An answer that takes longer than this is late: people are told. */
export const LATE_MS = 3000;
/** How often a connection is checked while somebody needs it. */
const CHECK_EVERY_MS = 3000;
/** A connection on which nothing has come for so long, though the server was asked, is given up for a new one. */
const FROZEN_MS = 12_000;

/** "off": no connection is wanted; "waiting": it was cut off, and the next attempt comes later. */
export type ConnectionState = "off" | "connecting" | "on" | "waiting";

class Connection {
  readonly state = observable<ConnectionState>("off");
  /** Whether the server has not answered, or there has been no connection, for longer than LATE_MS. */
  readonly isLate = observable(false);
  /** Whether the server can store anything; while it cannot, games stand still. */
  readonly storeWorks = observable(true);
  /** Since when there has been no connection; null: there is one, or none is wanted. */
  private cutSince: number | null = null;
  private lateTimer: ReturnType<typeof setTimeout> | undefined;
  /** When the last message came. */
  private heardAt = 0;
  /** How many parts of the page need a connection that is known to be sound. */
  private checkers = 0;
  private checkTimer: ReturnType<typeof setInterval> | undefined;
  /** The server's clock minus this browser's clock, in milliseconds. */
  private clockDifference = 0;
  private socket: WebSocket | null = null;
  private readonly pending = new Map<string, PendingRequest>();
  private readonly listeners = new Set<Listener>();
  private readonly connectListeners = new Set<() => void>();
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether to connect again after a cut. */
  private isWanted = false;
  /** A random beginning of the ids of requests: ids must also differ from those of earlier visits. */
  private readonly prefix = Math.random().toString(36).slice(2, 10);
  private requestCount = 0;

  /** The time by the server's clock, in milliseconds since 1970. */
  now(): number {
    return Date.now() + this.clockDifference;
  }

  open(): void {
    this.isWanted = true;
    if (!this.socket) this.connect();
  }

  /** Needed when the session has changed: an open socket keeps the session it began with. */
  reopen(): void {
    this.close();
    this.open();
  }

  close(): void {
    this.isWanted = false;
    clearTimeout(this.timer);
    this.dropSocket();
    this.cutSince = null;
    this.state.set("off");
    this.updateLate();
  }

  /** Checks the connection every few seconds until the function that it returns is called. */
  keepChecking(): () => void {
    this.checkers++;
    this.checkTimer ??= setInterval(() => this.check(), CHECK_EVERY_MS);
    return () => {
      this.checkers--;
      if (this.checkers > 0) return;
      clearInterval(this.checkTimer);
      this.checkTimer = undefined;
    };
  }

  private check(): void {
    if (this.state.get() !== "on") return;
    const oldest = this.oldestRequest();
    if (oldest !== null && Date.now() - Math.max(oldest, this.heardAt) > FROZEN_MS) {
      this.dropSocket();
      this.onCut();
    } else if (![...this.pending.values()].some(({ message }) => message.type === "ping")) {
      this.request({ type: "ping" }).catch(() => {});
    }
  }

  /** Returns since when the oldest request without an answer has waited; null if there is none. */
  private oldestRequest(): number | null {
    const times = [...this.pending.values()].map(({ since }) => since);
    return times.length ? Math.min(...times) : null;
  }

  /** Brings isLate up to date, now and when something becomes late. */
  private updateLate(): void {
    clearTimeout(this.lateTimer);
    const since = this.cutSince ?? this.oldestRequest();
    const leftMs = since === null ? null : since + LATE_MS - Date.now();
    this.isLate.set(leftMs !== null && leftMs <= 0);
    if (leftMs !== null && leftMs > 0) this.lateTimer = setTimeout(() => this.updateLate(), leftMs);
  }

  /** Calls `listener` with every message but greetings; returns a function that stops it. */
  onMessage(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Calls `listener` each time a connection is made, and at once if there is one; returns a function that stops it. */
  onConnected(listener: () => void): () => void {
    this.connectListeners.add(listener);
    if (this.state.get() === "on") listener();
    return () => this.connectListeners.delete(listener);
  }

  /** Resolves when a connection stands; rejects when the attempt to make one has failed. */
  settled(): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): boolean => {
        const state = this.state.get();
        if (state === "on") resolve();
        else if (state !== "connecting") reject(noConnection());
        return state !== "connecting";
      };
      if (look()) return;
      const stop = this.state.watch(() => look() && stop());
    });
  }

  /**
   * Sends a message and returns its answer; rejects with Refused if the server refuses it. A repeatable request waits
   * for a connection and is sent again after a cut; any other one fails without a connection.
   */
  request(message: Message, repeatable = false): Promise<Message> {
    const id = `${this.prefix}-${++this.requestCount}`;
    const sent = { ...message, id };
    return new Promise((resolve, reject) => {
      this.pending.set(id, { message: sent, since: Date.now(), repeatable, resolve, reject });
      if (this.state.get() === "on") this.socket?.send(JSON.stringify(sent));
      else if (!repeatable) this.failRequest(id);
      this.updateLate();
    });
  }

  private failRequest(id: string): void {
    this.pending.get(id)?.reject(noConnection());
    this.pending.delete(id);
  }

  private dropSocket(): void {
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private connect(): void {
    this.state.set("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`, "apparat.1");
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", id: "hello", version: 1 }));
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as Message);
    socket.onclose = () => this.onCut();
  }

  private onCut(): void {
    this.socket = null;
    for (const [id, request] of this.pending) if (!request.repeatable) this.failRequest(id);
    if (!this.isWanted) return;
    this.cutSince ??= Date.now();
    this.updateLate();
    this.state.set("waiting");
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private onWelcome(message: Message): void {
    this.setClock(message);
    this.storeWorks.set(true); // otherwise it is told next
    this.wait = FIRST_WAIT;
    this.cutSince = null;
    const unanswered = [...this.pending.values()]; // what the listeners ask for is sent at once
    this.state.set("on");
    for (const listener of this.connectListeners) listener();
    for (const request of unanswered) {
      request.since = Date.now();
      this.socket?.send(JSON.stringify(request.message));
    }
    this.updateLate();
  }

  /** What was not answered was not stored: it is sent again, or fails if that is not safe. */
  private sendAgain(reason: Refused): void {
    for (const [id, request] of [...this.pending]) {
      if (request.repeatable) {
        this.socket?.send(JSON.stringify(request.message));
      } else {
        this.pending.delete(id);
        request.reject(reason);
      }
    }
  }

  /** The server tells what its clock shows: at the beginning, and when it was set. */
  private setClock(message: Message): void {
    this.clockDifference = Number(message["now"]) - Date.now();
  }

  private receive(message: Message): void {
    this.heardAt = Date.now();
    if (message.type === "welcome") {
      this.onWelcome(message);
      return;
    }
    if (message.type === "clock") {
      this.setClock(message);
      return;
    }
    if (message.type === "storage") {
      this.storeWorks.set(message["works"] === true);
      return;
    }
    if (message.type === "refused" && !message.id && message["code"] === "storage") this.sendAgain(refusal(message));
    const request = message.id ? this.pending.get(message.id) : undefined;
    if (request && message.id) {
      this.pending.delete(message.id);
      if (message.type === "refused") request.reject(refusal(message));
      else request.resolve(message);
      this.updateLate();
    }
    for (const listener of [...this.listeners]) listener(message);
  }
}

const refusal = (m: Message) => new Refused(String(m["code"]), String(m["text"]), m["clause"] as string | undefined);

export const connection = new Connection();
