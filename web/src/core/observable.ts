// observable.ts: a value that calls its listeners when it changes, and a hook that redraws a component with it.
import { useEffect, useRef, useState } from "preact/hooks";

export interface Observable<T> {
  get: () => T;
  /** Stores a value and calls the listeners, unless it is the value that is stored already. */
  set: (next: T) => void;
  /** Adds a listener; returns a function that removes it. */
  watch: (listener: () => void) => () => void;
}

export function observable<T>(initial: T): Observable<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (next) => {
      if (Object.is(next, current)) return;
      current = next;
      for (const listener of [...listeners]) listener();
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the current value; the component is drawn again whenever it changes. */
export function useObservable<T>(source: Observable<T>): T {
  const [, redraw] = useState({});
  const value = source.get();
  const drawn = useRef(value);
  drawn.current = value;
  useEffect(() => {
    if (!Object.is(drawn.current, source.get())) redraw({}); // it changed between drawing and listening
    return source.watch(() => redraw({}));
  }, [source]);
  return value;
}
