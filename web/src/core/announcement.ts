// announcement.ts: what whoever runs the server says to everybody.
import { connection } from "./connection";
import { observable } from "./observable";

/** The words; null: there is nothing to be said, or the person has closed it. */
export const announcement = observable<string | null>(null);

/** What the person has closed: it is not shown again when the connection comes back. */
let closed: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The longest time that a timer of a browser can wait, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

connection.onMessage((message) => {
  if (message.type !== "announcement") return;
  const text = message["text"] as string | null;
  clearTimeout(timer);
  announcement.set(text === closed ? null : text);
  const leftMs = Number(message["until"]) - connection.now();
  if (text !== null && leftMs < LONGEST_TIMER) timer = setTimeout(() => announcement.set(null), leftMs);
});

export function closeAnnouncement(): void {
  closed = announcement.get();
  announcement.set(null);
}
