// lazy.tsx: parts of the client that are fetched when they are first needed.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useSpeech } from "./words";

/** The milliseconds after which a part that could not be fetched, perhaps because the server is away, is asked for again. */
const RETRY_AFTER = 2000;

/** Calls `load` until it succeeds or nobody wants the part any more; then passes on what it fetched. */
export function fetchPart<T>(load: () => Promise<T>, isWanted: () => boolean, take: (part: T) => void): void {
  load().then(
    (part) => isWanted() && take(part),
    () => setTimeout(() => isWanted() && fetchPart(load, isWanted, take), RETRY_AFTER),
  );
}

/** Returns a component that fetches the real one when it is first drawn, and says so until it is there. */
export function lazy<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  let fetched: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const { say } = useSpeech();
    const [, redraw] = useState({});
    useEffect(() => {
      let isWanted = !fetched;
      if (isWanted)
        fetchPart(
          load,
          () => isWanted,
          (loaded) => {
            fetched = loaded.default;
            redraw({});
          },
        );
      return () => {
        isWanted = false;
      };
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
    if (load)
      fetchPart(
        load,
        () => isWanted,
        (result) => setLoaded({ by: load, result }),
      );
    return () => {
      isWanted = false;
    };
  }, [load]);
  return loaded && loaded.by === load ? loaded.result : null;
}
