// log.tsx: the log of a game: a line with its rule for each event. Pointing at a line marks its things on the board.
import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Thing } from "../core/actions";
import type { GameEvent, Seat } from "../core/protocol";
import { seatWord, sitterWord } from "../core/seats";
import { type GameSpeech, useSpeech } from "../core/words";
import { ClauseChip } from "../parts/clause-chip";
import { useReflow } from "../parts/reflow";
import { isEmpty, kindsIn, type LogFilter, NO_FILTER, passes } from "./log-filter";

/** Returns the things that an event names. */
function thingsOf(event: GameEvent, speech: GameSpeech): Thing[] {
  const kinds = speech.facts.events[event.event] ?? [];
  return event.args.flatMap((arg, i) =>
    arg !== null && kinds[i] && kinds[i] !== "number" ? [{ kind: kinds[i], name: String(arg) }] : [],
  );
}

/** A list that is scrolled to less than this from its end counts as being at its end. */
const NEAR_END_PX = 40;
/** A list that is scrolled to less than this from its beginning shows what came before. */
const NEAR_START_PX = 200;
/** What moves a list so soon after a touch, a wheel or a key is moved by the person. */
const TOUCH_MS = 1000;
/** How many lines are drawn at first, and how many more each time somebody scrolls up to them. */
const LINES_AT_ONCE = 300;

interface LogProps {
  log: GameEvent[];
  speech: GameSpeech;
  /** Marks these things on the board instead of those before. */
  mark: (things: Thing[]) => void;
  /** Said before the first line. */
  notes?: string[] | undefined;
  /** Who sits at the table, to filter by person. */
  seats?: Seat[];
  /** How many events came before the first one in `log`. */
  first?: number;
  /** Fetches an earlier part of the log. */
  loadEarlier?: () => Promise<boolean>;
}

/**
 * Returns a ref and a handler for a list that is kept scrolled to its end, unless the person has scrolled up. What comes
 * in front of the line `firstKey` moves nothing on the screen; `onStart` is called near the beginning.
 */
function useScrolling(length: number, firstKey: number | undefined, onStart: () => void) {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  const lastTop = useRef(0);
  const touchedAt = useRef(-Infinity);
  const drawn = useRef({ height: 0, firstKey });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const { scrollHeight } = element;
    if (isAtEnd.current) element.scrollTop = scrollHeight;
    else if (drawn.current.firstKey !== firstKey) element.scrollTop += scrollHeight - drawn.current.height;
    drawn.current = { height: scrollHeight, firstKey };
  }, [length, firstKey]);
  useReflow(list, true, () => {
    if (list.current && isAtEnd.current) list.current.scrollTop = list.current.scrollHeight;
  });
  const onTouch = () => void (touchedAt.current = performance.now());
  const onScroll = () => {
    const element = list.current;
    if (!element) return;
    // Layout moves the list, too, and the list may have grown before this event comes: so only a smaller scrollTop soon
    // after something that the person has done shows that he has scrolled up.
    const isByPerson = performance.now() - touchedAt.current < TOUCH_MS;
    const beyond = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (beyond < NEAR_END_PX) isAtEnd.current = true;
    else if (isByPerson && element.scrollTop < lastTop.current) isAtEnd.current = false;
    // What is above was larger for less than a frame. A search of the browser goes farther.
    if (isAtEnd.current && !isByPerson && beyond < element.clientHeight) element.scrollTop = element.scrollHeight;
    if (isByPerson) onTouch(); // a list goes on by itself after a swipe, and while its bar is dragged
    if (!isAtEnd.current && element.scrollTop < NEAR_START_PX) onStart();
    lastTop.current = element.scrollTop;
  };
  const touches = {
    onWheel: onTouch,
    onKeyDown: onTouch,
    onTouchMove: onTouch,
    onPointerDown: onTouch,
  };
  return { list, handlers: { onScroll, ...touches } };
}

