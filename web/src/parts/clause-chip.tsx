// clause-chip.tsx: the id of a clause of the rules as a small button that shows the clause.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { fetchPart } from "../core/lazy";
import { type Clause, type GameSpeech, loadRules } from "../core/words";

/** How long the pointer must rest on the button before the clause is shown. */
const OPEN_DELAY_MS = 300;

/** Returns a clause of the rules; null until it is fetched, which begins when it is needed. */
function useClause(speech: GameSpeech, id: string, isNeeded: boolean): Clause | null {
  const [clause, setClause] = useState<Clause | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    let isWanted = true;
    fetchPart(
      () => loadRules(speech.facts.game, speech.language),
      () => isWanted,
      (rules) => setClause(rules.find((rule) => rule.id === id) ?? null),
    );
    return () => {
      isWanted = false;
    };
  }, [speech, id, isNeeded]);
  return clause;
}

/** The clause is shown when the button is pressed, or when the pointer rests on it. */
export function ClauseChip({ id, speech }: { id: string; speech: GameSpeech }) {
  const [isOpen, setOpen] = useState(false);
  const textId = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const clause = useClause(speech, id, isOpen);
  const openSoon = () => {
    timer.current = setTimeout(() => setOpen(true), OPEN_DELAY_MS);
  };
  const close = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <span class="clause" onPointerEnter={openSoon} onPointerLeave={close}>
      <button
        type="button"
        class="clause-id"
        aria-expanded={isOpen}
        aria-controls={textId}
        onClick={() => setOpen(!isOpen)}
        onBlur={close}
        onKeyDown={(event) => event.key === "Escape" && close()}
      >
        {id}
      </button>
      <span id={textId} class="clause-text" role="note" hidden={!isOpen}>
        <b>{speech.title(id)}</b>
        {clause && <span class="clause-body">{clause.body}</span>}
      </span>
    </span>
  );
}
