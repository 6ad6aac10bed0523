// send.ts: sends finished games of this browser to the server, for people who want their games there, too.
import { callApi } from "../core/current-person";
import { Refused } from "../core/protocol";
import { recordOf } from "./local-record";
import { keepGame, readSavedGames, type SavedGame, savedGames } from "./saved-games";

/** Set while a game waits to be sent, so that nobody else has to open the database to find out. */
const WAITING = "records-to-send";

export const hasRecordsToSend = (): boolean => localStorage.getItem(WAITING) !== null;

/** The refusals that will be the same tomorrow. After any other one the game goes on waiting. */
const FINAL_REFUSALS = ["bad-record", "bad-request", "too-long"];

const waits = ({ isOver, wantsSending, sentAs }: SavedGame): boolean => isOver && wantsSending === true && !sentAs;

/** Sends one game and keeps what became of it. Throws if there is no connection. */
async function sendGame(game: SavedGame): Promise<void> {
  try {
    const { table } = await callApi("/api/records", { record: recordOf(game) });
    await keepGame({ ...game, sentAs: String(table), refusal: undefined });
  } catch (error) {
    if (!(error instanceof Refused) || !FINAL_REFUSALS.includes(error.code)) throw error;
    await keepGame({ ...game, wantsSending: false, refusal: error.code });
  }
}

let sending: Promise<void> | null = null;

async function sendAll(): Promise<void> {
  await readSavedGames();
  for (const game of (savedGames.get() ?? []).filter(waits)) await sendGame(game);
  localStorage.removeItem(WAITING);
}

/** Sends all games that wait for it; those for which there is no connection go on waiting. */
export const sendWaitingRecords = (): Promise<void> =>
  (sending ??= sendAll()
    .catch(() => {})
    .finally(() => (sending = null)));

/** Sends a game now, or as soon as there is a connection. */
export async function sendRecord(game: SavedGame): Promise<void> {
  await keepGame({ ...game, wantsSending: true });
  localStorage.setItem(WAITING, "1");
  await sendWaitingRecords();
}
