// clause.tsx: a rule's number, which opens the rule.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { type Clause, type GameSpeech, loadRules } from "../core/words";

function useClause(speech: GameSpeech, id: string, wanted: boolean): Clause | null {
  const [clause, setClause] = useState<Clause | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let open = true;
    void loadRules(speech.facts.game, speech.language).then(
      (rules) => open && setClause(rules.find((one) => one.id === id) ?? null),
    );
    return () => {
      open = false;
    };
  }, [speech, id, wanted]);
  return clause;
}

/** Opens when pointed at, focused and pressed, or held on a touch screen. */
export function ClauseChip({ id, speech }: { id: string; speech: GameSpeech }) {
  const [open, setOpen] = useState(false);
  const name = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const clause = useClause(speech, id, open);
  const later = () => {
    timer.current = setTimeout(() => setOpen(true), 300);
  };
  const never = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <span class="clause" onPointerEnter={later} onPointerLeave={never}>
      <button
        type="button"
        class="clause-id"
        aria-expanded={open}
        aria-controls={name}
        onClick={() => setOpen(!open)}
        onBlur={never}
        onKeyDown={(event) => event.key === "Escape" && never()}
      >
        {id}
      </button>
      <span id={name} class="clause-text" role="note" hidden={!open}>
        <b>{speech.title(id)}</b>
        {clause && <span class="clause-body">{clause.body}</span>}
      </span>
    </span>
  );
}
