// person.tsx: a politician on the board: portrait, age, health, the marks on him, his controller.
import { Target } from "client/core/board";
import type { Seat } from "client/core/protocol";
import { SeatMark, seatLook } from "client/core/seats";
import type { GameSpeech } from "client/core/words";
import * as k from "./facts";
import type { Stake, State } from "./facts";
import { Portrait } from "./portrait";
import type { Matter } from "./scene";

/** The data from which every part of the board is drawn. */
export interface Table {
  s: State;
  me: string | null;
  seats: Seat[];
  speech: GameSpeech;
  narrow: boolean;
  /** The innermost matter at hand. */
  matter: Matter | null;
  /** The step that asks a question. */
  step: string | null;
}

const factionWord = (t: Table, seat: string): string => t.speech.name("faction", seat);
export const nameOf = (t: Table, id: string): string => t.speech.name("politician", id);
export const placeWord = (t: Table, place: string | undefined): string => t.speech.name("place", place ?? "");

/* ---- In words ------------------------------------------------------------------------------------ */

function stakeWords(t: Table, stake: Stake): string {
  const kinds = (["declared", "pending", "hidden"] as const).filter((kind) => stake[kind] > 0);
  const parts = kinds.map((kind) => t.speech.word(`web.points.${kind}`, stake[kind]));
  return `${factionWord(t, stake.faction)}: ${parts.join(", ")}`;
}

function chances(t: Table, id: string): string[] {
  const purge = k.purgeOf(t.s, id);
  const health = k.healthOf(t.s, id);
  return [
    ...(purge ? [t.speech.word("web.about.purge", purge.needs, purge.chance)] : []),
    ...(health ? [t.speech.word("web.about.roll", health.better, health.worse, health.dies)] : []),
  ];
}

function voteWords(t: Table, id: string): string[] {
  const vote = t.matter?.ballot?.votes[id];
  return vote ? [t.speech.event({ event: "votes", clause: "", args: [id, vote] })] : [];
}

/** Returns everything that the board tells of a politician, for screen readers and for the tip of the pointer. */
export function describe(t: Table, id: string): string[] {
  const { s, speech } = t;
  const { printedAge, strength, weakness } = k.politician(id);
  const head = speech.word("web.about", nameOf(t, id), placeWord(t, s.place[id]), k.age(s, id), printedAge);
  if (k.isGone(s, id)) return [head];
  const seat = k.controller(s, id);
  const waves = k.wavesOf(s, id);
  const says = (when: boolean, key: string, ...args: (string | number)[]) => (when ? [speech.word(key, ...args)] : []);
  return [
    head,
    speech.word(`web.health.${k.crosses(s, id)}`),
    ...voteWords(t, id),
    ...says(s.suspect.includes(id), "web.about.suspect"),
    ...says(s.cure.includes(id), k.isAway(s, id) ? "web.about.cure" : "web.about.outing"),
    ...says(k.protection(s, id) > 0, "web.about.guarded", k.protection(s, id)),
    ...chances(t, id),
    seat ? speech.word("web.about.control", factionWord(t, seat)) : speech.word("web.about.nobody"),
    ...k.stakesOn(s, id, t.me).map((stake) => `${stakeWords(t, stake)}.`),
    ...says(k.isSwiss(s) && waves > 0, "web.about.waves", waves),
    ...says(k.hasStrengths(s), "web.about.suits", placeWord(t, strength), placeWord(t, weakness)),
  ];
}

/* ---- Influence ----------------------------------------------------------------------------------- */

const MOST_SLABS = 12;

/** The points of one faction as a pile: declared ones are solid, those under seal are half solid, hidden ones are outlines. */
function Slabs({ t, stake }: { t: Table; stake: Stake }) {
  const kinds = (["declared", "pending", "hidden"] as const).flatMap((kind) => Array<string>(stake[kind]).fill(kind));
  const shown = kinds.slice(0, MOST_SLABS);
  const { colour } = seatLook(t.seats, stake.faction);
  return (
    <svg class="kr-slabs" width="18" height={shown.length * 3 + 1} style={`color:${colour}`} aria-hidden="true">
      {shown.map((kind, n) => (
        <rect key={n} x="1" y={(shown.length - 1 - n) * 3 + 1} width="16" height="2" class={`kr-slab kr-${kind}`} />
      ))}
    </svg>
  );
}

function Chip({ t, stake, tall }: { t: Table; stake: Stake; tall: boolean }) {
  const { colour } = seatLook(t.seats, stake.faction);
  return (
    <span class="kr-stack">
      {tall && <Slabs t={t} stake={stake} />}
      <span class="kr-chip" style={`color:${colour}`}>
        <SeatMark seats={t.seats} seat={stake.faction} size={12} />
        {stake.declared > 0 && <b data-n={stake.declared} />}
        {stake.pending > 0 && <b data-n={`+${stake.pending}`} />}
        {stake.hidden > 0 && <i class="kr-hidden-count" data-n={stake.hidden} />}
      </span>
    </span>
  );
}

/* ---- Marks on a politician ------------------------------------------------------------------------ */

function Cross() {
  return (
    <svg width="15" height="15" viewBox="0 0 15 15">
      <rect x=".5" y=".5" width="14" height="14" class="kr-note" />
      <path d="M6 2.5h3V6h3.5v3H9v3.5H6V9H2.5V6H6z" class="kr-red" />
    </svg>
  );
}

