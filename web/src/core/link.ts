// link.ts: the one WebSocket: questions with their answers, and coming back by itself.
//
// Nothing is lost by a broken connection: what was not answered and can be repeated is sent again
// under the same id (see "Told twice, done once" in docs/protocol.md).
import { type Message, Refused } from "./protocol";
import { value } from "./value";

type Listener = (message: Message) => void;

interface Waiting {
  message: Message;
  again: boolean;
  resolve(answer: Message): void;
  reject(reason: unknown): void;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 10_000;

export type LinkState = "off" | "connecting" | "on" | "waiting";

class Link {
  readonly state = value<LinkState>("off");
  /** The server's clock less ours. */
  private skew = 0;
  private socket: WebSocket | null = null;
  private readonly waiting = new Map<string, Waiting>();
  private readonly listeners = new Set<Listener>();
  private readonly greeters = new Set<() => void>();
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted = false;
  /** Ids must differ between visits, too. */
  private readonly prefix = Math.random().toString(36).slice(2, 10);
  private count = 0;

  now(): number {
    return Date.now() + this.skew;
  }

  open(): void {
    this.wanted = true;
    if (!this.socket) this.connect();
  }

  /** After another session began: the socket still has the old one's cookie. */
  reopen(): void {
    this.close();
    this.open();
  }

  close(): void {
    this.wanted = false;
    clearTimeout(this.timer);
    this.drop();
    this.state.set("off");
  }

  onMessage(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Called whenever a connection stands, and at once if one does. */
  onGreeted(greeter: () => void): () => void {
    this.greeters.add(greeter);
    if (this.state.get() === "on") greeter();
    return () => this.greeters.delete(greeter);
  }

  /** Sends, and gives the answer. `again`: repeated after a break, because that does no harm. */
  ask(message: Message, again = false): Promise<Message> {
    const id = `${this.prefix}-${++this.count}`;
    const sent = { ...message, id };
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { message: sent, again, resolve, reject });
      if (this.state.get() === "on") this.socket?.send(JSON.stringify(sent));
      else if (!again) this.fail(id);
    });
  }

  private fail(id: string): void {
    this.waiting.get(id)?.reject(new Refused("no-connection", "no connection"));
    this.waiting.delete(id);
  }

  private drop(): void {
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
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as Message);
    socket.onclose = () => this.lost();
  }

  private lost(): void {
    this.socket = null;
    for (const [id, one] of this.waiting) if (!one.again) this.fail(id);
    if (!this.wanted) return;
    this.state.set("waiting");
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private greeted(message: Message): void {
    this.skew = Number(message["now"]) - Date.now();
    this.wait = FIRST_WAIT;
    this.state.set("on");
    for (const greet of this.greeters) greet();
    for (const one of this.waiting.values()) this.socket?.send(JSON.stringify(one.message));
  }

  private hear(message: Message): void {
    if (message.type === "welcome") {
      this.greeted(message);
      return;
    }
    const asked = message.id ? this.waiting.get(message.id) : undefined;
    if (asked && message.id) {
      this.waiting.delete(message.id);
      if (message.type === "refused") asked.reject(refusal(message));
      else asked.resolve(message);
    }
    for (const listener of [...this.listeners]) listener(message);
  }
}

const refusal = (m: Message) => new Refused(String(m["code"]), String(m["text"]), m["clause"] as string | undefined);

export const link = new Link();
