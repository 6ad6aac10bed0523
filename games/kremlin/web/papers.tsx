// papers.tsx: the papers of the players: the factions, the viewer's own sheet, Intrigue cards and their lasting effects.
import { Target } from "client/core/board";
import { namesInOrder, SeatMark, seatLook, sitterWord } from "client/core/seats";
import { useSpeech } from "client/core/words";
import * as k from "./facts";
import { Flag, nameOf, type Table } from "./person";

/* ---- Factions ------------------------------------------------------------------------------------- */

function Faction({ t, seat, asked }: { t: Table; seat: string; asked: boolean }) {
  const { s, speech } = t;
  const page = useSpeech();
  const who = t.seats.find((one) => one.seat === seat);
  const waves = k.wavesFor(s, seat);
  const left = k.pointsLeft(s, seat);
  const sitter = seat === t.me ? speech.word("web.faction.you") : who ? sitterWord(page, who) : "";
  const points = speech.word("web.faction.points", left);
  const cards = k.hasCards(s) ? speech.word("web.faction.cards", s.hand_size[seat] ?? 0) : "";
  const waved = speech.word("web.faction.waves", waves);
  const [first, second] = namesInOrder(who, speech.name("faction", seat), sitter);
  return (
    <li>
      <Target
        kind="faction"
        name={seat}
        label={[first, second, `${left} ${points}`, cards, waved].filter(Boolean).join(", ")}
        flip=""
        class={`kr-faction${asked ? " asked" : ""}${seat === t.me ? " mine" : ""}`}
        style={`--strings:${seatLook(t.seats, seat).colour}`}
      >
        <SeatMark seats={t.seats} seat={seat} size={22} />
        <span class="kr-faction-names">
          <b>{first}</b> {second && <span class="kr-sitter">{second}</span>}{" "}
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
      {k.factions(t.s).map((seat) => (
        <Faction key={seat} t={t} seat={seat} asked={asked.includes(seat)} />
      ))}
    </ul>
  );
}

/* ---- One's own sheet ------------------------------------------------------------------------------ */

function Entry({ t, seat, number }: { t: Table; seat: string; number: number }) {
  const { s, speech } = t;
  const id = Object.keys(s.written[seat] ?? {}).find((one) => k.written(s, seat, one) === number);
  if (!id)
    return (
      <li class="kr-entry open">
        <Target
          kind="number"
          name={String(number)}
          label={`${number} ${speech.word("web.sheet.blank")}`}
          flip=""
          class="kr-number"
        >
          <b>{number}</b> <span>{speech.word("web.sheet.blank")}</span>
        </Target>
      </li>
    );
  const shown = k.shown(s, seat, id);
  const sealed = k.pending(s, seat, id);
  const isGone = k.isGone(s, id);
  return (
    <li class={`kr-entry${isGone || shown === number ? " spent" : ""}`}>
      <span class="kr-number">
        <b>{number}</b> <span>{nameOf(t, id)}</span>
        <small>
          {isGone || k.isInSiberia(s, id) ? `${speech.name("place", s.place[id] ?? "")} ` : ""}
          {shown > 0 && speech.word("web.sheet.shown", shown)}
          {sealed > 0 && ` ${speech.word("web.points.pending", sealed)}`}
        </small>
      </span>
    </li>
  );
}

export function Sheet({ t }: { t: Table }) {
  const { s, me, speech } = t;
  const writing = t.step === "write";
  if (!me || !s.written[me] || (!writing && Object.keys(s.written[me] ?? {}).length === 0)) return null;
  return (
    <section class="kr-sheet-paper" aria-label={speech.word("web.sheet")}>
      <h2>
        {speech.word("web.sheet")}
        <span class="kr-hint">
          {writing
            ? speech.word("web.sheet.note")
            : speech.word("web.sheet.sums", k.pointsShown(s, me), k.pointsLeft(s, me))}
        </span>
      </h2>
      <ol tabIndex={0} aria-label={speech.word("web.sheet")}>
        {k.sheetNumbers(s).map((number) => (
          <Entry key={number} t={t} seat={me} number={number} />
        ))}
      </ol>
    </section>
  );
}

/* ---- Intrigue cards ------------------------------------------------------------------------------- */

const cardWord = (t: Table, card: string): string => t.speech.name("intrigue", card);
const cardsIn = (t: Table, place: string): string[] => Object.keys(t.s.card).filter((card) => t.s.card[card] === place);

