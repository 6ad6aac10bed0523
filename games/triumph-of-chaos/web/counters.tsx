// counters.tsx: units as square counters with their military signs, leaders as name plates, markers, and badges of owners.
import type { GameSpeech } from "client/core/words";
import { LEADER, UNIT } from "./geometry";
import * as f from "./facts";
import * as t from "./tables";

/* ---- Signs of the sides: never a colour alone ---------------------------------------------------- */

const STAR = "M0-10 2.4-3.2 9.5-3.1 3.9 1.3 5.9 8.1 0 4 -5.9 8.1 -3.9 1.3 -9.5-3.1 -2.4-3.2z";
const DIAMOND = "M0-9 9 0 0 9 -9 0z";
const HALVES = "M-8-8H8V8H-8z";
const CROSS = "M-3-9H3V-3H9V3H3V9H-3V3H-9V-3H-3z";

const BADGES: Record<string, string> = { red: STAR, white: DIAMOND, "czech-legion": HALVES, "central-powers": CROSS };

/** The sign of an owner; it fits a circle of radius 10 around 0,0. */
export function Badge({ owner, scale = 1 }: { owner: string; scale?: number }) {
  const d = BADGES[owner];
  return d ? (
    <path d={d} class={`tc-badge tc-b-${owner}`} transform={`scale(${scale})`} />
  ) : (
    <circle r={5 * scale} class="tc-badge tc-b-nobody" />
  );
}

/** The sign of a side as a small picture beside a word. */
export function SideMark({ side, size = 18 }: { side: string; size?: number }) {
  return (
    <svg class="tc-mark" width={size} height={size} viewBox="-11 -11 22 22" aria-hidden="true">
      <Badge owner={side} />
    </svg>
  );
}

/* ---- Units --------------------------------------------------------------------------------------- */

/** What is drawn for each kind of troop in the box of a counter, which is 13 wide and 10 high. */
const SIGNS: Record<string, string> = {
  cavalry: "M0 10 13 0",
  tank: "M2.5 5a4 2.7 0 0 1 8 0a4 2.7 0 0 1-8 0",
  air: "M2 2 11 8V2L2 8z",
  artillery: "M4.5 5a2 2 0 0 1 4 0a2 2 0 0 1-4 0",
  mountain: "M0 0 13 10M0 10 13 0M3.5 10 6.5 6 9.5 10",
  garrison: "M6.5 0V10",
  green: "M6.5 10V2M2.5 6 6.5 2 10.5 6",
};
const INFANTRY = "M0 0 13 10M0 10 13 0";

/** The class of the colours that a counter has. */
export function coloursOf(state: f.State, unit: t.Unit): string {
  const turned = f.turnedTo(state, unit.id);
  if (turned) return turned;
  if (unit.side) return unit.side;
  if (!unit.faction) return "green";
  const user = f.unitUser(state, unit.id);
  if (user !== "nobody") return `${user}-faction`;
  return unit.faction === "central-powers" ? "powers" : "neutral";
}

/** At most two letters: the code of the faction, or a short form of the mark: 17 for "c17", S6 for "Sibc6". */
export function shortMark(unit: t.Unit): string {
  if (unit.faction) return (t.factionNamed(unit.faction)?.code ?? "").slice(0, 2);
  const number = /\d+$/.exec(unit.mark)?.[0] ?? "";
  if (number.length > 1 || /^c?\d/.test(unit.mark)) return number;
  return number ? unit.mark.charAt(0) + number : unit.mark.slice(0, 2);
}

const SUPPLY_WORDS: Record<number, string> = { 0: "web.supply.none", 1: "web.supply.limited" };

export function unitWords(state: f.State, id: string, speech: GameSpeech): string {
  const { combat, loss, move } = f.faceOf(state, id);
  const unit = t.unitNamed(id);
  const parts = [
    speech.name("unit", id),
    speech.word(unit.isArmy ? "web.army" : "web.corps"),
    speech.word("web.face", combat, loss, move),
    f.isReduced(state, id) ? speech.word("web.reduced") : "",
    unit.faction && !f.turnedTo(state, id) ? speech.name("faction", unit.faction) : "",
    f.hasFlag(state, id, "moved") ? speech.word("web.moved") : "",
    f.hasFlag(state, id, "fell") ? speech.word("web.fell") : "",
    f.turnedTo(state, id) ? speech.word(`web.turned.${f.turnedTo(state, id)}`) : "",
    SUPPLY_WORDS[f.supplyOf(state, id) ?? -1] ? speech.word(SUPPLY_WORDS[f.supplyOf(state, id) ?? -1] ?? "") : "",
  ];
  return parts.filter(Boolean).join(", ");
}

/** The sign of the side that uses a unit whose counter does not say it: one of a faction, or one that has changed sides. */
function Allegiance({ state, unit }: { state: f.State; unit: t.Unit }) {
  const turned = f.turnedTo(state, unit.id);
  const user = f.unitUser(state, unit.id);
  if ((unit.side && !turned) || user === "nobody") return null;
  return (
    <g class="tc-allegiance" transform="translate(4 3.5)">
      <circle r="5.6" />
      <Badge owner={user} scale={0.46} />
    </g>
  );
}

