// boards.ts: the board of each game, loaded when it is needed.
import type { Board } from "../core/board";

export const boards: Record<string, () => Promise<{ default: Board }>> = {
  "red-empire": () => import("./red-empire/board"),
  "atomic-business": () => import("./atomic-business/board"),
  kremlin: () => import("./kremlin/board"),
  "triumph-of-chaos": () => import("./triumph-of-chaos/board"),
};
