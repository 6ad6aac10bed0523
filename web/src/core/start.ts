// start.ts: a table of one's own, against bots, at once.
import { link } from "./link";
import { comeAsGuest, me } from "./people";
import type { GameInfo } from "./protocol";
import { go } from "./routes";

const A_DAY = 24 * 3600 * 1000;

const USUAL = 4;

async function infoOf(game: string): Promise<GameInfo | undefined> {
  const games = (await link.ask({ type: "games" }, true))["games"] as GameInfo[];
  return games.find((one) => one.game === game);
}

/** Four at the table, or as many as the game has. Nobody waits: the clock may be long. */
export async function playNow(
  game: string,
  guest: string,
  options: Record<string, string> = {},
  wanted = "greedy",
): Promise<void> {
  if (!me.get()) await comeAsGuest(guest);
  const info = await infoOf(game);
  const players = Math.min(USUAL, info?.max_players ?? USUAL);
  const level = info?.bots.includes(wanted) === false ? info.bots.at(-1) : wanted; // a young game may lack some
  const seats = ["me", ...Array<unknown>(players - 1).fill({ bot: level })];
  const made = await link.ask({ type: "create", game, players, options, seats, move_ms: A_DAY }, true);
  const table = String(made["table"]);
  await link.ask({ type: "start", table }, true);
  go(`/t/${table}`);
}
