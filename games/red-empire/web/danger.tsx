// danger.tsx: the thermometer of unsolved crises, which ends at the collapse, and a line of public numbers and effects.
import { Target } from "client/core/board";
import type { GameSpeech } from "client/core/words";
import {
  cardNote,
  cardOf,
  collapseAt,
  deckSize,
  laidCards,
  openCrisis,
  pileTotal,
  type State,
  waitingLeaders,
} from "./facts";
import { Icon, Seal } from "./icons";

interface Props {
  s: State;
  speech: GameSpeech;
}

/** Returns the crises in the pile and the width of each on the thermometer; the last one may not fit completely. */
function degreesOf(s: State): { name: string; width: number }[] {
  let free = collapseAt(s);
  return s.pile.map((name) => {
    const width = Math.min(free, cardOf(name).value);
    free -= width;
    return { name, width };
  });
}

/** Returns what the open crisis would add to the pile if it failed; 0 if it has failed already or none is open. */
function threatOf(s: State): number {
  const crisis = openCrisis(s);
  return crisis && !crisis.failed ? crisis.needed : 0;
}

export function Thermometer({ s, speech }: Props) {
  const total = pileTotal(s);
  const threat = threatOf(s);
  const room = Math.max(0, collapseAt(s) - total);
  return (
    <section class="re-danger" aria-label={speech.word("web.danger", total, collapseAt(s))}>
      <p class="re-bulb" aria-hidden="true">
        <b>{total}</b>
      </p>
      <div class="re-tube">
        {degreesOf(s).map(({ name, width }) => (
          <Target key={name} kind="card" name={name} label="" class="re-degree" style={`flex-grow:${width}`}>
            <span class="hidden">{`${speech.name("card", name)}. ${cardNote(speech, cardOf(name))}`}</span>
            <span aria-hidden="true" title={speech.name("card", name)}>
              <Icon of={name} size={18} />
              <b>{cardOf(name).value}</b>
            </span>
          </Target>
        ))}
        {threat > 0 && room > 0 && (
          <span class="re-degree re-threat" style={`flex-grow:${Math.min(threat, room)}`} aria-hidden="true">
            <b>+{threat}</b>
          </span>
        )}
        <span style={`flex-grow:${Math.max(0, room - threat)}`} />
      </div>
      <p class="re-limit" aria-hidden="true">
        <b>{collapseAt(s)}</b>
      </p>
    </section>
  );
}

/** The numbers of cards and leaders, and the Disrepute cards: they affect all factions. Scandals and Junkets are shown at
 * the factions that they affect. */
export function PublicNumbers({ s, speech }: Props) {
  const total = pileTotal(s);
  const after = total + threatOf(s);
  return (
    <ul class="re-standing">
      <li class="re-danger-words">
        {speech.word("web.danger", total, collapseAt(s))}
        {after > total && (
          <b> · {speech.word(after >= collapseAt(s) ? "web.threat.end" : "web.threat", after, collapseAt(s))}</b>
        )}
      </li>
      <li>
        <Icon of="deck" size={16} /> {speech.word("web.deck", deckSize(s))}
      </li>
      <li>{speech.word("web.discards", s.discard.length)}</li>
      <li>{speech.word("web.waiting", waitingLeaders(s).length)}</li>
      {!s.president && (
        <li>
          <Seal size={26} /> {speech.word("web.vacant")}
        </li>
      )}
      {laidCards(s.disrepute_by).map(([card, by]) => (
        <li key={card} class="re-badge">
          <Icon of="disrepute" size={16} />
          {speech.word("web.disrepute", speech.name("group", cardOf(card).group), speech.name("faction", by))}
          {(s.spared[card] ?? []).map((seat) => speech.word("web.spared", speech.name("faction", seat)))}
        </li>
      ))}
    </ul>
  );
}
