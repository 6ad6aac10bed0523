// log.tsx: what happened, each line with its rule. Pointing at a line marks its things on the board.
import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Thing } from "../core/actions";
import type { GameEvent } from "../core/protocol";
import { type GameSpeech, useSpeech } from "../core/words";
import { ClauseChip } from "../parts/clause";

export function thingsOf(event: GameEvent, speech: GameSpeech): Thing[] {
  const kinds = speech.facts.events[event.event] ?? [];
  return event.args.flatMap((arg, i) =>
    arg !== null && kinds[i] && kinds[i] !== "number" ? [{ kind: kinds[i], name: String(arg) }] : [],
  );
}

interface LogProps {
  log: GameEvent[];
  speech: GameSpeech;
  mark(things: Thing[]): void;
}

/** Stays at its end, unless one reads further up. */
function useEnd(length: number) {
  const list = useRef<HTMLOListElement>(null);
  const atEnd = useRef(true);
  const last = useRef(0);
  useEffect(() => {
    const at = list.current;
    if (at && atEnd.current) at.scrollTop = at.scrollHeight;
  }, [length]);
  const onScroll = () => {
    const at = list.current;
    if (!at) return;
    // Told late: lines that came meanwhile are no reason to stay behind, going up is.
    if (at.scrollHeight - at.scrollTop - at.clientHeight < 40) atEnd.current = true;
    else if (at.scrollTop < last.current) atEnd.current = false;
    last.current = at.scrollTop;
  };
  return { list, onScroll };
}

interface Line {
  key: number;
  event: GameEvent;
  text: string;
  /** The same for as long as the line is: so only new lines are drawn when something happens. */
  drawn: VNode;
}

/** Lines that were drawn before are kept. */
function useLines(log: GameEvent[], speech: GameSpeech): Line[] {
  const kept = useMemo(() => new Map<GameEvent, Line>(), [speech]);
  return useMemo(
    () =>
      log.map((event) => {
        const known = kept.get(event);
        if (known) return known;
        const text = speech.event(event);
        const drawn = (
          <>
            <span>{text}</span> <ClauseChip id={event.clause} speech={speech} />
          </>
        );
        const line = { key: kept.size, event, text, drawn };
        kept.set(event, line);
        return line;
      }),
    [log, kept],
  );
}

export function Log({ log, speech, mark }: LogProps) {
  const { say } = useSpeech();
  const [wanted, setWanted] = useState("");
  const [held, setHeld] = useState<Line | null>(null);
  const lines = useLines(log, speech);
  const needle = wanted.trim().toLowerCase();
  const shown = needle
    ? lines.filter(({ text, event }) => `${text} ${event.clause}`.toLowerCase().includes(needle))
    : lines;
  const { list, onScroll } = useEnd(shown.length);
  const point = (line: Line) => {
    setHeld(line);
    mark(thingsOf(line.event, speech));
  };
  return (
    <section class="log" aria-label={say("web.log.title")}>
      <input
        type="search"
        value={wanted}
        placeholder={say("web.log.filter")}
        aria-label={say("web.log.filter")}
        onInput={(e) => setWanted(e.currentTarget.value)}
      />
      <ol
        ref={list}
        onScroll={onScroll}
        onPointerLeave={() => (setHeld(null), mark([]))}
        tabIndex={0}
        aria-label={say("web.log.title")}
      >
        {shown.map((line) => (
          <li
            key={line.key}
            class={held === line ? "held" : ""}
            onPointerEnter={() => point(line)}
            onClick={() => point(line)}
          >
            {line.drawn}
          </li>
        ))}
        {shown.length === 0 && <li class="none">{say(needle ? "web.log.no-match" : "web.log.empty")}</li>}
      </ol>
    </section>
  );
}
