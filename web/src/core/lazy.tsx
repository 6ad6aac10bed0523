// lazy.tsx: parts of the client that are fetched when they are first needed.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useSpeech } from "./words";

/** Returns a component that fetches the real one when it is first drawn, and says so until it is there. */
export function lazy<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  let fetched: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const { say } = useSpeech();
    const [, redraw] = useState({});
    useEffect(() => {
      if (fetched) return;
      void load().then((loaded) => {
        fetched = loaded.default;
        redraw({});
      });
    }, []);
    const Fetched = fetched;
    return Fetched ? <Fetched {...props} /> : <p class="loading">{say("web.loading")}</p>;
  };
}

/** Calls `load` and returns what it fetches; null until that is there, or if there is nothing to load. */
export function useLoaded<T>(load: (() => Promise<T>) | undefined): T | null {
  const [loaded, setLoaded] = useState<{ by: unknown; result: T } | null>(null);
  useEffect(() => {
    let isWanted = true;
    void load?.().then((result) => isWanted && setLoaded({ by: load, result }));
    return () => {
      isWanted = false;
    };
  }, [load]);
  return loaded && loaded.by === load ? loaded.result : null;
}
