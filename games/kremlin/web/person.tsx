// person.tsx: a politician where he stands: portrait, age, health, what is pinned on him, who pulls his strings.
import { Target } from "client/core/board";
import type { Seat } from "client/core/protocol";
import { SeatMark, seatLook } from "client/core/seats";
import type { GameSpeech } from "client/core/words";
import * as k from "./model";
import type { KView, Stake } from "./model";
import { Portrait } from "./portrait";
import type { Matter } from "./scene";

/** What every part of the board is drawn from. */
export interface Table {
  v: KView;
  me: string | null;
  seats: Seat[];
  speech: GameSpeech;
  narrow: boolean;
  /** The innermost matter at hand. */
  matter: Matter | null;
  /** The step that asks. */
  step: string | null;
}

const factionWord = (t: Table, seat: string): string => t.speech.name("faction", seat);
export const nameOf = (t: Table, id: string): string => t.speech.name("politician", id);
export const placeWord = (t: Table, place: string | undefined): string => t.speech.name("place", place ?? "");

/* ---- In words ------------------------------------------------------------------------------------ */

function stakeWords(t: Table, s: Stake): string {
  const word = (key: string, n: number) => (n ? [t.speech.word(`web.points.${key}`, n)] : []);
  const parts = [...word("declared", s.declared), ...word("pending", s.pending), ...word("hidden", s.hidden)];
  return `${factionWord(t, s.seat)}: ${parts.join(", ")}`;
}

function chances(t: Table, id: string): string[] {
  const { v, speech } = t;
  const needs = k.purgeNeeds(v, id);
  const odds = k.odds(v, id, k.isAway(v, id));
  return [
    ...(needs === null ? [] : [speech.word("web.about.purge", Math.max(1, needs), k.chance(needs))]),
    ...(k.isMember(v, id) ? [speech.word("web.about.roll", odds.better, odds.worse, odds.dies)] : []),
  ];
}

function voteWords(t: Table, id: string): string[] {
  const vote = t.matter?.ballot?.votes[t.v.place[id] ?? ""];
  return vote ? [t.speech.event({ event: "votes", clause: "", args: [id, vote] })] : [];
}

/** Everything that can be said of him, for ears and for those who point. */
export function describe(t: Table, id: string): string[] {
  const { v, speech } = t;
  const head = speech.word("web.about", nameOf(t, id), placeWord(t, v.place[id]), k.age(v, id), k.man(id).printed);
  if (v.place[id] === "wall" || v.place[id] === "retired") return [head];
  const seat = k.controller(v, id);
  const says = (when: boolean, key: string, ...args: string[]) => (when ? [speech.word(key, ...args)] : []);
  return [
    head,
    speech.word(`web.health.${k.crosses(v, id)}`),
    ...voteWords(t, id),
    ...says(v.suspect.includes(id), "web.about.suspect"),
    ...says(v.cure.includes(id), k.isAway(v, id) ? "web.about.cure" : "web.about.outing"),
    ...says(k.protections(v, id).length > 0, "web.about.guarded"),
    ...chances(t, id),
    seat ? speech.word("web.about.control", factionWord(t, seat)) : speech.word("web.about.nobody"),
    ...k.stakes(v, id, t.me).map((s) => `${stakeWords(t, s)}.`),
    ...(k.isSwiss(v) && k.wavesOf(v, id) ? [speech.word("web.about.waves", k.wavesOf(v, id))] : []),
    ...says(k.isAdvanced(v), "web.about.suits", placeWord(t, k.man(id).strength), placeWord(t, k.man(id).weakness)),
  ];
}

/* ---- Influence ----------------------------------------------------------------------------------- */

const MOST_SLABS = 12;

/** Declared points solid, those under seal half, one's own hidden ones as outlines. */
function Slabs({ t, s }: { t: Table; s: Stake }) {
  const kinds = (["declared", "pending", "hidden"] as const).flatMap((kind) => Array<string>(s[kind]).fill(kind));
  const shown = kinds.slice(0, MOST_SLABS);
  const { colour } = seatLook(t.seats, s.seat);
  return (
    <svg class="kr-slabs" width="18" height={shown.length * 3 + 1} style={`color:${colour}`} aria-hidden="true">
      {shown.map((kind, n) => (
        <rect key={n} x="1" y={(shown.length - 1 - n) * 3 + 1} width="16" height="2" class={`kr-slab kr-${kind}`} />
      ))}
    </svg>
  );
}

function Chip({ t, s, tall }: { t: Table; s: Stake; tall: boolean }) {
  const { colour } = seatLook(t.seats, s.seat);
  return (
    <span class="kr-stack">
      {tall && <Slabs t={t} s={s} />}
      <span class="kr-chip" style={`color:${colour}`}>
        <SeatMark seats={t.seats} seat={s.seat} size={12} />
        {s.declared > 0 && <b data-n={s.declared} />}
        {s.pending > 0 && <b data-n={`+${s.pending}`} />}
        {s.hidden > 0 && <i class="kr-hidden-count" data-n={s.hidden} />}
      </span>
    </span>
  );
}

/* ---- What is pinned on him ------------------------------------------------------------------------ */

function Cross() {
  return (
    <svg width="15" height="15" viewBox="0 0 15 15">
      <rect x=".5" y=".5" width="14" height="14" class="kr-note" />
      <path d="M6 2.5h3V6h3.5v3H9v3.5H6V9H2.5V6H6z" class="kr-red" />
    </svg>
  );
}

