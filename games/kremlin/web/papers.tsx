// papers.tsx: what lies before the players: the factions, one's own sheet, Intrigue cards and what binds the table.
import { Target } from "client/core/board";
import { SeatMark, seatLook, sitterWord } from "client/core/seats";
import { useSpeech } from "client/core/words";
import * as k from "./model";
import { Flag, nameOf, type Table } from "./person";

/* ---- Factions ------------------------------------------------------------------------------------- */

function Faction({ t, seat, asked }: { t: Table; seat: string; asked: boolean }) {
  const { v, speech } = t;
  const page = useSpeech();
  const who = t.seats.find((one) => one.seat === seat);
  const waves = k.wavesFor(v, seat);
  const left = k.left(v, seat);
  const sitter = seat === t.me ? speech.word("web.faction.you") : who && !t.narrow ? sitterWord(page, who) : "";
  const points = speech.word("web.faction.points", left);
  const cards = k.isAdvanced(v) ? speech.word("web.faction.cards", v.hand_size[seat] ?? 0) : "";
  const waved = speech.word("web.faction.waves", waves);
  const name = speech.name("faction", seat);
  return (
    <li>
      <Target
        kind="faction"
        name={seat}
        label={[name, sitter, `${left} ${points}`, cards, waved].filter(Boolean).join(", ")}
        flip=""
        class={`kr-faction${asked ? " asked" : ""}${seat === t.me ? " mine" : ""}`}
        style={`--strings:${seatLook(t.seats, seat).colour}`}
      >
        <SeatMark seats={t.seats} seat={seat} size={22} />
        <span class="kr-faction-names">
          <b>{name}</b> {sitter && <span class="kr-sitter">{sitter}</span>}{" "}
        </span>
        <span class="kr-faction-waves">
          <span class="hidden">{waved}</span>
          {Array.from({ length: waves }, (_, n) => (
            <Flag key={n} />
          ))}
        </span>
        <span class="kr-faction-means">
          <span title={speech.word("web.faction.left", left)}>
            <b>{left}</b> {points}
          </span>{" "}
          {cards && <span>{cards}</span>}
        </span>
      </Target>
    </li>
  );
}

export function Factions({ t, asked }: { t: Table; asked: string[] }) {
  return (
    <ul class="kr-factions" aria-label={t.speech.word("web.factions")}>
      {k.seatsOf(t.v).map((seat) => (
        <Faction key={seat} t={t} seat={seat} asked={asked.includes(seat)} />
      ))}
    </ul>
  );
}

/* ---- One's own sheet ------------------------------------------------------------------------------ */

const NUMBERS = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1];

function Entry({ t, seat, number }: { t: Table; seat: string; number: number }) {
  const { v, speech } = t;
  const id = Object.keys(v.written[seat] ?? {}).find((one) => k.written(v, seat, one) === number);
  if (!id)
    return (
      <li class="kr-entry open">
        <Target kind="number" name={String(number)} label={`${number} ${speech.word("web.sheet.blank")}`} flip="" class="kr-number">
          <b>{number}</b> <span>{speech.word("web.sheet.blank")}</span>
        </Target>
      </li>
    );
  const shown = k.shown(v, seat, id);
  const sealed = k.pending(v, seat, id);
  const over = !k.onBoard(v, id);
  const gone = v.place[id] === "wall" || v.place[id] === "retired";
  return (
    <li class={`kr-entry${gone || shown === number ? " spent" : ""}`}>
      <span class="kr-number">
        <b>{number}</b> <span>{nameOf(t, id)}</span>
        <small>
          {over ? `${speech.name("place", v.place[id] ?? "")} ` : ""}
          {shown > 0 && speech.word("web.sheet.shown", shown)}
          {sealed > 0 && ` ${speech.word("web.points.pending", sealed)}`}
        </small>
      </span>
    </li>
  );
}

export function Sheet({ t }: { t: Table }) {
  const { v, me, speech } = t;
  const writing = t.step === "write";
  if (!me || !v.written[me] || (!writing && Object.keys(v.written[me] ?? {}).length === 0)) return null;
  return (
    <section class="kr-sheet-paper" aria-label={speech.word("web.sheet")}>
      <h2>
        {speech.word("web.sheet")}
        <span class="kr-hint">
          {writing ? speech.word("web.sheet.note") : speech.word("web.sheet.sums", k.sumShown(v, me), k.left(v, me))}
        </span>
      </h2>
      <ol>
        {NUMBERS.map((number) => (
          <Entry key={number} t={t} seat={me} number={number} />
        ))}
      </ol>
    </section>
  );
}

/* ---- Intrigue cards ------------------------------------------------------------------------------- */

const cardWord = (t: Table, card: string): string => t.speech.name("intrigue", card);
const cardsIn = (t: Table, place: string): string[] => Object.keys(t.v.card).filter((card) => t.v.card[card] === place);

