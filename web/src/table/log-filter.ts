// log-filter.ts: which lines of the log are shown: by text, by seat and by kind of event.
import type { GameEvent } from "../core/protocol";
import { fill } from "../core/template";
import type { GameSpeech } from "../core/words";

export interface LogFilter {
  text: string;
  /** A seat that the event must name; "": any. */
  seat: string;
  /** "turning", "dice", the name of an event, or "": any. */
  kind: string;
}

export const NO_FILTER: LogFilter = { text: "", seat: "", kind: "" };

export const isEmpty = ({ text, seat, kind }: LogFilter): boolean => text.trim() === "" && seat === "" && kind === "";

/** Whether an event names a seat. */
export function namesSeat({ event, args }: GameEvent, seat: string, facts: GameSpeech["facts"]): boolean {
  const kinds = facts.events[event] ?? [];
  return args.some((arg, i) => arg === seat && kinds[i] === facts.seats);
}

function isOfKind({ event }: GameEvent, kind: string, facts: GameSpeech["facts"]): boolean {
  if (kind === "turning") return facts.turning.includes(event);
  if (kind === "dice") return event in facts.dice;
  return kind === "" || event === kind;
}

/** Whether a line is shown; `text` is the sentence of the event. */
export function passes(filter: LogFilter, event: GameEvent, text: string, facts: GameSpeech["facts"]): boolean {
  const wanted = filter.text.trim().toLowerCase();
  return (
    `${text} ${event.clause}`.toLowerCase().includes(wanted) &&
    (filter.seat === "" || namesSeat(event, filter.seat, facts)) &&
    isOfKind(event, filter.kind, facts)
  );
}

/** Returns the sentence of a kind of event, with dots in place of what differs. */
export function kindText(speech: GameSpeech, event: string): string {
  const kinds = speech.facts.events[event] ?? [];
  const template = (speech.facts.words[`event.${event}`] ?? event).replace(/\{\d\|([^|}]*)(\|[^}]*)?\}/g, "$1");
  return fill(
    template,
    kinds.map(() => "…"),
    speech.language,
  );
}

/** Returns the kinds of events in a log with their sentences, in the order of the sentences. */
export function kindsIn(log: GameEvent[], speech: GameSpeech): { event: string; text: string }[] {
  return [...new Set(log.map(({ event }) => event))]
    .map((event) => ({ event, text: kindText(speech, event) }))
    .sort((a, b) => a.text.localeCompare(b.text, speech.language));
}
