// new-events.ts: what has come to a log since it was read last.
import type { GameEvent } from "./protocol";

/** Returns the events that came after `last`; none if it is not there any more, as after an undo or a reconnection. */
export function newEvents(log: GameEvent[], last: GameEvent | undefined): GameEvent[] {
  const at = last ? log.lastIndexOf(last) : -1;
  return at >= 0 || last === undefined ? log.slice(at + 1) : [];
}
