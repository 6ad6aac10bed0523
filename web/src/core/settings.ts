// settings.ts: the settings that this browser stores: theme, boards, pace, clocks, sound, notices. The language is in words.ts.
import "./storage";
import { observable, type Observable } from "./observable";

export type Theme = "auto" | "light" | "dark";
/** How quickly events are shown. */
export type Speed = "slow" | "normal" | "fast" | "once";

/** By what the time of an event is multiplied; 0: everything is shown at once. */
export const SPEED_FACTORS: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.4, once: 0 };
export const SPEEDS = Object.keys(SPEED_FACTORS) as Speed[];

/** Returns a setting that is read from the browser's storage and written to it whenever it changes. */
function storedSetting<T extends string>(name: string, initial: T): Observable<T> {
  const setting = observable<T>((localStorage.getItem(name) as T | null) ?? initial);
  setting.watch(() => localStorage.setItem(name, setting.get()));
  return setting;
}

export const theme = storedSetting<Theme>("theme", "auto");
/** "generic": every game is shown as sentences and tables instead of on its own board. */
export const boards = storedSetting<"own" | "generic">("boards", "own");
export const speed = storedSetting<Speed>("speed", "normal");
/** Whether what has just appeared takes no press for a moment: see press-guard.ts. */
export const pressGuard = storedSetting<"on" | "off">("press-guard", "on");
/** "waiting": clocks wait for the person, at every table. */
export const clocks = storedSetting<"usual" | "waiting">("clocks", "usual");
/** Whether the person has chosen something by pressing it on a board. */
export const pointed = storedSetting<"yes" | "no">("pointed", "no");
export const sound = storedSetting<"on" | "off">("sound", "off");
export const notices = storedSetting<"on" | "off">("notices", "off");

const darkPreference = matchMedia("(prefers-color-scheme: dark)");

function applyTheme(): void {
  const chosen = theme.get();
  document.documentElement.dataset["theme"] = chosen === "auto" ? (darkPreference.matches ? "dark" : "light") : chosen;
}

/** Applies the theme now, and again whenever the setting or the browser's preference changes. */
export function followTheme(): void {
  theme.watch(applyTheme);
  darkPreference.addEventListener("change", applyTheme);
  applyTheme();
}

/** Asks the browser for permission to show notices; the setting stays off if it is not given. */
export async function requestNotices(): Promise<void> {
  const answer = "Notification" in window ? await Notification.requestPermission() : "denied";
  notices.set(answer === "granted" ? "on" : "off");
}
