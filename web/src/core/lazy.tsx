// lazy.tsx: pages that are fetched when somebody wants them.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useSpeech } from "./words";

export function lazy<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  let known: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const { say } = useSpeech();
    const [, redraw] = useState({});
    useEffect(() => {
      if (known) return;
      void load().then((loaded) => {
        known = loaded.default;
        redraw({});
      });
    }, []);
    const Loaded = known;
    return Loaded ? <Loaded {...props} /> : <p class="loading">{say("web.loading")}</p>;
  };
}

/** What is fetched when somebody wants it; null until it is here, or if there is nothing to fetch. */
export function useLoaded<T>(load: (() => Promise<T>) | undefined): T | null {
  const [loaded, setLoaded] = useState<{ by: unknown; what: T } | null>(null);
  useEffect(() => {
    let wanted = true;
    void load?.().then((what) => wanted && setLoaded({ by: load, what }));
    return () => {
      wanted = false;
    };
  }, [load]);
  return loaded && loaded.by === load ? loaded.what : null;
}
