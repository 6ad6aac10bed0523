// faction.tsx: a faction: the player with his hand and his victory pile, and his leaders in a row.
import { Target, usePointing } from "client/core/board";
import { namesInOrder, SeatMark, sitterWord } from "client/core/seats";
import type { Seat } from "client/core/protocol";
import { type GameSpeech, useSpeech } from "client/core/words";
import { CardLines } from "./archive";
import { Tile, Trophies, wonCard, wonLeader } from "./cards";
import {
  cardOf,
  GROUPS,
  isAbroad,
  isAiling,
  isHero,
  laidCards,
  leaderOf,
  leaderWords,
  pointsOf,
  purgeTotal,
  type State,
  statureOf,
  totalWith,
} from "./facts";
import { Bust, Icon, Seal } from "./icons";

interface Part {
  s: State;
  speech: GameSpeech;
}

/* ---- Leaders --------------------------------------------------------------------------------- */

/** Returns the total of the purge cards on a leader with the card that is picked; null if none is picked that can be laidCards
 * on him. */
function useTotalWithPicked(s: State, leader: string): number | null {
  const { actionsOn, isPicked } = usePointing();
  for (const { verb, args } of actionsOn({ kind: "leader", name: leader })) {
    const card = verb === "purge" ? args.find(({ kind }) => kind === "card") : undefined;
    if (card && isPicked(card)) return totalWith(s, leader, card.name);
  }
  return null;
}

/** The purge cards on a leader. At most one card of each group lies on him (RE-AC-4), so each group has a slot. */
function Purges({ s, speech, leader }: Part & { leader: string }) {
  const on = s.purge[leader] ?? [];
  const stature = statureOf(s, leader);
  const picked = useTotalWithPicked(s, leader);
  const sum = picked ?? purgeTotal(s, leader);
  return (
    <div class="re-purges">
      <div class="re-slots">
        {GROUPS.map((group) => {
          const card = on.find((name) => cardOf(name).group === group);
          return (
            <span key={group} class="re-slot">
              {card ? <Tile name={card} speech={speech} /> : <Icon of={group} size={12} />}
            </span>
          );
        })}
      </div>
      {sum > 0 && (
        <div class="re-total" aria-hidden="true">
          <span style={`width:${Math.min(100, (100 * sum) / Math.max(1, stature))}%`} />
          <b>{`${picked !== null ? "→ " : ""}${sum}/${stature}${picked !== null && sum >= stature ? "!" : ""}`}</b>
        </div>
      )}
    </div>
  );
}

function Stature({ now, printed }: { now: number; printed: number }) {
  return (
    <span class="re-stature">
      <b>{now}</b>
      {now !== printed && <s>{printed}</s>}
    </span>
  );
}

function LeaderPost({ s, speech, leader, small }: Part & { leader: string; small: boolean }) {
  const { group, printed } = leaderOf(leader);
  const words = leaderWords(speech, s, leader);
  const president = s.president === leader;
  return (
    <li class={`re-post re-of-${group}${president ? " re-presides" : ""}`}>
      <Target kind="leader" name={leader} label="" class="re-leader">
        <span class="hidden">{words}</span>
        <span class="re-leader-in" aria-hidden="true" title={words}>
          <span class="re-leader-band">
            <Icon of={group} size={small ? 13 : 15} />
            {!small && <span class="re-band-word">{speech.name("group", group)}</span>}
            <span class="re-marks">
              {isHero(s, leader) && <Icon of="hero" size={16} />}
              {isAiling(s, leader) && <Icon of="ailing" size={14} />}
            </span>
          </span>
          <span class="re-leader-face">
            {!small && <Bust group={group} />}
            <Stature now={statureOf(s, leader)} printed={printed} />
          </span>
          <span class="re-leader-name">{speech.name("leader", leader)}</span>
        </span>
      </Target>
      {president && <Seal size={small ? 26 : 38} />}
      <Purges s={s} speech={speech} leader={leader} />
    </li>
  );
}

