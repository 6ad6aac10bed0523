// politics.tsx: the three Political Boxes, and the Faction Control Table as five columns with pins.
import { Target } from "client/core/board";
import { SideMark } from "./counters";
import type { Shown } from "./map";
import * as f from "./facts";
import * as t from "./tables";

/* ---- Political Cards ------------------------------------------------------------------------------ */

const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/** The influence that a Political Card brings, faction by faction. */
function Influence({ s: { speech }, card }: { s: Shown; card: t.PoliticalCard }) {
  return (
    <span class="tc-influence">
      {card.influence.map(([faction, n]) => (
        <span
          key={faction}
          class={n > 0 ? "for-white" : "for-red"}
          title={`${speech.name("faction", faction)} ${signed(n)}`}
        >
          <span class="hidden">{speech.name("side", n > 0 ? "white" : "red")} </span>
          {t.factionNamed(faction)?.code} <b>{Math.abs(n)}</b>{" "}
        </span>
      ))}
    </span>
  );
}

function PoliticalFace({ s, card }: { s: Shown; card: t.PoliticalCard }) {
  const { speech } = s;
  return (
    <Target kind="political-card" name={card.id} label="" class={`tc-political tc-p-${card.pile}`}>
      <b class="tc-action-title">{speech.name("political-card", card.id)}</b>
      <Influence s={s} card={card} />
      {card.steps > 0 && <span class="tc-kind">{speech.word("web.card-steps", card.steps)}</span>}
    </Target>
  );
}

/* ---- Boxes --------------------------------------------------------------------------------------- */

/** The card that a side has laid in a box: open, seen by its owner alone, face down, or not there. */
function Laid({ s: { state, speech }, side, pile }: { s: Shown; side: t.Side; pile: t.Pile }) {
  const laid = f.laidIn(state, side, pile);
  const card = laid?.card ?? null;
  const isOpen = laid !== null && laid.worth !== null;
  const words = card ? speech.name("card", card.id) : speech.word(laid ? "web.box.down" : "web.box.empty");
  return (
    <span class={`tc-laid tc-action-${side}${isOpen ? "" : " down"}${laid ? "" : " empty"}`} title={words}>
      <SideMark side={side} /> <b class="tc-value">{laid?.worth ?? (card ? f.valueOf(state, card) : "?")}</b>{" "}
      <span>{words}</span>
    </span>
  );
}

function BoxTable({ s, pile }: { s: Shown; pile: t.Pile }) {
  const { state, speech } = s;
  const { chooser, chosen, random, announced } = f.boxOf(state, pile);
  const shown = [...f.politicalIn(state, "chosen", pile), ...f.politicalIn(state, "turned", pile)]; // chosen by the viewer, or open
  return (
    <li class={`tc-table tc-table-${pile}`}>
      <Target kind="pile" name={pile} label="" flip="" class="tc-table-name">
        <b>{speech.word("web.box", speech.name("pile", pile))}</b>{" "}
        <span class="tc-hint">{speech.word("web.pile", f.pileSize(state, pile))}</span>
      </Target>
      {state.options.politics !== "random" && t.SIDES.map((side) => <Laid key={side} s={s} side={side} pile={pile} />)}
      {chooser && chosen > 0 && (
        <p class="tc-hint">{speech.word("web.box.chosen", speech.name("side", chooser), chosen)}</p>
      )}
      {random > 0 && <p class="tc-hint">{speech.word("web.box.random", random)}</p>}
      {announced > 0 && <p class="tc-hint">{speech.word("web.box.announced", announced)}</p>}
      {shown.map((card) => (
        <PoliticalFace key={card.id} s={s} card={card} />
      ))}
    </li>
  );
}

