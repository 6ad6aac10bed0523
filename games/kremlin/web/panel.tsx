// panel.tsx: the scene above the façade: year, phase, the matter at hand, the last dice.
import { useRef } from "preact/hooks";
import type { GameEvent } from "client/core/protocol";
import { type Die, diceOf } from "./dice";
import * as k from "./facts";
import { nameOf, PortraitOf, type Table } from "./person";
import type { Ballot, Matter } from "./scene";

/* ---- Year and phase ------------------------------------------------------------------------------- */

function When({ t }: { t: Table }) {
  const { s, speech } = t;
  const phases = Object.keys(speech.facts.names["phase"] ?? {}).filter((phase) => phase !== "set-up");
  const present = k.isSetUp(s) ? 0 : s.phase;
  return (
    <div class="kr-when">
      <p class="kr-date">
        <span>{speech.word("web.year")}</span> <b>{s.year}</b>
      </p>
      <ol class="kr-phases" aria-label={speech.word("web.phases")}>
        {phases.map((phase, n) => {
          const now = n + 1 === present;
          const when = now ? "now" : n + 1 < present ? "past" : "";
          return (
            <li key={phase} class={when} aria-current={now ? "step" : undefined} title={speech.name("phase", phase)}>
              <b>{n + 1}</b> <span>{speech.word(`web.phase.${phase}`)}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/* ---- The matter at hand --------------------------------------------------------------------------- */

function Face({ t, id }: { t: Table; id: string }) {
  return (
    <span class="kr-face" title={nameOf(t, id)}>
      <PortraitOf t={t} id={id} />
    </span>
  );
}

function Votes({ t, ballot }: { t: Table; ballot: Ballot }) {
  const { speech } = t;
  const kind = ballot.isTrial ? "trial" : "ballot";
  const [aye, nay] = ballot.isTrial ? ["innocent", "guilty"] : ["yes", "no"];
  return (
    <p class="kr-tally">
      <span>
        ✓ {speech.name("vote", aye ?? "")} <b>{ballot.ayes}</b>
      </span>
      <span>
        ✕ {speech.name("vote", nay ?? "")} <b>{ballot.nays}</b>
      </span>
      <span class="kr-hint">{speech.word(`web.votes.${kind}`, nameOf(t, ballot.subject), ballot.needed)}</span>
    </p>
  );
}

function MatterLine({ t, matter }: { t: Table; matter: Matter }) {
  return (
    <div class={`kr-matter ${matter.badge}`}>
      {matter.actor && <Face t={t} id={matter.actor} />}
      {matter.about && matter.about !== matter.actor && (
        <>
          <span class={`kr-arrow ${matter.fate}`} aria-hidden="true" />
          <Face t={t} id={matter.about} />
        </>
      )}
      <div>
        <p>
          <span class="kr-badge">{t.speech.word(`web.badge.${matter.badge}`)}</span> {matter.text}
        </p>
        {matter.ballot && <Votes t={t} ballot={matter.ballot} />}
      </div>
    </div>
  );
}

function Quiet({ t }: { t: Table }) {
  const { s, speech } = t;
  const text = s.over
    ? s.winners.length
      ? s.winners.map((seat) => speech.event({ event: "wins", clause: "", args: [seat] })).join(" ")
      : speech.event({ event: "nobody-wins", clause: "", args: [] })
    : k.isSetUp(s)
      ? speech.word("web.scene.write", s.is.number("highest-number"))
      : speech.title(speech.facts.steps[t.step ?? ""] ?? "");
  return text ? <p class="kr-quiet">{text}</p> : null;
}

/* ---- Dice ----------------------------------------------------------------------------------------- */

interface Fallen {
  events: GameEvent[];
  dice: Die[];
  phase: string;
}

/** Returns the last dice: they stay until other dice fall or the phase ends. */
function useDice(t: Table, events: GameEvent[]): Die[] {
  const known = useRef<Fallen>({ events: [], dice: [], phase: "" });
  const last = known.current;
  if (last.events !== events) {
    const phase = `${t.s.year}.${t.s.phase}`;
    const fresh = diceOf(events, t.speech);
    const dice = fresh.length || phase !== last.phase ? fresh : last.dice;
    known.current = { events, dice, phase };
  }
  return known.current.dice;
}

const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

function OneDie({ t, die, alone }: { t: Table; die: Die; alone: boolean }) {
  const sum = die.modifiers.reduce((a, b) => a + b, die.face);
  const made = die.need === null ? "" : sum >= die.need ? "made" : "missed";
  return (
    <li class={`kr-die ${made}`} title={`${die.text} ${die.result} (${die.clause})`}>
      <svg viewBox="0 0 40 44" width="40" height="44" aria-hidden="true">
        <path d="M20 1 L38 11.5 V32.5 L20 43 L2 32.5 V11.500z" class="kr-die-face" />
        <path d="M20 7 L33 31 H7z" class="kr-die-line" />
        <text x="20" y="28" text-anchor="middle" class="kr-die-number">
          {die.face}
        </text>
      </svg>
      <span class="kr-die-words" aria-hidden="true">
        {die.who && <b>{nameOf(t, die.who)}</b>}
        {die.modifiers.length > 0 && <span>{die.modifiers.map(signed).join(" ")}</span>}
        {die.need !== null && <span>{t.speech.word("web.die.need", die.need)}</span>}
      </span>
      {alone && die.result && (
        <span class="kr-die-result" aria-hidden="true">
          {die.result}
        </span>
      )}
      <span class="hidden">
        {die.text} {die.modifiers.map(signed).join(" ")}{" "}
        {die.need === null ? "" : t.speech.word("web.die.need", die.need)} {die.result}
      </span>
    </li>
  );
}

export function Scene({ t, matters, events }: { t: Table; matters: Matter[]; events: GameEvent[] }) {
  const dice = useDice(t, events);
  return (
    <section class="kr-scene" aria-label={t.speech.word("web.scene")}>
      <When t={t} />
      <div class="kr-matters" tabIndex={0} role="group" aria-label={t.speech.word("web.scene")}>
        {matters.map((matter, n) => (
          <MatterLine key={n} t={t} matter={matter} />
        ))}
        {matters.length === 0 && <Quiet t={t} />}
        {dice.length > 0 && (
          <ul class="kr-dice" aria-label={t.speech.word("web.dice")}>
            {dice.slice(-8).map((die, n) => (
              <OneDie key={n} t={t} die={die} alone={dice.length <= 2} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