function Badges({ t, id }: { t: Table; id: string }) {
  const { v } = t;
  const suits = k.suits(v, id, v.place[id]);
  return (
    <span class="kr-badges">
      {Array.from({ length: k.crosses(v, id) }, (_, n) => (
        <Cross key={n} />
      ))}
      {v.suspect.includes(id) && (
        <svg width="16" height="19" viewBox="0 0 16 19">
          <path d="M1 4 L14 2 L15.4 16 L2.4 18z" class="kr-note" />
          <path d="M5.5 8.6 q0 -2.9 2.7 -2.9 q2.7 0 2.7 2.4 q0 1.5 -1.5 2.2 q-1 .5 -1 1.6 M8.4 13.7 v1.7" class="kr-query" />
          <circle cx="7.6" cy="3" r="2.4" class="kr-red" />
        </svg>
      )}
      {k.protections(v, id).length > 0 && (
        <svg width="15" height="16" viewBox="0 0 15 16">
          <path d="M1 1.5h13v6q0 5-6.5 7.6Q1 12.5 1 7.500z" class="kr-note" />
          <path d="M7.5 3.500v9.400q4-1.9 4.3-5.400v-4z" class="kr-red" />
        </svg>
      )}
      {suits !== 0 && <span class={suits > 0 ? "kr-strong" : "kr-weak"} data-n={suits > 0 ? "▲" : "▼"} />}
    </span>
  );
}

function Vote({ t, id }: { t: Table; id: string }) {
  const vote = t.matter?.ballot?.votes[t.v.place[id] ?? ""];
  if (!vote) return null;
  const against = vote === "guilty" || vote === "no";
  return <span class={`kr-vote ${against ? "against" : ""}`} data-n={`${against ? "✕" : "✓"} ${t.speech.name("vote", vote)}`} />;
}

/** While his fate hangs. */
function Wedge() {
  return (
    <svg class="kr-wedge" viewBox="0 0 100 100" preserveAspectRatio="none">
      <path d="M100 0 V26 L0 100 V86z" class="kr-red" />
    </svg>
  );
}

/** A wave at the parade. */
export function Flag() {
  return (
    <svg width="13" height="15" viewBox="0 0 13 15" aria-hidden="true">
      <path d="M1 0h1.600v15H1z" class="kr-ink" />
      <path d="M2.6 1H12L9.5 4.5 12 8H2.600z" class="kr-red" />
    </svg>
  );
}

function Pane({ t, id, tall }: { t: Table; id: string; tall: boolean }) {
  const { v } = t;
  const stakes = tall ? k.stakes(v, id, t.me) : [];
  const needs = v.phase === 2 && t.step !== "write" ? k.purgeNeeds(v, id) : null;
  return (
    <span class="kr-pane">
      <Portrait index={k.man(id).index} age={k.age(v, id)} place={v.place[id] ?? ""} crosses={k.crosses(v, id)} inBed={k.isAway(v, id)} />
      {t.matter?.about === id && t.matter.fate === "down" && <Wedge />}
      <span class="kr-corner">
        {needs !== null && <span class="kr-needs" data-n={`${Math.max(1, needs)}+`} />}
        <span class="kr-age" data-n={k.age(v, id)} />
      </span>
      <Badges t={t} id={id} />
      {stakes.length > 0 && (
        <span class="kr-stacks">
          {stakes.map((s) => (
            <Chip key={s.seat} t={t} s={s} tall={stakes.length <= 3} />
          ))}
        </span>
      )}
    </span>
  );
}

/** Strength and weakness count in the Advanced game only. */
function Suits({ t, id }: { t: Table; id: string }) {
  const short = (place: string) => t.speech.word(`web.short.${place}`);
  return <span class="kr-suits" data-n={`▲${short(k.man(id).strength)} ▼${short(k.man(id).weakness)}`} />;
}

interface PersonProps {
  t: Table;
  id: string;
  /** In a window of the façade: with stacks beside him. */
  tall?: boolean;
}

export function Person({ t, id, tall = false }: PersonProps) {
  const { v, matter } = t;
  const stacked = tall && !t.narrow;
  const seat = k.controller(v, id);
  const about = describe(t, id);
  const chips = stacked ? [] : k.stakes(v, id, t.me);
  const state = `${matter?.actor === id ? " acts" : ""}${matter?.about === id ? ` ${matter.fate}` : ""}${k.isAway(v, id) ? " away" : ""}`;
  const strings = seat ? `--strings:${seatLook(t.seats, seat).colour}` : undefined;
  return (
    <Target kind="politician" name={id} label={about.join(" ")} class={`kr-man${tall ? " tall" : ""}${state}`}>
      <span class="hidden">{about.join(" ")}</span>
      <span class="kr-card" aria-hidden="true" title={about.join("\n")} style={strings}>
        <Pane t={t} id={id} tall={stacked} />
        <Vote t={t} id={id} />
        <span class="kr-name">
          {seat && <SeatMark seats={t.seats} seat={seat} size={12} />}
          <span class="kr-letter" data-n={k.man(id).letter} />
          <span class="kr-full">{nameOf(t, id)}</span>
          {k.isSwiss(v) && Array.from({ length: k.wavesOf(v, id) }, (_, n) => <Flag key={n} />)}
        </span>
        {k.isAdvanced(v) && k.onBoard(v, id) && <Suits t={t} id={id} />}
        {chips.length > 0 && (
          <span class="kr-chips">
            {chips.map((s) => (
              <Chip key={s.seat} t={t} s={s} tall={false} />
            ))}
          </span>
        )}
      </span>
    </Target>
  );
}

/** The name of a place, where actions can point. */
export function PlaceName({ t, place, short }: { t: Table; place: string; short?: string }) {
  const whole = placeWord(t, place);
  return (
    <Target kind="place" name={place} label={short ? `${short}: ${whole}` : whole} flip="" class="kr-place">
      {short ?? whole}
    </Target>
  );
}