/** Returns a function that fetches an earlier part of the log, one at a time; null if the log is whole. */
function useEarlier(first: number, load: (() => Promise<boolean>) | undefined): (() => void) | null {
  const isLoading = useRef(false);
  const [isDone, setDone] = useState(false);
  if (first === 0 || !load || isDone) return null;
  return () => {
    if (isLoading.current) return;
    isLoading.current = true;
    load()
      .then(
        (hasMore) => setDone(!hasMore),
        () => setDone(true), // a server that cannot tell is not asked again
      )
      .finally(() => (isLoading.current = false));
  };
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

interface FiltersProps {
  filter: LogFilter;
  setFilter: (filter: LogFilter) => void;
  log: GameEvent[];
  speech: GameSpeech;
  seats: Seat[];
}

function Filters({ filter, setFilter, log, speech, seats }: FiltersProps) {
  const common = useSpeech();
  const { say } = common;
  const kinds = useMemo(() => kindsIn(log, speech), [log, speech]);
  return (
    <div class="log-filters">
      <input
        type="search"
        value={filter.text}
        placeholder={say("web.log.search")}
        aria-label={say("web.log.filter")}
        onInput={(event) => setFilter({ ...filter, text: event.currentTarget.value })}
      />
      {seats.length > 0 && (
        <select
          class="log-seat"
          value={filter.seat}
          aria-label={say("web.log.by-seat")}
          onChange={(event) => setFilter({ ...filter, seat: event.currentTarget.value })}
        >
          <option value="">{say("web.log.all-seats")}</option>
          {seats.map((seat) => (
            <option key={seat.seat} value={seat.seat}>
              {sitterWord(common, seat)} · {seatWord(speech, seat.seat)}
            </option>
          ))}
        </select>
      )}
      <select
        class="log-kind"
        value={filter.kind}
        aria-label={say("web.log.by-kind")}
        onChange={(event) => setFilter({ ...filter, kind: event.currentTarget.value })}
      >
        <option value="">{say("web.log.all-kinds")}</option>
        <option value="turning">{say("web.log.turning")}</option>
        <option value="dice">{say("web.log.dice")}</option>
        {kinds.map(({ event, text }) => (
          <option key={event} value={event}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

export function Log({ log, speech, mark, notes = [], seats = [], first = 0, loadEarlier }: LogProps) {
  const { say } = useSpeech();
  const [filter, setFilter] = useState(NO_FILTER);
  const [drawnCount, setDrawnCount] = useState(LINES_AT_ONCE);
  const [pointedLine, setPointedLine] = useState<Line | null>(null);
  const lines = useLines(log, speech);
  const isFiltered = !isEmpty(filter);
  const found = isFiltered ? lines.filter(({ text, event }) => passes(filter, event, text, speech.facts)) : lines;
  const shown = found.slice(-drawnCount);
  const fetchEarlier = useEarlier(first, loadEarlier);
  // Whoever looks for something looks for it in the whole game.
  useEffect(() => {
    if (isFiltered) fetchEarlier?.();
  }, [isFiltered, fetchEarlier]);
  const showEarlier = () => {
    if (shown.length < found.length) setDrawnCount(drawnCount + LINES_AT_ONCE);
    else fetchEarlier?.();
  };
  const { list, handlers } = useScrolling(shown.length, shown[0]?.key, showEarlier);
  const pointAt = (line: Line) => {
    setPointedLine(line);
    mark(thingsOf(line.event, speech));
  };
  return (
    <section class="log" aria-label={say("web.log.title")}>
      <Filters filter={filter} setFilter={setFilter} log={log} speech={speech} seats={seats} />
      <ol
        ref={list}
        {...handlers}
        onPointerLeave={() => (setPointedLine(null), mark([]))}
        tabIndex={0}
        aria-label={say("web.log.title")}
      >
        {(fetchEarlier || shown.length < found.length) && (
          <li class="note log-earlier">
            <button type="button" class="small" onClick={showEarlier}>
              {say("web.log.earlier")}
            </button>
          </li>
        )}
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
        {shown.length === 0 && <li class="none">{say(isFiltered ? "web.log.no-match" : "web.log.empty")}</li>}
      </ol>
    </section>
  );
}
