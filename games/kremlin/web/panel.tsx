// panel.tsx: the scene above the façade: year, phase, the matter at hand, the last dice.
import { useRef } from "preact/hooks";
import type { GameEvent } from "client/core/protocol";
import * as k from "./model";
import type { KView } from "./model";
import { nameOf, type Table } from "./person";
import { Portrait } from "./portrait";
import { type Ballot, type Die, diceOf, type Matter } from "./scene";

/* ---- When ----------------------------------------------------------------------------------------- */

const isSetUp = (v: KView): boolean => ["deal", "deal-cards", "write"].includes(v.stack[0]?.step ?? "") && !v.over;

function When({ t }: { t: Table }) {
  const { v, speech } = t;
  const setUp = isSetUp(v);
  return (
    <div class="kr-when">
      <p class="kr-date">
        <span>{speech.word("web.year")}</span> <b>{v.year}</b>
      </p>
      <ol class="kr-phases" aria-label={speech.word("web.phases")}>
        {k.PHASES.map((phase, n) => {
          const now = !setUp && v.phase === n + 1;
          const when = now ? "now" : v.phase > n + 1 ? "past" : "";
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

/* ---- What ----------------------------------------------------------------------------------------- */

function Face({ t, id }: { t: Table; id: string }) {
  const { v } = t;
  return (
    <span class="kr-face" title={nameOf(t, id)}>
      <Portrait index={k.man(id).index} age={k.age(v, id)} place={v.place[id] ?? ""} crosses={k.crosses(v, id)} inBed={k.isAway(v, id)} />
    </span>
  );
}

function Votes({ t, ballot }: { t: Table; ballot: Ballot }) {
  const { speech } = t;
  const kind = ballot.trial ? "trial" : "ballot";
  const [aye, nay] = ballot.trial ? ["innocent", "guilty"] : ["yes", "no"];
  return (
    <p class="kr-tally">
      <span>
        ✓ {speech.name("vote", aye ?? "")} <b>{ballot.ayes}</b>
      </span>
      <span>
        ✕ {speech.name("vote", nay ?? "")} <b>{ballot.nays}</b>
      </span>
      <span class="kr-hint">{speech.word(`web.votes.${kind}`, ballot.subject ? nameOf(t, ballot.subject) : "")}</span>
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
  const { v, speech } = t;
  const text = v.over
    ? v.winners.length
      ? v.winners.map((seat) => speech.event({ event: "wins", clause: "", args: [seat] })).join(" ")
      : speech.event({ event: "nobody-wins", clause: "", args: [] })
    : isSetUp(v)
      ? speech.word("web.scene.write")
      : speech.title(speech.facts.steps[v.stack.at(-1)?.step ?? ""] ?? "");
  return text ? <p class="kr-quiet">{text}</p> : null;
}

/* ---- Dice ----------------------------------------------------------------------------------------- */

interface Fallen {
  events: GameEvent[];
  view: KView | null;
  dice: Die[];
  phase: string;
}

/** The dice stay until others fall or the phase is another one. */
function useDice(t: Table, events: GameEvent[]): Die[] {
  const known = useRef<Fallen>({ events: [], view: null, dice: [], phase: "" });
  const last = known.current;
  if (last.events !== events) {
    const phase = `${t.v.year}.${t.v.phase}`;
    const fresh = diceOf(events, last.view, t.speech);
    const dice = fresh.length || phase !== last.phase ? fresh : last.dice;
    known.current = { events, view: t.v, dice, phase };
  } else last.view = t.v;
  return known.current.dice;
}

const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

function OneDie({ t, die, alone }: { t: Table; die: Die; alone: boolean }) {
  const sum = die.mods.reduce((a, b) => a + b, die.face);
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
        {die.mods.length > 0 && <span>{die.mods.map(signed).join(" ")}</span>}
        {die.need !== null && <span>{t.speech.word("web.die.need", die.need)}</span>}
      </span>
      {alone && die.result && (
        <span class="kr-die-result" aria-hidden="true">
          {die.result}
        </span>
      )}
      <span class="hidden">
        {die.text} {die.mods.map(signed).join(" ")} {die.need === null ? "" : t.speech.word("web.die.need", die.need)} {die.result}
      </span>
    </li>
  );
}

export function Scene({ t, matters, events }: { t: Table; matters: Matter[]; events: GameEvent[] }) {
  const dice = useDice(t, events);
  return (
    <section class="kr-scene" aria-label={t.speech.word("web.scene")}>
      <When t={t} />
      <div class="kr-matters">
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
