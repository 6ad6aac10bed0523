// board.tsx: the table of Red Empire: the front page, the thermometer, the factions, and the viewer's own hand.
import type { Board } from "client/core/board";
import { Archive } from "./archive";
import { HandCard } from "./cards";
import { PublicNumbers, Thermometer } from "./danger";
import { Faction } from "./faction";
import { factions, type State, stateOf, turnOf } from "./facts";
import { FrontPage } from "./front";

/** Returns the seats clockwise from the viewer's left: his own faction comes last, next to his hand. */
function seatsAround(s: State, me: string | null): string[] {
  const seats = factions(s);
  const first = me ? seats.indexOf(me) + 1 : 0;
  return [...seats.slice(first), ...seats.slice(0, first)];
}

const board: Board = ({ view, situation, foreseen, me, seats, asked, step, events, outcome, speech, narrow }) => {
  const s = stateOf(view, situation, foreseen);
  const over = outcome !== null || s.over !== null;
  const turn = over ? null : turnOf(s);
  const order = seatsAround(s, me);
  const hand = me ? s.hands[me] : null;
  return (
    <div
      class={`re-board${narrow ? " re-narrow" : ""}${order.length > 4 ? " re-many" : ""}`}
      style={`--rows:${Math.ceil(order.length / 2)}`}
    >
      <div class="re-main" data-part="ground" tabIndex={0} role="group" aria-label={speech.word("web.front")}>
        <FrontPage
          s={s}
          me={me}
          seats={seats}
          speech={speech}
          asked={asked}
          step={step}
          events={events}
          outcome={outcome}
        />
        <div class="re-gauge">
          <Thermometer s={s} speech={speech} />
          <PublicNumbers s={s} speech={speech} />
          <Archive s={s} speech={speech} />
        </div>
        <div class="re-table">
          {order.map((seat) => (
            <Faction
              key={seat}
              s={s}
              speech={speech}
              seat={seat}
              seats={seats}
              me={seat === me}
              turn={seat === turn}
              asked={!over && asked.includes(seat)}
              small={narrow}
            />
          ))}
        </div>
      </div>
      {hand && (
        <section class="re-hand" data-part="hand" aria-label={speech.word("web.hand")}>
          <div tabIndex={0} role="group" aria-label={speech.word("web.hand")}>
            {hand.map((name) => (
              <HandCard key={name} name={name} speech={speech} />
            ))}
            {hand.length === 0 && <p>{speech.word("web.hand.empty")}</p>}
          </div>
        </section>
      )}
    </div>
  );
};

export default board;
