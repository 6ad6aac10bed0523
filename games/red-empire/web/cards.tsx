// cards.tsx: play cards: large in the hand, as small tiles on the table, and as trophies in the victory piles.
import { Target } from "client/core/board";
import type { GameSpeech } from "client/core/words";
import { type Card, cardNote, cardOf, inPiles, leaderOf } from "./facts";
import { Icon, iconOf } from "./icons";

const MANDATES = ["disrepute", "new-leader", "ailing"];

/** Returns the family that decides the colour of a card: the group of an Action Card, otherwise when it is played. */
function familyOf({ kind, group }: Card): string {
  if (kind === "action") return group;
  return kind === "crisis" ? "crisis" : MANDATES.includes(kind) ? "mandate" : "option";
}

function familyWord(speech: GameSpeech, card: Card): string {
  return card.kind === "action" ? speech.name("group", card.group) : speech.word(`web.kind.${familyOf(card)}`);
}

export function HandCard({ name, speech }: { name: string; speech: GameSpeech }) {
  const card = cardOf(name);
  const title = speech.name("card", name);
  const note = cardNote(speech, card);
  const hasValue = card.kind === "action" || card.kind === "crisis";
  const words = `${title}. ${note}`;
  return (
    <Target kind="card" name={name} label="" class={`re-card re-of-${familyOf(card)}`}>
      <span class="hidden">{words}</span>
      <span class="re-card-in" aria-hidden="true" title={note}>
        <span class="re-card-band">
          <Icon of={iconOf(card)} size={16} />
          {familyWord(speech, card)}
        </span>
        <span class="re-card-face">
          {hasValue && <b class="re-card-value">{card.value}</b>}
          <Icon of={iconOf(card)} size={hasValue ? 34 : 44} />
        </span>
        {card.kind !== "action" && <b class="re-card-name">{title}</b>}
        {/* The value of a crisis is above already. */}
        <span class="re-card-note">{card.kind === "crisis" ? speech.word("web.card.crisis") : note}</span>
      </span>
    </Target>
  );
}

/** An Action Card that shows its group and its value only. */
export function Tile({ name, speech }: { name: string; speech: GameSpeech }) {
  const card = cardOf(name);
  const title = speech.name("card", name);
  return (
    <Target kind="card" name={name} label="" class={`re-tile re-of-${familyOf(card)}`}>
      <span class="hidden">{title}</span>
      <span aria-hidden="true" title={title}>
        <Icon of={iconOf(card)} size={12} />
        {card.value}
      </span>
    </Target>
  );
}

/** Something in a victory pile. */
export interface Won {
  kind: "card" | "leader";
  name: string;
  icon: string;
  title: string;
  /** The family that decides its colour. */
  group: string;
}

export function wonLeader(speech: GameSpeech, name: string): Won {
  const { group } = leaderOf(name);
  return {
    kind: "leader",
    name,
    icon: group,
    title: speech.word("web.trophy.leader", speech.name("leader", name)),
    group,
  };
}

export function wonCard(speech: GameSpeech, name: string): Won {
  const card = cardOf(name);
  const words = speech.name("card", name);
  const title = card.kind === "crisis" ? speech.word("web.trophy.crisis", words) : words;
  return { kind: "card", name, icon: iconOf(card), title, group: familyOf(card) };
}

/** What a faction has won. */
export function Trophies({ list, speech }: { list: Won[]; speech: GameSpeech }) {
  return (
    <>
      {inPiles(list).map((pile) => (
        <Pile key={pile.at(-1)?.name} pile={pile} speech={speech} />
      ))}
    </>
  );
}

/** One trophy, or several that share a group. What is won flies to where the last one lies. */
function Pile({ pile, speech }: { pile: Won[]; speech: GameSpeech }) {
  const last = pile.at(-1);
  if (!last) return null;
  const { kind, name, icon, group } = last;
  if (pile.length === 1)
    return kind === "card" && group !== "crisis" ? <Tile name={name} speech={speech} /> : <Trophy {...last} />;
  const titles = pile.map(({ title }) => title).join(", ");
  return (
    <Target kind={kind} name={name} label="" class={`re-tile re-of-${group}`}>
      <span class="hidden">{titles}</span>
      <span aria-hidden="true" title={titles}>
        <Icon of={icon} size={12} />×{pile.length}
      </span>
    </Target>
  );
}

/** A crisis or a purged leader. */
function Trophy({ kind, name, icon, title, group }: Won) {
  return (
    <Target kind={kind} name={name} label="" class={`re-trophy re-of-${group}`}>
      <span class="hidden">{title}</span>
      <span aria-hidden="true" title={title}>
        <Icon of={icon} size={14} />
      </span>
    </Target>
  );
}
