// start.ts: a table of one's own, against bots, at once.
import { link } from "./link";
import { comeAsGuest, me } from "./people";
import { go } from "./routes";

const A_DAY = 24 * 3600 * 1000;

/** Four at the table, or as many as the game has. Nobody waits: the clock may be long. */
export async function playNow(game: string, guest: string, players = 4, options: Record<string, string> = {}, level = "greedy"): Promise<void> {
  if (!me.get()) await comeAsGuest(guest);
  const seats = ["me", ...Array<{ bot: string }>(players - 1).fill({ bot: level })];
  const made = await link.ask({ type: "create", game, players, options, seats, move_ms: A_DAY }, true);
  const table = String(made["table"]);
  await link.ask({ type: "start", table }, true);
  go(`/t/${table}`);
}
