// stage.tsx: the head of the poster. It shows the present pressure, card or opened briefcase, otherwise the sun.
import { Target, usePointing } from "client/core/board";
import type { Outcome } from "client/core/protocol";
import { SeatMark } from "client/core/seats";
import { printed } from "client/core/template";
import { type Played, playedCard, type Present, type Side, type Sides, sidesOf, turnOf } from "./facts";
import { type Cancelled, Opening, type Moment } from "./moment";
import { Figure, Pawn, playerOf, type Table } from "./pieces";
import { CardFace } from "./powers";
import { Palms, Sun } from "./scenes";

/* ---- A pressure --------------------------------------------------------------------------------- */

/** A power and the number of its diplomats in the space: "★ Francie 2". */
function Presence({ t, power, diplomats }: Present & { t: Table }) {
  return (
    <span class="ab-present">
      <SeatMark seats={t.marks} seat={power} size={18} />
      {playerOf(t, power)} <b>{diplomats}</b>{" "}
    </span>
  );
}

function Camp({ t, sides, side }: { t: Table; sides: Sides; side: Side }) {
  const { speech } = t;
  const powers = side === "defence" ? sides.defenders : sides.attackers;
  const { total, bonus, malus } = sides[side];
  const count = total === null ? "?" : printed(total);
  const cards = [bonus > 0 && speech.word("web.bonus", bonus), malus > 0 && speech.word("web.malus", malus)].filter(
    Boolean,
  );
  const present = powers.map(({ power, diplomats }) => `${playerOf(t, power)} ${diplomats}`);
  const label = [speech.word(`web.${side}`), count, ...present, ...cards].join(" ");
  return (
    <Target kind="side" name={side} label={label} flip="" class={`ab-camp ab-camp-${side}`}>
      <span class="ab-camp-title">{speech.word(`web.${side}`)}</span> <span class="ab-count">{count}</span>{" "}
      <span class="ab-list">
        {powers.map((one) => (
          <Presence key={one.power} t={t} {...one} />
        ))}
        {cards.map((text) => (
          <b key={text}>{text} </b>
        ))}
      </span>
    </Target>
  );
}

function Aside({ t, word, powers }: { t: Table; word: string; powers: Present[] }) {
  if (!powers.length) return null;
  return (
    <div class="ab-aside">
      <span class="ab-small-title">{t.speech.word(word)}</span>
      <span class="ab-list">
        {powers.map((one) => (
          <Presence key={one.power} t={t} {...one} />
        ))}
      </span>
    </div>
  );
}

/** The buttons with which a player who is asked to join a pressure answers. */
function Answers({ t }: { t: Table }) {
  const pointing = usePointing();
  const asked = ["join", "neutral"].filter((name) => pointing.actionsOn({ kind: "answer", name }).length);
  const given = t.me ? (t.s.answer[t.me] ?? "none") : "none";
  return (
    <>
      {given !== "none" && <p class="ab-sealed">{t.speech.word("web.sealed", t.speech.name("answer", given))}</p>}
      {asked.length > 0 && (
        <div class="ab-answers">
          {asked.map((name) => (
            <Target
              key={name}
              kind="answer"
              name={name}
              label={t.speech.name("answer", name)}
              flip=""
              class="ab-answer"
            >
              {t.speech.name("answer", name)}
            </Target>
          ))}
        </div>
      )}
    </>
  );
}

function Pressure({ t, sides }: { t: Table; sides: Sides }) {
  const { speech } = t;
  return (
    <div class="ab-pressure">
      <div class="ab-asides">
        <p class="ab-headline">
          {speech.word(sides.announced ? "web.pressure" : "web.outnumbered")}{" "}
          <span>{speech.name("space", sides.space)}</span>
        </p>
        {sides.verdict && (
          <p class="ab-verdict">{speech.word(sides.verdict === "opens" ? "web.opens" : "web.holds")}</p>
        )}
        <Aside t={t} word="web.undecided" powers={sides.undecided} />
        <Aside t={t} word="web.neutral" powers={sides.neutral} />
      </div>
      <div class="ab-sides">
        <Camp t={t} sides={sides} side="attack" />
        <div class="ab-bearer">
          <Pawn t={t} pawn={sides.bearer} again />
        </div>
        <Camp t={t} sides={sides} side="defence" />
      </div>
      <Answers t={t} />
    </div>
  );
}

