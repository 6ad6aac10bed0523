// log.tsx: the log of a game: a line with its rule for each event. Pointing at a line marks its things on the board.
import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Thing } from "../core/actions";
import type { GameEvent } from "../core/protocol";
import { type GameSpeech, useSpeech } from "../core/words";
import { ClauseChip } from "../parts/clause-chip";

/** Returns the things that an event names. */
function thingsOf(event: GameEvent, speech: GameSpeech): Thing[] {
  const kinds = speech.facts.events[event.event] ?? [];
  return event.args.flatMap((arg, i) =>
    arg !== null && kinds[i] && kinds[i] !== "number" ? [{ kind: kinds[i], name: String(arg) }] : [],
  );
}

/** A list that is scrolled to less than this from its end counts as being at its end. */
const NEAR_END_PX = 40;

interface LogProps {
  log: GameEvent[];
  speech: GameSpeech;
  /** Marks these things on the board instead of those before. */
  mark: (things: Thing[]) => void;
  /** Said before the first line. */
  notes?: string[] | undefined;
}

/** Returns a ref and a handler for a list that is kept scrolled to its end, unless the person has scrolled up. */
function useScrollToEnd(length: number) {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  const lastTop = useRef(0);
  useEffect(() => {
    const element = list.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [length]);
  const onScroll = () => {
    const element = list.current;
    if (!element) return;
    // This event comes late: the list may have grown meanwhile, so only a smaller scrollTop shows that the person
    // has scrolled up.
    if (element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX) isAtEnd.current = true;
    else if (element.scrollTop < lastTop.current) isAtEnd.current = false;
    lastTop.current = element.scrollTop;
  };
  return { list, onScroll };
}

interface Line {
  key: number;
  event: GameEvent;
  text: string;
  /** Always the same object for a line, so that only new lines are drawn when something happens. */
  drawn: VNode;
}

function makeLine(key: number, event: GameEvent, speech: GameSpeech): Line {
  const text = speech.event(event);
  const drawn = (
    <>
      <span>{text}</span> <ClauseChip id={event.clause} speech={speech} />
    </>
  );
  return { key, event, text, drawn };
}

/** Returns the lines of a log. A line is made once, and again only when the language changes. */
function useLines(log: GameEvent[], speech: GameSpeech): Line[] {
  const cache = useRef({ speech, lines: new Map<GameEvent, Line>() });
  return useMemo(() => {
    if (cache.current.speech !== speech) cache.current = { speech, lines: new Map() };
    const { lines } = cache.current;
    return log.map((event) => {
      const line = lines.get(event) ?? makeLine(lines.size, event, speech);
      lines.set(event, line);
      return line;
    });
  }, [log, speech]);
}

export function Log({ log, speech, mark, notes = [] }: LogProps) {
  const { say } = useSpeech();
  const [search, setSearch] = useState("");
  const [pointedLine, setPointedLine] = useState<Line | null>(null);
  const lines = useLines(log, speech);
  const wanted = search.trim().toLowerCase();
  const shown = wanted
    ? lines.filter(({ text, event }) => `${text} ${event.clause}`.toLowerCase().includes(wanted))
    : lines;
  const { list, onScroll } = useScrollToEnd(shown.length);
  const pointAt = (line: Line) => {
    setPointedLine(line);
    mark(thingsOf(line.event, speech));
  };
  return (
    <section class="log" aria-label={say("web.log.title")}>
      <input
        type="search"
        value={search}
        placeholder={say("web.log.filter")}
        aria-label={say("web.log.filter")}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      <ol
        ref={list}
        onScroll={onScroll}
        onPointerLeave={() => (setPointedLine(null), mark([]))}
        tabIndex={0}
        aria-label={say("web.log.title")}
      >
        {notes.map((note) => (
          <li key={note} class="note">
            {note}
          </li>
        ))}
        {shown.map((line) => (
          <li
            key={line.key}
            class={pointedLine === line ? "held" : ""}
            onPointerEnter={() => pointAt(line)}
            onClick={() => pointAt(line)}
          >
            {line.drawn}
          </li>
        ))}
        {shown.length === 0 && <li class="none">{say(wanted ? "web.log.no-match" : "web.log.empty")}</li>}
      </ol>
    </section>
  );
}
