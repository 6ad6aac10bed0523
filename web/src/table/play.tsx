// play.tsx: a table during and after the game: the question, the actions, the board, and beside it log, talk and seats.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { type LegalAction, readActions, type Thing } from "../core/actions";
import { type Board, PointingContext } from "../core/board";
import { useMotion } from "../core/motion";
import { Refused } from "../core/protocol";
import type { PlayableTable, TableState } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import { ErrorMessage } from "../parts/error-message";
import { GameEnd } from "./game-end";
import { Log } from "./log";
import { usePicking } from "./pointing";
import { Prompt } from "./prompt";
import { Seats } from "./seats";
import { Talk } from "./talk";
import { Tray } from "./tray";
import { useTurnNotice } from "./turn-notice";
import { Undo } from "./undo";

interface PlayProps {
  model: PlayableTable;
  state: TableState;
  board: Board;
  speech: GameSpeech;
  /** Whether the table has no server: there is nobody to talk to, and no seat to hand over. */
  alone?: boolean;
  /** The coach: beside the board, or above it where there is no room. */
  coach?: ComponentChildren;
  /** The things that the coach points at on the board. */
  marks?: Thing[] | undefined;
}

/** Returns whether a CSS media query applies to the window. */
function useMediaQuery(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query]);
  const [matches, setMatches] = useState(list.matches);
  useEffect(() => {
    const onChange = () => setMatches(list.matches);
    list.addEventListener("change", onChange);
    return () => list.removeEventListener("change", onChange);
  }, [list]);
  return matches;
}

/** Returns whether the window is as narrow as a phone. */
export const useNarrow = (): boolean => useMediaQuery("(max-width: 719px)");

const TAB_TITLES = { log: "web.log.title", talk: "web.talk.title", seats: "web.seats.title" };
type Tab = keyof typeof TAB_TITLES;

interface SidePanelProps extends Omit<PlayProps, "board" | "marks"> {
  /** Marks these things on the board. */
  mark: (things: Thing[]) => void;
}

/** The coach, and the tabs with log, talk and seats. */
function SidePanel({ model, state, speech, mark, alone, coach }: SidePanelProps) {
  const { say } = useSpeech();
  const [tab, setTab] = useState<Tab>("log");
  const [readCount, setReadCount] = useState(0);
  const unreadCount = tab === "talk" ? 0 : state.talks.length - readCount;
  const chooseTab = (next: Tab) => {
    if (tab === "talk" || next === "talk") setReadCount(state.talks.length);
    setTab(next);
  };
  const tabs: Tab[] = alone ? ["log"] : ["log", "talk", "seats"];
  const notes = state.table.rule_changes?.map(({ moves, from, to }) => say("table.rules-changed", moves, from, to));
  return (
    <aside class="beside">
      {coach}
      <div role="tablist" class="tabs">
        {tabs.map((choice) => (
          <button
            key={choice}
            type="button"
            role="tab"
            aria-selected={tab === choice}
            onClick={() => chooseTab(choice)}
          >
            {say(TAB_TITLES[choice])}
            {choice === "talk" && unreadCount > 0 && <span class="count">{unreadCount}</span>}
          </button>
        ))}
      </div>
      {tab === "log" && <Log log={state.log} speech={speech} mark={mark} notes={notes} />}
      {tab === "talk" && <Talk model={model} state={state} speech={speech} />}
      {tab === "seats" && <Seats model={model} state={state} speech={speech} />}
    </aside>
  );
}

export function Play({ model, state, board: Shown, speech, alone = false, coach, marks = [] }: PlayProps) {
  const { say } = useSpeech();
  const { table, view, ask } = state;
  const [error, setError] = useState<unknown>(null);
  const [marked, setMarked] = useState<Thing[]>([]);
  const narrow = useNarrow();
  const coachIsAbove = useMediaQuery("(max-width: 1000px)");
  const legal = useMemo(() => readActions(ask?.legal ?? [], speech), [ask, speech]);
  // An answer to a question that has closed meanwhile is no error to show: the board has the new question already.
  const showError = (reason: unknown) => setError(reason instanceof Refused && reason.code === "stale" ? null : reason);
  const choose = (action: LegalAction) => void model.act(action.text).then(() => setError(null), showError);
  const picking = usePicking(legal, ask, speech.facts.implied, choose, [...marked, ...marks]);
  const root = useMotion<HTMLDivElement>(view);
  useTurnNotice(ask !== null && !ask.auto, say(`${table.game}.title`), say("web.table.your-turn"));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && picking.clear();
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [picking]);
  return (
    <div class="play">
      {coachIsAbove && coach}
      <div class="question">
        {table.outcome ? (
          <GameEnd model={model} state={state} speech={speech} alone={alone} />
        ) : (
          <Prompt state={state} speech={speech} />
        )}
        {ask && <Tray picking={picking} foreseen={ask.foreseen} choose={choose} speech={speech} />}
        <Undo model={model} state={state} speech={speech} onError={showError} alone={alone} />
        {error !== null && <ErrorMessage error={error} speech={speech} onClose={() => setError(null)} />}
      </div>
      <div class="board" ref={root} data-question={ask?.question}>
        {view && (
          <PointingContext.Provider value={picking.pointing}>
            <Shown
              view={view}
              situation={state.situation}
              foreseen={ask?.foreseen ?? {}}
              me={table.you}
              seats={table.seats}
              options={table.options}
              asked={table.open?.asked ?? []}
              step={table.open?.step ?? null}
              events={state.news}
              outcome={table.outcome ?? null}
              speech={speech}
              narrow={narrow}
            />
          </PointingContext.Provider>
        )}
      </div>
      <SidePanel
        model={model}
        state={state}
        speech={speech}
        mark={setMarked}
        alone={alone}
        coach={coachIsAbove ? null : coach}
      />
    </div>
  );
}
