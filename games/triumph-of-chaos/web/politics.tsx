// politics.tsx: the three Political Boxes as tables, and the Faction Control Table as five columns with pins.
import { Target } from "client/core/board";
import { SideMark } from "./counters";
import type { Shown } from "./map";
import * as m from "./model";
import * as t from "./tables";

/* ---- Political Cards ------------------------------------------------------------------------------ */

const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/** Influence for WHITE is right of the middle, for RED left: as on the table. */
function Influence({ s: { speech }, card }: { s: Shown; card: t.PoliticalCard }) {
  return (
    <span class="tc-influence">
      {card.influence.map(([faction, n]) => (
        <span key={faction} class={n > 0 ? "for-white" : "for-red"} title={`${speech.name("faction", faction)} ${signed(n)}`}>
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

/** The card a side has laid there: known, face down, or not yet. */
function Laid({ s: { v, speech }, side, pile, laying }: { s: Shown; side: t.Side; pile: t.Pile; laying: boolean }) {
  const card = m.boxCard(v, side, pile);
  const worth = v.worth[side]?.[pile] ?? 0;
  const down = worth === 0;
  const title = card ? speech.name("card", card.id) : "";
  const empty = laying && !card;
  const printed = card && card.kind !== "influence" ? card.value : "?";
  const words = empty ? speech.word("web.box.empty") : down && !card ? speech.word("web.box.down") : title;
  return (
    <span class={`tc-laid tc-action-${side}${down ? " down" : ""}${empty ? " empty" : ""}`} title={title || words}>
      <SideMark side={side} /> <b class="tc-value">{worth > 0 ? worth : printed}</b>{" "}
      <span>{words}</span>
    </span>
  );
}

function BoxTable({ s, pile, laying }: { s: Shown; pile: t.Pile; laying: boolean }) {
  const { v, speech } = s;
  const shown = [...m.politicalIn(v, "chosen", pile), ...m.politicalIn(v, "turned", pile)]; // chosen: by the viewer
  const chosen = v.box_chosen[pile] ?? 0;
  const random = v.box_random[pile] ?? 0;
  const chooser = v.chooser[pile];
  const announced = (v.box_ones[pile] ?? 0) + 2 * (v.box_twos[pile] ?? 0);
  return (
    <li class={`tc-table tc-table-${pile}`}>
      <Target kind="pile" name={pile} label="" flip="" class="tc-table-name">
        <b>{speech.word("web.box", speech.name("pile", pile))}</b>{" "}
        <span class="tc-hint">{speech.word("web.pile", m.pileSize(v, pile))}</span>
      </Target>
      {v.options.politics !== "random" && t.SIDES.map((side) => <Laid key={side} s={s} side={side} pile={pile} laying={laying} />)}
      {chooser && chosen > 0 && <p class="tc-hint">{speech.word("web.box.chosen", speech.name("side", chooser), chosen)}</p>}
      {random > 0 && <p class="tc-hint">{speech.word("web.box.random", random)}</p>}
      {announced > 0 && <p class="tc-hint">{speech.word("web.box.announced", announced)}</p>}
      {shown.map((card) => (
        <PoliticalFace key={card.id} s={s} card={card} />
      ))}
    </li>
  );
}

export function Politics({ s, side }: { s: Shown; side: t.Side | null }) {
  const { v, speech } = s;
  const laying = m.isOn(v, "politics-place");
  const from = m.choosingFrom(v);
  const mine = side !== null && from !== null && v.chooser[from] === side;
  return (
    <section class="tc-politics" aria-label={speech.word("web.politics")}>
      <h2>{speech.word("web.politics")}</h2>
      {v.special && <p class="tc-warning">{speech.name("political-card", v.special)}</p>}
      <ul class="tc-tables">
        {t.PILES.map((pile) => (
          <BoxTable key={pile} s={s} pile={pile} laying={laying} />
        ))}
      </ul>
      {from && mine && (
        <>
          <h3>{speech.word("web.choose", speech.name("pile", from))}</h3>
          <ul class="tc-choice">
            {m.politicalIn(v, "pile", from).map((card) => (
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

function Pin({ s: { v, speech }, faction }: { s: Shown; faction: t.Faction }) {
  const net = m.netInfluence(v, faction.id);
  const over = m.conqueror(v, faction.id);
  const idle = m.controller(v, faction.id) !== "nobody" && m.factionUser(v, faction.id) === "nobody";
  const about = [
    net !== 0 ? speech.word("web.net", speech.name("side", net > 0 ? "white" : "red"), Math.abs(net)) : "",
    over !== "nobody" ? speech.word("web.conquered", speech.name("side", over)) : "",
    idle ? speech.word("web.barred") : "",
    m.flagsOf(v, faction.id).includes("withdrawn") ? speech.word("web.withdrawn-power") : "",
  ].filter(Boolean);
  return (
    <Target kind="faction" name={faction.id} label="" class={`tc-pin tc-type-${faction.type}`}>
      <b>{faction.code}</b> <span class="tc-pin-name">{speech.name("faction", faction.id)}</span>
      {net !== 0 && <i class={net > 0 ? "for-white" : "for-red"}>{Math.abs(net)}</i>}
      {over !== "nobody" && <SideMark side={over} size={14} />}
      {idle && <i class="tc-barred">×</i>}
      {about.length > 0 && <span class="hidden"> {about.join(", ")}</span>}
    </Target>
  );
}

const SIGNS: Record<string, string> = { "red-control": "red", "white-control": "white" };

function Column({ s, box }: { s: Shown; box: string }) {
  const { v, speech } = s;
  const sign = SIGNS[box];
  return (
    <li class={`tc-column tc-c-${box}`}>
      <h3>
        {sign && <SideMark side={sign} size={16} />}
        {speech.name("box", box)}
      </h3>
      <ul>
        {t.factions
          .filter(({ id }) => v.box[id] === box)
          .map((faction) => (
            <li key={faction.id}>
              <Pin s={s} faction={faction} />
            </li>
          ))}
      </ul>
    </li>
  );
}

export function Factions({ s }: { s: Shown }) {
  const { v, speech } = s;
  const out = t.factions.filter(({ id }) => (v.box[id] ?? "out") === "out");
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
      {out.length > 0 && <p class="tc-hint">{speech.word("web.factions.out", out.map(({ id }) => speech.name("faction", id)).join(", "))}</p>}
    </section>
  );
}