/* ---- A card on the table ------------------------------------------------------------------------ */

/** A card that has been played and may still be cancelled, with its target. */
function PlayedCard({ t, played }: { t: Table; played: Played }) {
  const { speech } = t;
  const on = (speech.facts.verbs[played.card] ?? []).map((kind, i) => speech.name(kind, played.on[i] ?? ""));
  return (
    <div class="ab-played">
      <CardFace t={t} card={played.card} />
      <div>
        <p class="ab-headline">{speech.event({ event: "plays", clause: "", args: [played.by, played.card] })}</p>
        {on.length > 0 && <p>→ {on.join(", ")}</p>}
      </div>
    </div>
  );
}

/** A card that has just been cancelled, for as long as it is shown, with the target it had. */
function CancelledCard({ t, cancelled }: { t: Table; cancelled: Cancelled }) {
  const { speech } = t;
  return (
    <div class="ab-played ab-cancelled">
      <CardFace t={t} card={cancelled.card} />
      <div>
        <p class="ab-headline">{speech.event(cancelled.event)}</p>
        {cancelled.target && <p>{speech.event(cancelled.target)}</p>}
        <p class="ab-verdict">{speech.word("web.cancelled")}</p>
      </div>
    </div>
  );
}

/* ---- Quiet times, and the end ------------------------------------------------------------------- */

function Poster({ t, turn }: { t: Table; turn: string | null }) {
  const { speech, s } = t;
  return (
    <div class="ab-poster">
      <Sun />
      <div>
        <p class="ab-title">{speech.word("web.title")}</p>
        <p class="ab-slogan">{speech.word("web.slogan")}</p>
      </div>
      <Palms />
      <p class="ab-turn">
        {turn ? (
          <>
            {s.mover ? <Figure t={t} pawn={s.mover} /> : <SeatMark seats={t.marks} seat={turn} size={30} />}
            {turn === t.me ? speech.word("web.your-turn") : speech.word("web.turn", playerOf(t, turn))}
          </>
        ) : (
          speech.word("web.set-up")
        )}
      </p>
    </div>
  );
}

function End({ t, outcome }: { t: Table; outcome: Outcome }) {
  const winners = outcome.seats.filter((one) => one.result !== "lost");
  return (
    <div class="ab-poster ab-end">
      <Sun />
      <div>
        <p class="ab-title">{t.speech.word(`reason.${outcome.reason}`)}</p>
        <p class="ab-winners">
          {winners.length
            ? winners.map(({ seat }) => (
                <span key={seat}>
                  <SeatMark seats={t.marks} seat={seat} size={28} /> {playerOf(t, seat)}
                </span>
              ))
            : t.speech.word("web.nobody")}
        </p>
      </div>
      <Palms />
    </div>
  );
}

interface StageProps {
  t: Table;
  moment: Moment | null;
  cancelled: Cancelled | null;
  outcome: Outcome | null;
}

export function Stage({ t, moment, cancelled, outcome }: StageProps) {
  const sides = outcome ? null : sidesOf(t.s);
  const played = outcome ? null : playedCard(t.s);
  const pointing = usePointing();
  const wanted = ["attack", "defence"].some((name) => pointing.actionsOn({ kind: "side", name }).length);
  const answers = pointing.actionsOn({ kind: "answer", name: "join" }).length > 0;
  const shown = moment && !wanted && !answers;
  const card = played ?? cancelled;
  return (
    <div class={`ab-stage${sides && !shown ? " ab-tense" : ""}`}>
      {shown ? (
        <Opening t={t} moment={moment} />
      ) : (
        <>
          {sides && <Pressure t={t} sides={sides} />}
          {played && <PlayedCard t={t} played={played} />}
          {!played && cancelled && <CancelledCard t={t} cancelled={cancelled} />}
          {outcome ? <End t={t} outcome={outcome} /> : !sides && !card && <Poster t={t} turn={turnOf(t.s)} />}
        </>
      )}
    </div>
  );
}
