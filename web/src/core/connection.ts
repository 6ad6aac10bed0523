// connection.ts: the one WebSocket to the server. It sends requests and returns their answers, passes on all other
// messages, and connects again by itself when it was cut off.
//
// A request that has no answer yet and may be repeated is sent again under the same id after a cut, so nothing is lost
// and nothing is done twice (docs/protocol.md says which requests may be repeated).
import { observable } from "./observable";
import { type Message, Refused } from "./protocol";

type Listener = (message: Message) => void;

/** A request that has no answer yet. */
interface PendingRequest {
  message: Message;
  repeatable: boolean;
  resolve: (answer: Message) => void;
  reject: (reason: unknown) => void;
}

/** Milliseconds before the first attempt to connect again, and before the last ones: the wait doubles each time. */
const FIRST_WAIT = 300;
const LONGEST_WAIT = 10_000;

/** "off": no connection is wanted; "waiting": it was cut off, and the next attempt comes later. */
export type ConnectionState = "off" | "connecting" | "on" | "waiting";

class Connection {
  readonly state = observable<ConnectionState>("off");
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
    this.state.set("off");
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

  /**
   * Sends a message and returns its answer; rejects with Refused if the server refuses it. A repeatable request waits
   * for a connection and is sent again after a cut; any other one fails without a connection.
   */
  request(message: Message, repeatable = false): Promise<Message> {
    const id = `${this.prefix}-${++this.requestCount}`;
    const sent = { ...message, id };
    return new Promise((resolve, reject) => {
      this.pending.set(id, { message: sent, repeatable, resolve, reject });
      if (this.state.get() === "on") this.socket?.send(JSON.stringify(sent));
      else if (!repeatable) this.failRequest(id);
    });
  }

  private failRequest(id: string): void {
    this.pending.get(id)?.reject(new Refused("no-connection", "no connection"));
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
    this.state.set("waiting");
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private onWelcome(message: Message): void {
    this.clockDifference = Number(message["now"]) - Date.now();
    this.wait = FIRST_WAIT;
    this.state.set("on");
    for (const listener of this.connectListeners) listener();
    for (const request of this.pending.values()) this.socket?.send(JSON.stringify(request.message));
  }

  private receive(message: Message): void {
    if (message.type === "welcome") {
      this.onWelcome(message);
      return;
    }
    const request = message.id ? this.pending.get(message.id) : undefined;
    if (request && message.id) {
      this.pending.delete(message.id);
      if (message.type === "refused") request.reject(refusal(message));
      else request.resolve(message);
    }
    for (const listener of [...this.listeners]) listener(message);
  }
}

const refusal = (m: Message) => new Refused(String(m["code"]), String(m["text"]), m["clause"] as string | undefined);

export const connection = new Connection();
