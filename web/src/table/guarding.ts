// guarding.ts: watches the presses in a part of the page, and stops those that the person cannot have meant.
import type { RefObject } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { type Observable, observable } from "../core/observable";
import { PressGuard } from "../core/press-guard";
import { pressGuard } from "../core/settings";

/** What is guarded: whatever answers a question. */
const GUARDED = "[data-legal], .question button:not(.clause-id)";
/** What is not, though it is there: it takes nothing away from anybody. */
const HARMLESS = "[data-harmless]";

export interface Guarding {
  /** Counts the presses that were stopped. */
  stopped: Observable<number>;
  /** Tells which question is shown. */
  setQuestion: (key: string) => void;
  /** Presses an element for a key of the person. */
  pressByKey: (element: HTMLElement) => void;
  /** Marks what was pressed last as waiting for its answer; returns a function that ends that. */
  markPending: () => () => void;
}

const guardedElement = (event: Event): Element | null => {
  const element = (event.target as Element | null)?.closest?.(GUARDED) ?? null;
  return element?.closest(HARMLESS) ? null : element;
};

class Watcher implements Guarding {
  readonly stopped = observable(0);
  private readonly guard = new PressGuard(
    () => performance.now(),
    () => pressGuard.get() === "on",
  );
  private pressed: Element | null = null;
  private frame = 0;

  setQuestion = (key: string): void => this.guard.setQuestion(key);

  pressByKey = (element: HTMLElement): void => {
    this.guard.begin(element);
    element.click();
  };

  markPending = (): (() => void) => {
    const element = this.pressed;
    element?.classList.add("pending");
    element?.setAttribute("aria-busy", "true");
    return () => {
      element?.classList.remove("pending");
      element?.removeAttribute("aria-busy");
    };
  };

  /** Looks where everything is, in the page and not in the window, so that scrolling moves nothing. */
  private look(root: Element): void {
    if (pressGuard.get() === "off") return; // measuring makes the browser compute the layout, which takes time
    for (const element of root.querySelectorAll(GUARDED)) {
      const { x, y, width, height } = element.getBoundingClientRect();
      this.guard.see(element, { x: x + scrollX, y: y + scrollY, width, height });
    }
  }

  private stop(event: Event, element: Element): void {
    event.preventDefault();
    event.stopImmediatePropagation();
    this.guard.cancel();
    element.animate?.([{ opacity: 1 }, { opacity: 0.45 }, { opacity: 1 }], { duration: 300 });
    this.stopped.set(this.stopped.get() + 1);
  }

  private onPointerDown = (event: Event): void => {
    const element = guardedElement(event);
    if (element) this.guard.begin(element);
    else this.guard.cancel();
  };

  private onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const element = guardedElement(event);
    if (!element) return;
    this.guard.begin(element);
    if (event.repeat || !this.guard.isSettled(element)) this.stop(event, element);
    else this.pressed = element; // a Target acts on the key itself, a button on the click that follows
  };

  private onClick = (event: Event): void => {
    const element = guardedElement(event);
    if (!element) return;
    if (this.guard.end(element)) this.pressed = element;
    else this.stop(event, element);
  };

  /** Watches a part of the page until the function that it returns is called. */
  watch(root: Element): () => void {
    const lookSoon = () => {
      cancelAnimationFrame(this.frame);
      this.frame = requestAnimationFrame(() => this.look(root));
    };
    const changes = new MutationObserver(lookSoon);
    changes.observe(root, { childList: true, subtree: true, attributeFilter: ["data-legal", "open", "hidden"] });
    const cancel = () => this.guard.cancel();
    root.addEventListener("pointerdown", this.onPointerDown, true);
    root.addEventListener("pointercancel", cancel, true);
    root.addEventListener("keydown", this.onKeyDown as EventListener, true);
    root.addEventListener("click", this.onClick, true);
    addEventListener("resize", lookSoon);
    const unwatch = pressGuard.watch(lookSoon);
    lookSoon();
    return () => {
      unwatch();
      changes.disconnect();
      cancelAnimationFrame(this.frame);
      root.removeEventListener("pointerdown", this.onPointerDown, true);
      root.removeEventListener("pointercancel", cancel, true);
      root.removeEventListener("keydown", this.onKeyDown as EventListener, true);
      root.removeEventListener("click", this.onClick, true);
      removeEventListener("resize", lookSoon);
    };
  }
}

/** Guards the presses inside an element. */
export function useGuarding(root: RefObject<Element | null>): Guarding {
  const watcher = useMemo(() => new Watcher(), []);
  useEffect(() => (root.current ? watcher.watch(root.current) : undefined), [watcher, root]);
  return watcher;
}