export function Politics({ s, side }: { s: Shown; side: t.Side | null }) {
  const { state, speech } = s;
  const choice = f.choiceOf(state);
  const special = f.specialOf(state);
  return (
    <section class="tc-politics" aria-label={speech.word("web.politics")}>
      <h2>{speech.word("web.politics")}</h2>
      {special && <p class="tc-warning">{speech.name("political-card", special)}</p>}
      <ul class="tc-tables">
        {t.PILES.map((pile) => (
          <BoxTable key={pile} s={s} pile={pile} />
        ))}
      </ul>
      {choice && choice.side === side && (
        <>
          <h3>{speech.word("web.choose", speech.name("pile", choice.pile))}</h3>
          <ul class="tc-choice">
            {f.politicalIn(state, "pile", choice.pile).map((card) => (
              <li key={card.id}>
                <PoliticalFace s={s} card={card} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/* ---- The Faction Control Table -------------------------------------------------------------------- */

/** What is noted about a faction and shown on its pin. */
const MARKS = ["green", "borrowed"];

function Pin({ s: { state, speech }, faction }: { s: Shown; faction: t.Faction }) {
  const net = f.netInfluence(state, faction.id);
  const conqueror = f.conquerorOf(state, faction.id);
  const idle = f.isIdle(state, faction.id);
  const enemies = f.enemiesOf(state, faction.id);
  const marks = MARKS.filter((flag) => f.flagsOf(state, faction.id).includes(flag));
  const about = [
    net !== 0 ? speech.word("web.net", speech.name("side", net > 0 ? "white" : "red"), Math.abs(net)) : "",
    conqueror !== "nobody" ? speech.word("web.conquered", speech.name("side", conqueror)) : "",
    idle ? speech.word("web.barred") : "",
    ...enemies.map((side) => speech.word("web.at-war", speech.name("side", side))),
    f.isProtected(state, faction.id) ? speech.word("web.protected") : "",
    f.flagsOf(state, faction.id).includes("withdrawn") ? speech.word("web.withdrawn-power") : "",
    ...marks.map((flag) => speech.word(`web.faction.${flag}`)),
  ].filter(Boolean);
  return (
    <Target kind="faction" name={faction.id} label="" class={`tc-pin tc-type-${faction.type}`}>
      <b>{faction.code}</b> <span class="tc-pin-name">{speech.name("faction", faction.id)}</span>
      {net !== 0 && <i class={net > 0 ? "for-white" : "for-red"}>{Math.abs(net)}</i>}
      {conqueror !== "nobody" && <SideMark side={conqueror} size={14} />}
      {idle && <i class="tc-barred">×</i>}
      {enemies.map((side) => (
        <i key={side} class={`tc-war for-${side}`} title={speech.word("web.at-war", speech.name("side", side))}>
          ⚔
        </i>
      ))}
      {about.length > 0 && <span class="hidden"> {about.join(", ")}</span>}
    </Target>
  );
}

const SIGNS: Record<string, string> = { "red-control": "red", "white-control": "white" };

function Column({ s, box }: { s: Shown; box: string }) {
  const { state, speech } = s;
  const sign = SIGNS[box];
  return (
    <li class={`tc-column tc-c-${box}`}>
      <h3>
        {sign && <SideMark side={sign} size={16} />}
        {speech.name("box", box)}
      </h3>
      <ul>
        {t.factions
          .filter(({ id }) => state.box[id] === box)
          .map((faction) => (
            <li key={faction.id}>
              <Pin s={s} faction={faction} />
            </li>
          ))}
      </ul>
    </li>
  );
}

/** Why a faction is no longer on the table. */
const GONE = ["withdrawn", "subjugated"];

export function Factions({ s }: { s: Shown }) {
  const { state, speech } = s;
  const outOf = (why: string): t.Faction[] =>
    t.factions.filter(
      ({ id }) =>
        (state.box[id] ?? "out") === "out" &&
        (GONE.find((flag) => f.flagsOf(state, id).includes(flag)) ?? "out") === why,
    );
  const out = [...GONE, "out"].map((why) => ({ why, gone: outOf(why) })).filter(({ gone }) => gone.length > 0);
  return (
    <section class="tc-factions" aria-label={speech.word("web.factions")}>
      <h2>
        {speech.word("web.factions")} <span class="tc-hint">{speech.word("web.factions.note")}</span>
      </h2>
      <ol class="tc-columns">
        {t.BOXES.map((box) => (
          <Column key={box} s={s} box={box} />
        ))}
      </ol>
      {out.map(({ why, gone }) => (
        <p key={why} class="tc-hint">
          {speech.word(`web.factions.${why}`, gone.map(({ id }) => speech.name("faction", id)).join(", "))}
        </p>
      ))}
    </section>
  );
}
