// sounds.ts: a few quiet signals, made by the browser itself; nothing is heard unless the person has turned them on.
import { sound } from "./settings";

/** A tone that slides from one pitch to another. */
interface Tone {
  /** When it begins, in seconds after the signal. */
  at: number;
  from: number;
  to: number;
  seconds: number;
  shape: OscillatorType;
}

/** A knock on the table, a die that rolls out, and a falling chord. */
const SIGNALS = {
  turn: [{ at: 0, from: 330, to: 165, seconds: 0.25, shape: "triangle" }],
  die: [0, 0.07, 0.16].map((at) => ({ at, from: 900 - 2000 * at, to: 500, seconds: 0.05, shape: "square" })),
  over: [392, 330, 262].map((pitch, n) => ({ at: n * 0.18, from: pitch, to: pitch, seconds: 0.5, shape: "triangle" })),
} satisfies Record<string, Tone[]>;

export type Signal = keyof typeof SIGNALS;

const VOLUMES: Record<Signal, number> = { turn: 0.2, die: 0.04, over: 0.12 };

let audio: AudioContext | null = null;

function playTone(context: AudioContext, { at, from, to, seconds, shape }: Tone, loudness: number): void {
  const start = context.currentTime + at;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = shape;
  tone.frequency.setValueAtTime(from, start);
  tone.frequency.exponentialRampToValueAtTime(to, start + seconds);
  volume.gain.setValueAtTime(loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + seconds + 0.05);
}

/** Plays a signal, if the person wants to hear any. */
export function playSignal(signal: Signal): void {
  if (sound.get() !== "on") return;
  const context = (audio ??= new AudioContext());
  for (const tone of SIGNALS[signal] as Tone[]) playTone(context, tone, VOLUMES[signal]);
}
