// settings.ts: the settings that this browser stores: theme, boards, sound, notices. The language is in words.ts.
import { observable, type Observable } from "./observable";

export type Theme = "auto" | "light" | "dark";

/** Returns a setting that is read from the browser's storage and written to it whenever it changes. */
function storedSetting<T extends string>(name: string, initial: T): Observable<T> {
  const setting = observable<T>((localStorage.getItem(name) as T | null) ?? initial);
  setting.watch(() => localStorage.setItem(name, setting.get()));
  return setting;
}

export const theme = storedSetting<Theme>("theme", "auto");
/** "generic": every game is shown as sentences and tables instead of on its own board. */
export const boards = storedSetting<"own" | "generic">("boards", "own");
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

let audio: AudioContext | null = null;

/** Plays a short sound like a knock on a table. */
function playKnock(): void {
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(330, audio.currentTime);
  tone.frequency.exponentialRampToValueAtTime(165, audio.currentTime + 0.15);
  volume.gain.setValueAtTime(0.2, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.25);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.3);
}

/** Tells the person that it is their turn: by a sound, and by a notice if the page is not visible, as the settings allow. */
export function announceTurn(title: string, text: string): void {
  if (sound.get() === "on") playKnock();
  if (notices.get() === "on" && document.hidden && Notification.permission === "granted")
    new Notification(title, { body: text, tag: "turn" });
}