function HandCard({ t, card }: { t: Table; card: string }) {
  const { s, me, speech } = t;
  const sealed = me && s.intent[me] === card;
  const to = me && s.gift[me] === card ? s.gift_to[me] : null;
  const note = speech.word(`intrigue.${card}.note`);
  const plan = sealed
    ? speech.word("web.hand.sealed")
    : to
      ? speech.word("web.hand.gift", speech.name("faction", to))
      : "";
  const label = `${cardWord(t, card)}. ${note} ${plan}`.trim();
  return (
    <li>
      <Target kind="intrigue" name={card} label={label} class={`kr-intrigue${plan ? " sealed" : ""}`}>
        <b>{cardWord(t, card)}</b> {plan && <em>{plan}</em>} <span title={note}>{note}</span>
      </Target>
    </li>
  );
}

function Hand({ t }: { t: Table }) {
  const { me, speech } = t;
  if (!me || !(me in t.s.hand_size)) return null;
  const own = cardsIn(t, me);
  return (
    <section class="kr-hand" aria-label={speech.word("web.hand")}>
      <h2>{speech.word("web.hand")}</h2>
      {own.length === 0 && <p class="kr-empty">{speech.word("web.hand.none")}</p>}
      <ul tabIndex={0} aria-label={speech.word("web.hand")}>
        {own.map((card) => (
          <HandCard key={card} t={t} card={card} />
        ))}
      </ul>
    </section>
  );
}

/** Returns the lasting effects of cards, in words. */
function bindings(t: Table): string[] {
  const { s, speech } = t;
  const word = (key: string, ...args: (string | number)[]) => speech.word(`web.table.${key}`, ...args);
  const name = (id: string | null) => (id ? nameOf(t, id) : "");
  const faction = (seat: string | null) => (seat ? speech.name("faction", seat) : "");
  const target = s.is.name("imposed-target");
  const { author } = s.chief_blackmail;
  return [
    ...Object.entries(s.guarded).flatMap(([card, id]) => (id ? [word("guarded", cardWord(t, card), name(id))] : [])),
    ...(target && s.imposed ? [word("imposed", cardWord(t, s.imposed), name(target), k.cardAmount(s.imposed))] : []),
    ...(s.fever ? [word("fever", s.fever)] : []),
    ...(s.specialist ? [word("specialist", name(s.specialist), k.cardAmount("specialist"))] : []),
    ...(s.no_visits ? [word("crisis")] : []),
    ...(s.vaccinated.length ? [word("vaccinated", s.vaccinated.map(name).join(", "))] : []),
    ...(s.outing.length ? [word("outing", s.outing.map(name).join(", "))] : []),
    ...(s.blackmail.actor ? [word("blackmail", name(s.blackmail.actor), name(s.blackmail.target))] : []),
    ...(author ? [word("chief-blackmail", name(s.chief_blackmail_men.blackmailer), faction(author))] : []),
    ...(s.pravda ? [word("pravda", faction(s.pravda_for))] : []),
  ];
}

/** Returns the cards on the table whose effects are not told already. */
function played(t: Table): string[] {
  const { s } = t;
  const told = [
    s.imposed,
    s.specialist && "specialist",
    s.pravda && "pravda",
    s.blackmail.actor && "blackmail",
    s.chief_blackmail.author && "chief-blackmail",
  ];
  return cardsIn(t, "table").filter((card) => !told.includes(card) && !s.guarded[card]);
}

/** Returns the cards in other hands that the viewer has seen, each with the faction that holds it. */
function knownHands(t: Table): [string, string][] {
  const seats = k.factions(t.s);
  return Object.entries(t.s.card).filter(([, place]) => seats.includes(place) && place !== t.me);
}

function OnTable({ t }: { t: Table }) {
  const { speech } = t;
  const open = played(t);
  const discards = cardsIn(t, "discards");
  const known = knownHands(t);
  const lasting = bindings(t);
  if (!open.length && !discards.length && !known.length && !lasting.length) return null;
  return (
    <section class="kr-on-table" tabIndex={0} aria-label={speech.word("web.table")}>
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
    <div class="kr-papers" data-part="hand" tabIndex={0} role="group" aria-label={t.speech.word("web.sheet")}>
      {k.hasCards(t.s) && <Hand t={t} />}
      <Sheet t={t} />
      {k.hasCards(t.s) && <OnTable t={t} />}
    </div>
  );
}
