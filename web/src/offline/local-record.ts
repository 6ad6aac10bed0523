// local-record.ts: the record of a game that was played in this browser. Nobody but the browser has seen its dice, so it
// says so where others have the source of fair ones.
import { Refused } from "../core/protocol";
import { writeRecord } from "../replay/record";
import { findSavedGame, type SavedGame } from "./saved-games";

/** The beginning of the keys under which games of this browser are replayed. Keys of the server's tables have no dash. */
const PREFIX = "local-";

export const localReplayKey = (key: string): string => PREFIX + key;
export const isLocalReplay = (table: string): boolean => table.startsWith(PREFIX);

export function recordOf(saved: SavedGame): string {
  const { seats, players, person = 0, name, level, seed } = saved;
  const sitters = seats.slice(0, players).map((seat, n) => [seat, n === person ? name : `bot ${level}`]);
  return writeRecord({
    ...saved,
    sitters: Object.fromEntries(sitters) as Record<string, string>,
    dice: `unsigned, seed ${seed}`,
  });
}

/** Returns the record that is replayed under this key. */
export async function localRecord(table: string): Promise<string> {
  const saved = await findSavedGame(table.slice(PREFIX.length));
  if (!saved) throw new Refused("local-gone", "this browser does not have the game any more");
  return recordOf(saved);
}

/** Lets the browser save the record as a file. */
export function downloadRecord(saved: SavedGame): void {
  const address = URL.createObjectURL(new Blob([recordOf(saved)], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${saved.game}-${saved.key}.apr`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
