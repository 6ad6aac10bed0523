// cards.tsx: the viewer's hand of Action Cards, and the events that were played.
import { useState } from "preact/hooks";
import { Target, usePointing } from "client/core/board";
import { SideMark } from "./counters";
import type { Shown } from "./map";
import * as f from "./facts";
import * as t from "./tables";

const noteOf = ({ speech }: Shown, card: t.Card): string =>
  speech.has(`card.${card.id}.note`) ? speech.word(`card.${card.id}.note`) : "";

export function CardFace({ s, card }: { s: Shown; card: t.Card }) {
  const { speech } = s;
  const note = noteOf(s, card);
  return (
    <Target kind="card" name={card.id} label="" class={`tc-action tc-action-${card.side}`}>
      <span class="tc-action-top">
        <b class="tc-value">{f.valueOf(s.state, card)}</b>
        <span class="tc-kind">{speech.word(`web.kind.${card.kind}`)}</span>
        {card.isStarred && (
          <span class="tc-star" title={speech.word("web.starred")}>
            ★<span class="hidden"> {speech.word("web.starred")}</span>
          </span>
        )}
      </span>
      <b class="tc-action-title">{speech.name("card", card.id)}</b>
      {note && <span class="tc-note">{note}</span>}
    </Target>
  );
}

/** Both hands, for somebody who may see everything. */
function OpenHands({ s }: { s: Shown }) {
  const { state, speech } = s;
  const sides = t.SIDES.filter((side) => f.handOf(state, side).length > 0);
  return (
    <>
      {sides.map((side) => (
        <section key={side} class="tc-open-hand" aria-label={speech.name("side", side)}>
          <h2>
            <SideMark side={side} /> {speech.name("side", side)}
          </h2>
          <ul tabIndex={0} aria-label={speech.name("side", side)}>
            {f.handOf(state, side).map((card) => (
              <li key={card.id}>
                <CardFace s={s} card={card} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

export function Hand({ s, side }: { s: Shown; side: t.Side | null }) {
  const { state, speech } = s;
  const hand = f.handOf(state, side);
  const [isOpen, setOpen] = useState(false);
  const { isPicked } = usePointing();
  const picked = hand.find(({ id }) => isPicked({ kind: "card", name: id }));
  const note = picked && !isOpen ? noteOf(s, picked) : "";
  if (!side) return <OpenHands s={s} />;
  return (
    <section class={`tc-hand${isOpen ? " open" : ""}`} data-part="hand" aria-label={speech.word("web.hand")}>
      <h2>
        <SideMark side={side} /> {speech.word("web.hand")}{" "}
        <span class="tc-hint">{speech.word("web.hand.deck", state.deck_size[side] ?? 0)}</span>
        {hand.length > 0 && (
          <button type="button" class="tc-hand-texts" aria-pressed={isOpen} onClick={() => setOpen(!isOpen)}>
            {speech.word("web.hand.texts")}
          </button>
        )}
      </h2>
      {picked && note && (
        <p class="tc-hand-note" tabIndex={0}>
          <b>{speech.name("card", picked.id)}</b> {note}
        </p>
      )}
      <ul tabIndex={0} aria-label={speech.word("web.hand")}>
        {hand.map((card) => (
          <li key={card.id}>
            <CardFace s={s} card={card} />
          </li>
        ))}
      </ul>
      {hand.length === 0 && <p class="tc-hint">{speech.word("web.hand.none")}</p>}
    </section>
  );
}

/** The cards that have been played as events. */
export function Events({ s }: { s: Shown }) {
  const { state, speech } = s;
  const played = state.played.map(t.cardNamed).filter((card) => card !== null);
  if (played.length === 0) return null;
  return (
    <details class="tc-events">
      <summary>{speech.word("web.events", played.length)}</summary>
      <ul>
        {played.map((card) => (
          <li key={card.id}>
            <SideMark side={card.side} /> <b>{speech.name("card", card.id)}</b> <span>{noteOf(s, card)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
