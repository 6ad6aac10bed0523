// settings.ts: what this browser prefers: light, sound, notices. The language is in words.ts.
import { value, type Value } from "./value";

export type Theme = "auto" | "light" | "dark";

function kept<T extends string>(name: string, first: T): Value<T> {
  const of = value<T>((localStorage.getItem(name) as T | null) ?? first);
  of.watch(() => localStorage.setItem(name, of.get()));
  return of;
}

export const theme = kept<Theme>("theme", "auto");
/** "generic": sentences and tables instead of a game's own board. */
export const boards = kept<"own" | "generic">("boards", "own");
export const sound = kept<"on" | "off">("sound", "off");
export const notices = kept<"on" | "off">("notices", "off");

const darkness = matchMedia("(prefers-color-scheme: dark)");

function light(): void {
  const chosen = theme.get();
  document.documentElement.dataset["theme"] = chosen === "auto" ? (darkness.matches ? "dark" : "light") : chosen;
}

export function followTheme(): void {
  theme.watch(light);
  darkness.addEventListener("change", light);
  light();
}

/** Asks the browser; stays off if it is refused. */
export async function wantNotices(): Promise<void> {
  const answer = "Notification" in window ? await Notification.requestPermission() : "denied";
  notices.set(answer === "granted" ? "on" : "off");
}

let audio: AudioContext | null = null;

/** A short knock, as on a table. */
function knock(): void {
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

/** It has become one's turn: whoever looks elsewhere is told. */
export function callAttention(title: string, text: string): void {
  if (sound.get() === "on") knock();
  if (notices.get() === "on" && document.hidden && Notification.permission === "granted")
    new Notification(title, { body: text, tag: "turn" });
}