function HandCard({ t, card }: { t: Table; card: string }) {
  const { v, me, speech } = t;
  const sealed = me && v.intent[me] === card;
  const to = me && v.gift[me] === card ? v.gift_to[me] : null;
  const note = speech.word(`intrigue.${card}.note`);
  const plan = sealed ? speech.word("web.hand.sealed") : to ? speech.word("web.hand.gift", speech.name("faction", to)) : "";
  const label = `${cardWord(t, card)}. ${note} ${plan}`.trim();
  return (
    <li>
      <Target kind="intrigue" name={card} label={label} class={`kr-intrigue${plan ? " sealed" : ""}`}>
        <b>{cardWord(t, card)}</b> <span>{note}</span> {plan && <em>{plan}</em>}
      </Target>
    </li>
  );
}

function Hand({ t }: { t: Table }) {
  const { me, speech } = t;
  if (!me || !(me in t.v.hand_size)) return null;
  const own = cardsIn(t, me);
  return (
    <section class="kr-hand" aria-label={speech.word("web.hand")}>
      <h2>{speech.word("web.hand")}</h2>
      {own.length === 0 && <p class="kr-empty">{speech.word("web.hand.none")}</p>}
      <ul>
        {own.map((card) => (
          <HandCard key={card} t={t} card={card} />
        ))}
      </ul>
    </section>
  );
}

/** What lies on the table and still holds. */
function bindings(t: Table): string[] {
  const { v, speech } = t;
  const word = (key: string, ...args: (string | number)[]) => speech.word(`web.table.${key}`, ...args);
  const name = (id: string | null) => (id ? nameOf(t, id) : "");
  const faction = (seat: string | null) => (seat ? speech.name("faction", seat) : "");
  const target = k.imposedTarget(v);
  const { author } = v.chief_blackmail;
  return [
    ...Object.entries(v.guarded).flatMap(([card, id]) => (id ? [word("guarded", cardWord(t, card), name(id))] : [])),
    ...(target && v.imposed ? [word("imposed", cardWord(t, v.imposed), name(target))] : []),
    ...(v.fever ? [word("fever", v.fever)] : []),
    ...(v.specialist ? [word("specialist", name(v.specialist))] : []),
    ...(v.no_visits ? [word("crisis")] : []),
    ...(v.vaccinated.length ? [word("vaccinated", v.vaccinated.map(name).join(", "))] : []),
    ...(v.outing.length ? [word("outing", v.outing.map(name).join(", "))] : []),
    ...(v.blackmail.actor ? [word("blackmail", name(v.blackmail.actor), name(v.blackmail.target))] : []),
    ...(author ? [word("chief-blackmail", name(v.chief_blackmail_men.blackmailer), faction(author))] : []),
    ...(v.pravda ? [word("pravda", faction(v.pravda_for))] : []),
  ];
}

/** Played, and not already told by what it does. */
function played(t: Table): string[] {
  const { v } = t;
  const told = [
    v.imposed,
    v.specialist && "specialist",
    v.pravda && "pravda",
    v.blackmail.actor && "blackmail",
    v.chief_blackmail.author && "chief-blackmail",
  ];
  return cardsIn(t, "table").filter((card) => !told.includes(card) && !v.guarded[card]);
}

/** Cards in others' hands that the viewer has seen. */
function knownHands(t: Table): [string, string][] {
  const seats = k.seatsOf(t.v);
  return Object.entries(t.v.card).filter(([, place]) => seats.includes(place) && place !== t.me);
}

function OnTable({ t }: { t: Table }) {
  const { speech } = t;
  const open = played(t);
  const discards = cardsIn(t, "discards");
  const known = knownHands(t);
  const lasting = bindings(t);
  if (!open.length && !discards.length && !known.length && !lasting.length) return null;
  return (
    <section class="kr-on-table" aria-label={speech.word("web.table")}>
      <h2>{speech.word("web.table")}</h2>
      <ul>
        {lasting.map((text) => (
          <li key={text} class="kr-binding">
            {text}
          </li>
        ))}
        {open.map((card) => (
          <li key={card} class="kr-played" data-flip={`intrigue:${card}`} title={speech.word(`intrigue.${card}.note`)}>
            {cardWord(t, card)}
          </li>
        ))}
        {known.map(([card, seat]) => (
          <li key={card} title={speech.word(`intrigue.${card}.note`)}>
            <SeatMark seats={t.seats} seat={seat} size={13} />{" "}
            {speech.word("web.table.known", speech.name("faction", seat), cardWord(t, card))}
          </li>
        ))}
      </ul>
      {discards.length > 0 && (
        <details>
          <summary>{speech.word("web.table.discards", discards.length)}</summary>
          <p>{discards.map((card) => cardWord(t, card)).join(" · ")}</p>
        </details>
      )}
    </section>
  );
}

export function Papers({ t }: { t: Table }) {
  return (
    <div class="kr-papers">
      {k.isAdvanced(t.v) && <Hand t={t} />}
      <Sheet t={t} />
      {k.isAdvanced(t.v) && <OnTable t={t} />}
    </div>
  );
}
