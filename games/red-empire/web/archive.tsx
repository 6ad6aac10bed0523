// archive.tsx: the archives list what is public but has no place on the table: the piles, and the cards and leaders that
// nobody has seen yet.
import type { ComponentChildren } from "preact";
import type { GameSpeech } from "client/core/words";
import {
  type Card,
  cardOf,
  factions,
  GROUPS,
  type Leader,
  leaderOf,
  type State,
  unseenCards,
  waitingLeaders,
} from "./facts";
import { Icon, iconOf } from "./icons";

interface Props {
  s: State;
  speech: GameSpeech;
}

/** Returns the cards with the number of their copies, in the order of the deck: "Party 2 ×3". */
function countCopies(list: Card[]): { card: Card; count: number }[] {
  const found = new Map<string, { card: Card; count: number }>();
  for (const card of list) found.set(card.label, { card, count: (found.get(card.label)?.count ?? 0) + 1 });
  return [...found.values()];
}

export function CardLines({ list, speech }: { list: Card[]; speech: GameSpeech }) {
  return (
    <>
      {countCopies(list).map(({ card, count }) => (
        <li key={card.label}>
          <Icon of={iconOf(card)} size={14} /> {speech.name("card", card.name)}
          {count > 1 && <b> ×{count}</b>}
        </li>
      ))}
    </>
  );
}

function Leaders({ list, speech }: { list: Leader[]; speech: GameSpeech }) {
  return (
    <>
      {list.map(({ name, group, printed }) => (
        <li key={name}>
          <Icon of={group} size={14} /> {speech.name("leader", name)} <b>{printed}</b>
        </li>
      ))}
    </>
  );
}

/** A pile with a title. `empty` is what it says if nothing is in it; otherwise null. */
function Pile({ title, empty, children }: { title: string; empty: string | null; children: ComponentChildren }) {
  return (
    <section>
      <h3>{title}</h3>
      {empty === null ? <ul>{children}</ul> : <p>{empty}</p>}
    </section>
  );
}

function Legend({ speech }: { speech: GameSpeech }) {
  return (
    <>
      {GROUPS.map((group) => (
        <li key={group}>
          <Icon of={group} size={14} /> {speech.name("group", group)}
        </li>
      ))}
      <li>
        <Icon of="hero" size={14} /> {speech.word("web.hero")}
      </li>
      <li>
        <Icon of="ailing" size={14} /> {speech.word("web.ailing")}
      </li>
      <li>{speech.word("web.legend.stature")}</li>
      <li>{speech.word("web.legend.slots")}</li>
      <li>{speech.word("web.legend.office")}</li>
    </>
  );
}

export function Archive({ s, speech }: Props) {
  const known = new Set(Object.values(s.hands).flatMap((hand) => hand ?? []));
  const unseen = unseenCards(s).filter(({ name }) => !known.has(name));
  const lost = s.lost_leaders.map(leaderOf);
  const emptyWord = (size: number) => (size ? null : speech.word("web.nothing"));
  return (
    <details class="re-archive">
      <summary>{speech.word("web.archive")}</summary>
      <div tabIndex={0} role="group" aria-label={speech.word("web.archive")}>
        {factions(s).map((seat) => {
          const won = (s.won[seat] ?? []).map(cardOf);
          const purged = (s.won_leaders[seat] ?? []).map(leaderOf);
          const title = speech.word("web.archive.won", speech.name("faction", seat));
          return (
            <Pile key={seat} title={title} empty={emptyWord(won.length + purged.length)}>
              <Leaders list={purged} speech={speech} />
              <CardLines list={won} speech={speech} />
            </Pile>
          );
        })}
        <Pile title={speech.word("web.archive.lost")} empty={emptyWord(lost.length)}>
          <Leaders list={lost} speech={speech} />
        </Pile>
        <Pile title={speech.word("web.archive.waiting")} empty={emptyWord(waitingLeaders(s).length)}>
          <Leaders list={waitingLeaders(s)} speech={speech} />
        </Pile>
        <Pile title={speech.word("web.archive.discards")} empty={emptyWord(s.discard.length)}>
          <CardLines list={s.discard.map(cardOf)} speech={speech} />
        </Pile>
        <Pile title={speech.word("web.archive.unseen")} empty={emptyWord(unseen.length)}>
          <CardLines list={unseen} speech={speech} />
        </Pile>
        <Pile title={speech.word("web.legend")} empty={null}>
          <Legend speech={speech} />
        </Pile>
      </div>
    </details>
  );
}
