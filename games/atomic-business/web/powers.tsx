// powers.tsx: the powers, each with its diplomats at home and lost and its Secret card, and the viewer's own card in full.
import { Target } from "client/core/board";
import type { Seat } from "client/core/protocol";
import { namesInOrder, SeatMark, sitterWord } from "client/core/seats";
import { useSpeech } from "client/core/words";
import {
  amountOf,
  noteOf,
  copiesOf,
  familyOf,
  gamesLeft,
  isOut,
  numberOf,
  ownerOf,
  pawnsIn,
  powersOf,
  secrets,
  turnOf,
} from "./facts";
import { Pawn, type Table } from "./pieces";
import { Ghost, type Goal } from "./street";

/* ---- Secret cards ------------------------------------------------------------------------------- */

/** The picture of each family of cards, 24 wide and 24 high. */
const families: Record<string, string> = {
  pressure: "M2 10h9V5l11 7-11 7v-5H2z",
  movement: "M3 15l2-6h12l4 6v3H3zM6 17a3 3 0 1 0 .1 0zM17 17a3 3 0 1 0 .1 0z",
  briefcase: "M8 7V4h8v3h5v12H3V7zM10 6v1h4V6z",
  special: "M12 1l3 7 8 1-6 5 2 8-7-4-7 4 2-8-6-5 8-1z",
};

/** Returns the words on a card. */
const cardWords = (t: Table, card: string, note: boolean): string[] =>
  [amountOf(t.s, card), t.speech.name("secret", card), note ? noteOf(t.s, card, t.speech) : ""].filter(Boolean);

export function CardFace({ t, card, note = false }: { t: Table; card: string; note?: boolean }) {
  const family = familyOf(t.s, card) ?? "";
  const amount = amountOf(t.s, card);
  return (
    <span class={`ab-card ab-card-${family}`}>
      <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true">
        <path d={families[family]} />
      </svg>
      {amount && <span class="ab-amount">{amount}</span>}{" "}
      <span class="ab-card-name">{t.speech.name("secret", card)}</span>{" "}
      {note && <span class="ab-card-note">{noteOf(t.s, card, t.speech)}</span>}
    </span>
  );
}

function Hand({ t, power }: { t: Table; power: string }) {
  const { speech, s, me } = t;
  const card = s.hands[power] ?? null;
  if (power === me) return null;
  if (card === null || card === "unseen") {
    const text = speech.word(card ? "web.card" : "web.no-card");
    return (
      <span class={`ab-card ab-card-back${card ? "" : " ab-card-none"}`} role="img" aria-label={text} title={text}>
        {card ? "?" : ""}
      </span>
    );
  }
  return (
    <Target kind="secret" name={card} label={cardWords(t, card, false).join(" ")} flip="">
      <CardFace t={t} card={card} />
    </Target>
  );
}

/** The viewer's own card, with what it does. */
export function OwnCard({ t }: { t: Table }) {
  const { speech, s, me } = t;
  if (!me || !(me in s.hands)) return null;
  const card = s.hands[me] ?? null;
  return (
    <div class="ab-own" data-part="hand">
      <span class="ab-small-title">{speech.word("web.your-card")}</span>
      {card && familyOf(s, card) ? (
        <Target kind="secret" name={card} label={cardWords(t, card, true).join(" ")}>
          <CardFace t={t} card={card} note />
        </Target>
      ) : (
        <span class="ab-card ab-card-none">{speech.word("web.no-card")}</span>
      )}
    </div>
  );
}

/** The cards that lie face up, and how many copies of each exist, so that one sees which may still come. */
export function Discards({ t }: { t: Table }) {
  const { speech, s } = t;
  const count = Object.values(s.discard).reduce((sum, n) => sum + n, 0);
  return (
    <details class="ab-discards">
      <summary>{speech.word("web.discards", count)}</summary>
      <ul tabIndex={0} aria-label={speech.word("web.discards", count)}>
        {secrets(s).map((card) => (
          <li key={card} class={s.is.number("still-out", card) === 0 ? "ab-spent" : ""}>
            {speech.name("secret", card)} <b>{speech.word("web.of", s.discard[card] ?? 0, copiesOf(s, card))}</b>
          </li>
        ))}
      </ul>
    </details>
  );
}

/* ---- Powers ------------------------------------------------------------------------------------- */

/** The diplomats that a power has lost. */
function Lost({ t, power }: { t: Table; power: string }) {
  const lost = pawnsIn(t.s, power, "removed");
  if (!lost.length) return null;
  const text = t.speech.word("web.lost", lost.map((pawn) => t.speech.name("diplomat", pawn)).join(", "));
  return (
    <span class="ab-lost" role="img" aria-label={text} title={text}>
      {lost.map((pawn) => (
        <svg key={pawn} viewBox="0 0 22 26" width="22" height="26" aria-hidden="true">
          <path class="ab-gone-body" d="M2 25v-9q0-6 5-6h8q5 0 5 6v9zM11 1a4 4 0 1 1-.1 0z" />
          <text x="11" y="23">
            {numberOf(pawn)}
          </text>
          <path class="ab-gone-cross" d="M2 25L20 3" />
        </svg>
      ))}
    </span>
  );
}

interface PowerProps {
  t: Table;
  power: string;
  seat: Seat | undefined;
  goals: Goal[];
  asked: boolean;
}

function Power({ t, power, seat, goals, asked }: PowerProps) {
  const { speech, s, me } = t;
  const out = isOut(s, power);
  const turn = turnOf(s) === power;
  const common = useSpeech();
  const sitter = power === me ? speech.word("web.you") : seat ? sitterWord(common, seat) : "";
  const [name, second] = namesInOrder(seat, speech.name("power", power), sitter);
  const score = gamesLeft(s) !== null ? speech.word("web.score", s.score[power] ?? 0) : "";
  const classes = `ab-power${turn ? " ab-power-turn" : ""}${power === me ? " ab-power-me" : ""}${out ? " ab-power-out" : ""}`;
  return (
    <li class={classes}>
      <Target kind="power" name={power} label={`${name} ${second} ${score}`} class="ab-power-name">
        <SeatMark seats={t.marks} seat={power} size={24} />
        <b>{name}</b> <span class="ab-faint ab-sitter">{second}</span> {score && <span class="ab-score">{score}</span>}
        {asked && (
          <span class="ab-asked" role="img" aria-label={speech.word("web.asked")} title={speech.word("web.asked")} />
        )}
      </Target>
      <div class="ab-power-hand">
        {out ? <span>{speech.name("space", "removed")}</span> : <Hand t={t} power={power} />}
      </div>
      <div class="ab-home">
        {pawnsIn(s, power, "home").map((pawn) => (
          <Pawn key={pawn} t={t} pawn={pawn} turned={-90} crowded />
        ))}
        {goals
          .filter((goal) => goal.to === "home" && ownerOf(s, goal.pawn) === power)
          .map((goal) => (
            <Ghost key={goal.name} t={t} goal={goal} />
          ))}
        <Lost t={t} power={power} />
      </div>
    </li>
  );
}

export function Powers({ t, seats, goals, asked }: { t: Table; seats: Seat[]; goals: Goal[]; asked: string[] }) {
  return (
    <ul class="ab-powers" aria-label={t.speech.word("web.powers")}>
      {powersOf(t.s).map((power) => (
        <Power
          key={power}
          t={t}
          power={power}
          seat={seats.find((one) => one.seat === power)}
          goals={goals}
          asked={asked.includes(power)}
        />
      ))}
    </ul>
  );
}