/* ---- The player ------------------------------------------------------------------------------ */

/** The hand of a faction: its backs, and a list of the cards if the viewer knows them. The viewer's own hand is drawn in
 * full below the table. */
function Hand({ s, speech, seat, me }: Part & { seat: string; me: boolean }) {
  const size = s.hand_size[seat] ?? 0;
  const known = me ? null : s.hands[seat];
  return (
    <>
      <p class="re-held">
        <span class="re-backs" aria-hidden="true">
          {Array.from({ length: size }, (_, i) => (
            <i key={i} />
          ))}
        </span>
        <span class="re-held-word">{speech.word("web.hand.size", size)}</span>
      </p>
      {known && known.length > 0 && (
        <ul class="re-known">
          <CardLines list={known.map(cardOf)} speech={speech} />
        </ul>
      )}
    </>
  );
}

function Victories({ s, speech, seat }: Part & { seat: string }) {
  const points = pointsOf(s, seat);
  return (
    <div class="re-won">
      <p class="re-points">
        <b>{points.won}</b>
        {points.office > 0 && <span class="re-plus">+{points.office}</span>} {speech.word("web.points", points.total)}
      </p>
      <span class="re-trophies">
        <Trophies
          list={[
            ...(s.won_leaders[seat] ?? []).map((name) => wonLeader(speech, name)),
            ...(s.won[seat] ?? []).map((name) => wonCard(speech, name)),
          ]}
          speech={speech}
        />
      </span>
    </div>
  );
}

function Badges({ s, speech, seat }: Part & { seat: string }) {
  const scandals = laidCards(s.scandal_on).filter(([, on]) => on === seat);
  return (
    <>
      {isAbroad(s, seat) && (
        <p class="re-badge" title={speech.word("web.abroad")}>
          <Icon of="junket" size={16} /> {speech.word("web.abroad")}
        </p>
      )}
      {scandals.map(([card]) => {
        const words = speech.word("web.scandal", speech.name("faction", s.scandal_by[card] ?? ""));
        return (
          <p key={card} class="re-badge" title={words}>
            <Icon of="scandal" size={16} /> {words}
          </p>
        );
      })}
    </>
  );
}

export interface FactionProps extends Part {
  seat: string;
  seats: Seat[];
  me: boolean;
  turn: boolean;
  asked: boolean;
  small: boolean;
}

export function Faction({ s, speech, seat, seats, me, turn, asked, small }: FactionProps) {
  const name = speech.name("faction", seat);
  const sitter = seats.find((one) => one.seat === seat);
  const common = useSpeech();
  const who = me ? speech.word("web.you") : sitter ? sitterWord(common, sitter) : "";
  const [first, second] = namesInOrder(sitter, name, who);
  const members = s.leaders[seat] ?? [];
  return (
    <section class={`re-faction${turn ? " re-turn" : ""}${me ? " re-mine" : ""}`} aria-label={name}>
      <div class="re-panel">
        <Target kind="faction" name={seat} label="" flip="" class="re-name">
          <span class="hidden">{`${first}, ${second}`}</span>
          <SeatMark seats={seats} seat={seat} size={22} />
          <span class="re-name-in" aria-hidden="true">
            <b>{first}</b>
            <small>{second}</small>
          </span>
        </Target>
        {(turn || asked) && <p class="re-flag">{speech.word(asked ? "web.asked" : "web.turn")}</p>}
        <Hand s={s} speech={speech} seat={seat} me={me} />
        <Victories s={s} speech={speech} seat={seat} />
        <Badges s={s} speech={speech} seat={seat} />
      </div>
      <ul class="re-leaders">
        {members.map((leader) => (
          <LeaderPost key={leader} s={s} speech={speech} leader={leader} small={small} />
        ))}
        {members.length === 0 && <li class="re-none">{speech.word("web.no-leaders")}</li>}
      </ul>
    </section>
  );
}