/** A counter in a square with sides of UNIT; its upper left corner is at 0,0. */
export function Counter({ state, id }: { state: f.State; id: string }) {
  const unit = t.unitNamed(id);
  const { combat, loss, move } = f.faceOf(state, id);
  const reduced = f.isReduced(state, id);
  const flag = (name: string, cls: string): string => (f.hasFlag(state, id, name) ? ` ${cls}` : "");
  const marks = flag("picked", "tc-picked") + flag("fights", "tc-fights") + flag("fell", "tc-fell");
  const done = f.hasFlag(state, id, "moved") || f.hasFlag(state, id, "attacked");
  return (
    <g class={`tc-unit tc-u-${coloursOf(state, unit)}${marks}${reduced ? " tc-reduced" : ""}`}>
      <rect class="tc-card" x="0.75" y="0.75" width={UNIT - 1.5} height={UNIT - 1.5} rx="1.5" />
      {unit.isArmy && <path class="tc-bar" d={`M1 1H${UNIT - 1}V4.5H1z`} />}
      {reduced && <path class="tc-band" d={`M1.5 6.2H${UNIT - 1.5}V18.3H1.5z`} />}
      <g class={unit.isElite ? "tc-sign tc-elite" : "tc-sign"} transform="translate(3 7.2)">
        <rect width="13" height="10" />
        <path d={SIGNS[unit.troop] ?? INFANTRY} />
      </g>
      <text class="tc-code" x={UNIT - 2.5} y="17" text-anchor="end">
        {shortMark(unit)}
      </text>
      <text class="tc-combat" x="4" y="32">
        {combat}
      </text>
      <text class="tc-small" x={UNIT - 3} y="31.5" text-anchor="end">
        {loss}·{move}
      </text>
      <Allegiance state={state} unit={unit} />
      {f.supplyOf(state, id) === 0 && (
        <g class="tc-unfed" transform={`translate(${UNIT - 5} ${UNIT - 4})`}>
          <circle r="6.5" />
          <path d="M0-4V1M0 2.6V4" />
        </g>
      )}
      {done && <path class="tc-done" d={`M${UNIT - 1} 1v9l-9-9z`} />}
      {f.hasFlag(state, id, "fell") && (
        <path class="tc-struck" d={`M3 3 ${UNIT - 3} ${UNIT - 3}M${UNIT - 3} 3 3 ${UNIT - 3}`} />
      )}
    </g>
  );
}

/* ---- Leaders ------------------------------------------------------------------------------------- */

export function leaderWords(state: f.State, id: string, speech: GameSpeech): string {
  const flags = state.leader_flags[id] ?? [];
  const parts = [
    speech.word("web.leader", speech.name("leader", id)),
    ...t.leaderNamed(id).abilities.map((one) => speech.word(`web.ability.${one}`)),
    flags.includes("idle") ? speech.word("web.idle") : "",
    flags.includes("used") ? speech.word("web.used") : "",
  ];
  return parts.filter(Boolean).join(", ");
}

const MOST_LETTERS = 11;

export function Plate({ state, id, speech }: { state: f.State; id: string; speech: GameSpeech }) {
  const leader = t.leaderNamed(id);
  const user = f.leaderUser(state, id);
  const colours = leader.side ?? (user === "nobody" ? "neutral" : `${user}-faction`);
  const name = speech.name("leader", id);
  const flags = state.leader_flags[id] ?? [];
  const short = name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}.` : name;
  return (
    <g
      class={`tc-unit tc-leader tc-u-${colours}${flags.includes("picked") ? " tc-picked" : ""}${flags.includes("idle") ? " tc-idle" : ""}`}
    >
      <rect class="tc-hit" width={LEADER.wide} height={LEADER.high} />
      <rect class="tc-card" x="1" y="3" width={LEADER.wide - 2} height={LEADER.high - 5} rx="9" />
      <text class="tc-name" x={LEADER.wide / 2} y="17" text-anchor="middle">
        {short}
      </text>
    </g>
  );
}

/* ---- Markers on spaces --------------------------------------------------------------------------- */

const SHOWN = ["no-act", "move", "combat", "credit", "partisans-red", "partisans-white"] as const;
const MARKERS: Record<(typeof SHOWN)[number], string> = {
  "no-act": "M-5-2.5H5V2.5H-5z",
  move: "M-5-2.5H0V-6L6 0 0 6V2.5H-5z",
  combat: "M-5.5-3.5-3.5-5.5 0-2 3.5-5.5 5.5-3.5 2 0 5.5 3.5 3.5 5.5 0 2-3.5 5.5-5.5 3.5-2 0z",
  credit: "M-4-5H4V0L0 6-4 0z",
  "partisans-red": "M-4-6H-2.5V-5H5L2.5-2 5 1H-2.5V6H-4z",
  "partisans-white": "M-4-6H-2.5V-5H5L2.5-2 5 1H-2.5V6H-4z",
};

/** The markers beside the badge of a space; 0,0 is the middle of the badge. */
export function Markers({ flags }: { flags: string[] }) {
  const shown = SHOWN.filter((one) => flags.includes(one));
  return (
    <>
      {shown.map((one, n) => (
        <g key={one} class={`tc-marker tc-m-${one}`} transform={`translate(${22 + n * 20} 0)`}>
          <rect x="-9" y="-9" width="18" height="18" rx="2" />
          <path d={MARKERS[one]} />
        </g>
      ))}
    </>
  );
}

export const markerWords = (flags: string[], speech: GameSpeech): string =>
  SHOWN.filter((one) => flags.includes(one))
    .map((one) => speech.word(`web.marker.${one}`))
    .join(", ");