function Badges({ t, id }: { t: Table; id: string }) {
  const { s } = t;
  const suits = k.suits(s, id);
  return (
    <span class="kr-badges">
      {Array.from({ length: k.crosses(s, id) }, (_, n) => (
        <Cross key={n} />
      ))}
      {s.suspect.includes(id) && (
        <svg width="16" height="19" viewBox="0 0 16 19">
          <path d="M1 4 L14 2 L15.4 16 L2.4 18z" class="kr-note" />
          <path
            d="M5.5 8.6 q0 -2.9 2.7 -2.9 q2.7 0 2.7 2.4 q0 1.5 -1.5 2.2 q-1 .5 -1 1.6 M8.4 13.7 v1.7"
            class="kr-query"
          />
          <circle cx="7.6" cy="3" r="2.4" class="kr-red" />
        </svg>
      )}
      {k.protection(s, id) > 0 && (
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
  const vote = t.matter?.ballot?.votes[id];
  if (!vote) return null;
  const against = vote === "guilty" || vote === "no";
  return (
    <span
      class={`kr-vote ${against ? "against" : ""}`}
      data-n={`${against ? "✕" : "✓"} ${t.speech.name("vote", vote)}`}
    />
  );
}

/** The red wedge across a politician whom the matter at hand may bring down. */
function Wedge() {
  return (
    <svg class="kr-wedge" viewBox="0 0 100 100" preserveAspectRatio="none">
      <path d="M100 0 V26 L0 100 V86z" class="kr-red" />
    </svg>
  );
}

/** The sign for a wave at the parade. */
export function Flag() {
  return (
    <svg width="13" height="15" viewBox="0 0 13 15" aria-hidden="true">
      <path d="M1 0h1.600v15H1z" class="kr-ink" />
      <path d="M2.6 1H12L9.5 4.5 12 8H2.600z" class="kr-red" />
    </svg>
  );
}

export function PortraitOf({ t: { s }, id }: { t: Table; id: string }) {
  const { index } = k.politician(id);
  const health = { crosses: k.crosses(s, id), inBed: k.isAway(s, id) };
  return <Portrait index={index} age={k.age(s, id)} place={s.place[id] ?? ""} {...health} />;
}

function Pane({ t, id, tall }: { t: Table; id: string; tall: boolean }) {
  const { s } = t;
  const stakes = tall ? k.stakesOn(s, id, t.me) : [];
  const purge = k.phaseOf(s) === "purge" ? k.purgeOf(s, id) : null;
  return (
    <span class="kr-pane">
      <PortraitOf t={t} id={id} />
      {t.matter?.about === id && t.matter.fate === "down" && <Wedge />}
      <span class="kr-corner">
        {purge && <span class="kr-needs" data-n={`${purge.needs}+`} />}
        <span class="kr-age" data-n={k.age(s, id)} />
      </span>
      <Badges t={t} id={id} />
      {stakes.length > 0 && (
        <span class="kr-stacks">
          {stakes.map((stake) => (
            <Chip key={stake.faction} t={t} stake={stake} tall={stakes.length <= 3} />
          ))}
        </span>
      )}
    </span>
  );
}

/** The posts in which he is strong and weak; they count in the Advanced game only. */
function Suits({ t, id }: { t: Table; id: string }) {
  const short = (place: string) => t.speech.word(`web.short.${place}`);
  const { strength, weakness } = k.politician(id);
  return <span class="kr-suits" data-n={`▲${short(strength)} ▼${short(weakness)}`} />;
}

/** A name with more letters is set closer. */
const LONG_NAME = 9;

interface PersonProps {
  t: Table;
  id: string;
  /** Whether he is in a window of the façade, with piles of points beside him. */
  tall?: boolean;
}

export function Person({ t, id, tall = false }: PersonProps) {
  const { s, matter } = t;
  const stacked = tall && !t.narrow;
  const seat = k.controller(s, id);
  const name = nameOf(t, id);
  const about = describe(t, id);
  const chips = stacked ? [] : k.stakesOn(s, id, t.me);
  const state = `${matter?.actor === id ? " acts" : ""}${matter?.about === id ? ` ${matter.fate}` : ""}${k.isAway(s, id) ? " away" : ""}`;
  const strings = seat ? `--strings:${seatLook(t.seats, seat).colour}` : undefined;
  return (
    <Target kind="politician" name={id} label={about.join(" ")} class={`kr-man${tall ? " tall" : ""}${state}`}>
      <span class="hidden">{about.join(" ")}</span>
      <span class="kr-card" aria-hidden="true" title={about.join("\n")} style={strings}>
        <Pane t={t} id={id} tall={stacked} />
        <Vote t={t} id={id} />
        <span class="kr-name">
          {seat && <SeatMark seats={t.seats} seat={seat} size={12} />}
          <span class="kr-letter" data-n={k.politician(id).letter} />
          <span class={`kr-full${name.length > LONG_NAME ? " long" : ""}`}>{name}</span>
          {k.isSwiss(s) && Array.from({ length: k.wavesOf(s, id) }, (_, n) => <Flag key={n} />)}
        </span>
        {k.hasStrengths(s) && !k.isInSiberia(s, id) && <Suits t={t} id={id} />}
        {chips.length > 0 && (
          <span class="kr-chips">
            {chips.map((stake) => (
              <Chip key={stake.faction} t={t} stake={stake} tall={false} />
            ))}
          </span>
        )}
      </span>
    </Target>
  );
}

/** The name of a place, at which actions can be aimed; where there is little room, its short name. */
export function PlaceName({ t, place, short }: { t: Table; place: string; short?: string }) {
  const whole = placeWord(t, place);
  return (
    <Target kind="place" name={place} label={short ? `${short}: ${whole}` : whole} flip="" class="kr-place">
      {short ? (
        <>
          <span class="kr-long">{whole}</span>
          <span class="kr-short" title={whole}>
            {short}
          </span>
        </>
      ) : (
        whole
      )}
    </Target>
  );
}
