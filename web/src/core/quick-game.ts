// quick-game.ts: starts a game against bots at once.
import { connection } from "./connection";
import { currentPerson, enterAsGuest } from "./current-person";
import { navigate } from "./routes";
import { gameInfo, usualLevel } from "./usual-level";

/** Nobody else waits for an answer, so there is plenty of time for each one. */
const MOVE_MS = 24 * 3600 * 1000;

const USUAL_PLAYERS = 4;

/**
 * Makes a table for the current person and bots, starts it and shows it: four players, or as many as the game allows.
 * Somebody who is not signed in becomes a guest of the name `guest`. Rejects if there is no connection, or if the server
 * refuses something.
 */
export async function startQuickGame(game: string, guest: string): Promise<void> {
  if (!currentPerson.get()) await enterAsGuest(guest);
  await connection.settled();
  const info = await gameInfo(game);
  const players = Math.min(USUAL_PLAYERS, info?.max_players ?? USUAL_PLAYERS);
  const level = usualLevel(info ?? { bots: [] });
  const seats = ["me", ...Array<unknown>(players - 1).fill({ bot: level })];
  const created = await connection.request(
    { type: "create", game, players, options: {}, seats, move_ms: MOVE_MS },
    true,
  );
  const table = String(created["table"]);
  await (await import("../dice/guard")).pledgeAt(table, 0);
  await connection.request({ type: "start", table }, true);
  navigate(`/t/${table}`);
}
