// points.ts: what one jumps to in a replay: parades, crises, deaths.
export const turningPoints: Record<string, string[]> = {
  kremlin: ["waves", "waves-for-nobody", "does-not-wave", "to-siberia", "dies", "becomes-chief", "accedes", "guilty", "wins", "nobody-wins"],
  "red-empire": ["crisis", "crisis-failed", "purged", "president-named", "dies", "exposed", "collapse", "wins"],
  "atomic-business": ["presses", "opened-nuclear", "opened-tourist", "nuclear-home", "out", "game-won", "no-nuclear", "wins"],
  "triumph-of-chaos": ["turn", "gains", "loses", "war", "conquered", "event", "makhno-revolt", "leader-dead", "city-lead", "wins", "shared"],
};
