// last-decision.ts: how far the game was when the person last decided something, for each of the last tables.
import { observable, type Observable } from "./observable";

const KEY = "decided";
/** The most tables that the browser remembers. */
const MOST_TABLES = 30;

function read(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

/**
 * Returns the number of events before the person's last decision at a table; null if there is none. A table that is
 * null is not remembered: it is gone with the page.
 */
export function lastDecision(table: string | null): Observable<number | null> {
  if (table === null) return observable<number | null>(null);
  const decision = observable<number | null>(read()[table] ?? null);
  decision.watch(() => {
    const { [table]: _, ...others } = read();
    const kept = Object.entries(others).slice(-MOST_TABLES + 1);
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...kept, [table, decision.get()]])));
  });
  return decision;
}
