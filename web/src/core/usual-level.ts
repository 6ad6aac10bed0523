// usual-level.ts: the level of the bots that are proposed, for games that have different ones.
import { connection } from "./connection";
import type { GameInfo } from "./protocol";

const USUAL_LEVEL = "greedy";

/** Returns the level of bots that is proposed: a game may lack the usual one. */
export const usualLevel = ({ bots }: Pick<GameInfo, "bots">): string =>
  bots.includes(USUAL_LEVEL) ? USUAL_LEVEL : (bots.at(-1) ?? USUAL_LEVEL);

/** Returns what the server says of a game; undefined if it does not have it. */
export async function gameInfo(game: string): Promise<GameInfo | undefined> {
  const games = (await connection.request({ type: "games" }, true))["games"] as GameInfo[];
  return games.find((info) => info.game === game);
}
