// value.ts: a value that tells when it changes, and a hook that shows it.
import { useEffect, useState } from "preact/hooks";

export interface Value<T> {
  get(): T;
  set(next: T): void;
  watch(listener: () => void): () => void;
}

export function value<T>(first: T): Value<T> {
  let now = first;
  const listeners = new Set<() => void>();
  return {
    get: () => now,
    set(next) {
      if (Object.is(next, now)) return;
      now = next;
      for (const listener of [...listeners]) listener();
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useValue<T>(of: Value<T>): T {
  const [, redraw] = useState({});
  const shown = of.get();
  useEffect(() => {
    if (!Object.is(shown, of.get())) redraw({}); // it changed before we listened
    return of.watch(() => redraw({}));
  }, [of]);
  return shown;
}
