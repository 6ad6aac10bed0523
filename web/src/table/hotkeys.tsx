// hotkeys.tsx: the keys by which a table can be played, and the dialog that lists them.
import { useEffect, useRef } from "preact/hooks";
import { useSpeech } from "../core/words";

/** What a key does; what is null cannot be done now. */
export interface KeyActions {
  /** Presses the button of the tray with this number, from 1 on. */
  number: (n: number) => void;
  pass: () => void;
  undo: () => void;
  /** Holds the round, or lets it go. */
  hold: () => void;
  log: () => void;
  recap: () => void;
  /** Skips to the present; returns false if nothing waits. */
  skip: () => boolean;
  help: () => void;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select");

/** Whether the space key means something to what has the focus. */
const usesSpace = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("button, summary, a, input, [role=button], [role=tab]") !== null;

function act(event: KeyboardEvent, actions: KeyActions): boolean {
  if (/^[1-9]$/.test(event.key)) return (actions.number(Number(event.key)), true);
  switch (event.key) {
    case "p":
      return (actions.pass(), true);
    case "u":
      return (actions.undo(), true);
    case "h":
      return (actions.hold(), true);
    case "l":
      return (actions.log(), true);
    case "r":
      return (actions.recap(), true);
    case "?":
      return (actions.help(), true);
    case " ":
      return !usesSpace(event.target) && actions.skip();
    default:
      return false;
  }
}

/** Listens to the keys, but not while somebody types, and not to a key that is held down. */
export function useHotkeys(actions: KeyActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOther = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
      if (isOther || event.repeat || isTyping(event.target) || document.querySelector("dialog[open]")) return;
      if (act(event, latest.current)) event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

const KEYS = ["numbers", "pass", "undo", "hold", "log", "recap", "skip", "unpick", "help"] as const;

export function KeyHelp({ onClose }: { onClose: () => void }) {
  const { say } = useSpeech();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="keys" aria-label={say("web.keys.title")} onClose={onClose}>
      <h2>{say("web.keys.title")}</h2>
      <dl>
        {KEYS.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{say(`web.keys.${key}.key`)}</kbd>
            </dt>
            <dd>{say(`web.keys.${key}`)}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">{say("web.close")}</button>
      </form>
    </dialog>
  );
}
