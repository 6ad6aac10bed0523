// clause-chip.tsx: the id of a clause of the rules as a small button that shows the clause.
//
// The clause lies above everything else in the window: no list that scrolls cuts it off. It is shown while the pointer
// rests on the button; a press pins it, until it is closed.
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { fetchPart } from "../core/lazy";
import { type Clause, type GameSpeech, loadRules, useSpeech } from "../core/words";

/** How long the pointer must rest on the button before the clause is shown, and be away before it goes. */
const OPEN_DELAY_MS = 300;
const CLOSE_DELAY_MS = 200;
/** The least distance from the edges of the window, and the distance from the button, in pixels. */
const MARGIN = 8;
const GAP = 4;

/** Returns a clause of the rules; null until it is fetched. */
function useClause(speech: GameSpeech, id: string): Clause | null {
  const [clause, setClause] = useState<Clause | null>(null);
  useEffect(() => {
    let isWanted = true;
    fetchPart(
      () => loadRules(speech.facts.game, speech.language),
      () => isWanted,
      (rules) => setClause(rules.find((rule) => rule.id === id) ?? null),
    );
    return () => {
      isWanted = false;
    };
  }, [speech, id]);
  return clause;
}

/** Puts the panel below the button, or above it if there is more room, and always inside the window. */
function place(panel: HTMLElement, button: Element): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const inside = (wanted: number, size: number, room: number) =>
    Math.max(MARGIN, Math.min(wanted, room - size - MARGIN));
  const fitsBelow = at.bottom + GAP + height <= innerHeight - MARGIN;
  const top = fitsBelow ? at.bottom + GAP : at.top - GAP - height;
  panel.style.left = `${inside(at.left, width, innerWidth)}px`;
  panel.style.top = `${inside(top, height, innerHeight)}px`;
}

interface PanelProps {
  id: string;
  textId: string;
  speech: GameSpeech;
  button: () => Element | null;
  isPinned: boolean;
  close: () => void;
}

function ClausePanel({ id, textId, speech, button, isPinned, close }: PanelProps) {
  const { say } = useSpeech();
  const panel = useRef<HTMLSpanElement>(null);
  const clause = useClause(speech, id);
  useLayoutEffect(() => {
    if (panel.current && !panel.current.matches(":popover-open")) panel.current.showPopover();
  }, []);
  useLayoutEffect(() => {
    const placeNow = () => {
      const anchor = button();
      if (panel.current && anchor) place(panel.current, anchor);
    };
    placeNow();
    addEventListener("resize", placeNow);
    return () => removeEventListener("resize", placeNow);
  }, [button, clause, isPinned]);
  return (
    <span ref={panel} id={textId} class="clause-text" role="note" popover="manual">
      {isPinned && (
        <button type="button" class="clause-close" aria-label={say("web.close")} onClick={close}>
          ×
        </button>
      )}
      <b>{speech.title(id)}</b>
      {clause && <span class="clause-body">{clause.body}</span>}
    </span>
  );
}

type Shown = "no" | "while-pointed-at" | "pinned";

export function ClauseChip({ id, speech }: { id: string; speech: GameSpeech }) {
  const [shown, setShown] = useState<Shown>("no");
  const textId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const anchor = useRef(() => button.current);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOpen = shown !== "no";
  const later = (delay: number, change: (now: Shown) => Shown) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(change), delay);
  };
  // A button that comes to lie under a pointer at rest, because something scrolls, opens nothing.
  const onMove = (event: PointerEvent) => {
    if (event.pointerType === "touch" || (event.movementX === 0 && event.movementY === 0)) return;
    later(OPEN_DELAY_MS, (now) => (now === "no" ? "while-pointed-at" : now));
  };
  const onLeave = () => later(CLOSE_DELAY_MS, (now) => (now === "pinned" ? now : "no"));
  const show = (next: Shown) => {
    clearTimeout(timer.current);
    setShown(next);
  };
  const close = () => {
    show("no");
    button.current?.focus();
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  // Before anything is drawn: a key that is pressed as soon as the clause is seen closes it.
  useLayoutEffect(() => {
    if (!isOpen) return;
    // Escape closes the clause first, and only then forgets what was picked on the board.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      show("no");
    };
    addEventListener("keydown", onKey, true);
    return () => removeEventListener("keydown", onKey, true);
  }, [isOpen]);
  return (
    <span class="clause" onPointerMove={onMove} onPointerLeave={onLeave}>
      <button
        ref={button}
        type="button"
        class="clause-id"
        aria-expanded={isOpen}
        aria-controls={isOpen ? textId : undefined}
        onClick={() => show(shown === "pinned" ? "no" : "pinned")}
      >
        {id}
      </button>
      {isOpen && (
        <ClausePanel
          id={id}
          textId={textId}
          speech={speech}
          button={anchor.current}
          isPinned={shown === "pinned"}
          close={close}
        />
      )}
    </span>
  );
}
