// play.tsx: a table during and after the game on one screen: the question with its actions, the board with one's hand, and
// beside it log, talk and seats. The page does not scroll; only parts of it do.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { readActions, type Thing } from "../core/actions";
import { type Board, type Pointing, PointingContext } from "../core/board";
import { useMotion } from "../core/motion";
import { Refused } from "../core/protocol";
import type { PacedTable } from "../core/paced-table";
import { useToldSpeech } from "../core/seats";
import { pointed } from "../core/settings";
import type { TableState } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import { ErrorMessage } from "../parts/error-message";
import { Announcer } from "./announcer";
import { Confirm } from "./confirm";
import { ConnectionBand } from "./connection-band";
import { GameEnd } from "./game-end";
import { KeepPassing } from "./keep-passing";
import { Log } from "./log";
import { useEvening } from "./evening";
import { Orders } from "./orders";
import { usePicking } from "./pointing";
import { Prompt } from "./prompt";
import { Recap } from "./recap";
import { Replace } from "./replace";
import { Seats } from "./seats";
import { SheetHandle, useSheet } from "./sheet";
import { useChoiceInSight } from "./sight";
import { useSignals } from "./signals";
import { Strip } from "./strip";
import { Talk } from "./talk";
import { Tempo } from "./tempo";
import { Tray } from "./tray";
import { useTurnNotice } from "./turn-notice";
import { Undo } from "./undo";

interface PlayProps {
  model: PacedTable;
  state: TableState;
  board: Board;
  speech: GameSpeech;
  /** Whether the table has no server: there is nobody to talk to, and no seat to hand over. */
  alone?: boolean;
  /** What else can be done during the game, at a table without a server. */
  meanwhile?: ComponentChildren;
  /** What can be done after the game, at a table without a server. */
  afterwards?: ComponentChildren;
  /** The coach: above the log, or below the question where there is no room. */
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

const TAB_TITLES = {
  board: "web.table.board",
  log: "web.log.title",
  talk: "web.talk.title",
  seats: "web.seats.title",
};
type Tab = keyof typeof TAB_TITLES;

interface SidePanelProps extends Omit<PlayProps, "board" | "marks"> {
  /** The words of the log. */
  told: GameSpeech;
  /** Marks these things on the board. */
  mark: (things: Thing[]) => void;
  /** Whether the board is one of the tabs, because there is no room for anything beside it. */
  narrow: boolean;
  tab: Tab;
  setTab: (tab: Tab) => void;
}

/** The coach, and the tabs with log, talk and seats. */
function SidePanel({ model, state, speech, told, mark, alone, coach, narrow, tab, setTab }: SidePanelProps) {
  const { say, language } = useSpeech();
  const [readCount, setReadCount] = useState(0);
  const unreadCount = tab === "talk" ? 0 : state.talks.length - readCount;
  const chooseTab = (next: Tab) => {
    if (tab === "talk" || next === "talk") setReadCount(state.talks.length);
    setTab(next);
  };
  const tabs: Tab[] = [
    ...(narrow ? ["board" as const] : []),
    "log",
    ...(alone ? [] : ["talk" as const, "seats" as const]),
  ];
  const { rule_changes: changes = [], looked } = state.table;
  const notes = [
    ...changes.map(({ moves, from, to }) => say("table.rules-changed", moves, from, to)),
    ...(looked ? [say("table.looked", new Date(looked).toLocaleString(language))] : []),
  ];
  return (
    <aside class="beside" aria-label={say("web.table.beside")}>
      {coach}
      <div role="tablist" class="tabs">
        {tabs.map((choice) => (
          <button
            key={choice}
            type="button"
            role="tab"
            aria-selected={tab === choice}
            data-shows={choice}
            onClick={() => chooseTab(choice)}
          >
            {say(TAB_TITLES[choice])}
            {choice === "talk" && unreadCount > 0 && <span class="count">{unreadCount}</span>}
          </button>
        ))}
      </div>
      {/* On a phone the log goes on unseen while the board is shown. */}
      {(tab === "log" || tab === "board") && (
        <Log
          log={state.log}
          first={state.logFirst}
          loadEarlier={() => model.loadEarlier()}
          seats={state.table.seats}
          speech={told}
          mark={mark}
          notes={notes}
        />
      )}
      {tab === "talk" && <Talk model={model} state={state} speech={speech} />}
      {tab === "seats" && <Seats model={model} state={state} speech={speech} />}
    </aside>
  );
}

export function Play({
  model,
  state,
  board: Shown,
  speech,
  alone = false,
  meanwhile,
  afterwards,
  coach,
  marks = [],
}: PlayProps) {
  const { say } = useSpeech();
  const { table, view, ask } = state;
  const told = useToldSpeech(speech, table.seats);
  const [error, setError] = useState<unknown>(null);
  const [marked, setMarked] = useState<Thing[]>([]);
  const narrow = useNarrow();
  const coachIsBelow = useMediaQuery("(max-width: 1000px)");
  const sheet = useSheet();
  const [chosenTab, setTab] = useState<Tab>("board");
  const tab = chosenTab === "board" && !narrow ? "log" : chosenTab;
  const legal = useMemo(() => readActions(ask?.legal ?? [], speech), [ask, speech]);
  // An answer to a question that has closed meanwhile is no error to show: the board has the new question already.
  const showError = (reason: unknown) => setError(reason instanceof Refused && reason.code === "stale" ? null : reason);
  const { page, answering, recap, stopped, tools } = useEvening({ model, state, speech, alone, onError: showError });
  const { choose } = answering;
  const picking = usePicking(legal, ask, speech.facts.implied, choose, [...marked, ...marks]);
  const pointing: Pointing = {
    ...picking.pointing,
    press: (thing, also) => {
      pointed.set("yes");
      picking.pointing.press(thing, also);
    },
  };
  const root = useMotion<HTMLDivElement>(view);
  useChoiceInSight(root, ask);
  useTurnNotice(ask !== null && !ask.auto, say(`${table.game}.title`), say("web.table.your-turn"));
  useSignals(state, speech);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && picking.clear();
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [picking]);
  return (
    <div class="play" ref={page} data-tab={tab} data-sheet={sheet.height}>
      <Announcer log={state.log} speech={told} />
      <section class="question" data-part="question" aria-label={say("web.table.question")}>
        {narrow && <SheetHandle {...sheet} />}
        {!alone && <ConnectionBand isNeeded={table.status === "running"} />}
        <Tempo model={model} state={state} speech={speech} onError={showError} />
        {table.outcome ? (
          <GameEnd model={model} state={state} speech={told} alone={alone} afterwards={afterwards} />
        ) : (
          <Prompt state={state} speech={speech} />
        )}
        {ask && (
          <Tray picking={picking} foreseen={ask.foreseen} choose={choose} speech={speech} coached={!!coach}>
            <Confirm answering={answering} />
          </Tray>
        )}
        <KeepPassing model={model} state={state} speech={speech} onError={showError} />
        {stopped}
        {error !== null && <ErrorMessage error={error} speech={speech} onClose={() => setError(null)} />}
        {coachIsBelow && coach}
        <Undo model={model} state={model.now() ?? state} speech={speech} onError={showError} />
        <Replace model={model} state={state} speech={speech} onError={showError} />
        {tools}
        {meanwhile}
        {!alone && <Orders model={model} state={state} speech={speech} onError={showError} />}
      </section>
      <section class="stage" aria-label={say("web.table.board")}>
        <Strip model={model} state={state} speech={told} />
        <div class="board" ref={root} data-question={ask?.question} data-part="board">
          {view && (
            <PointingContext.Provider value={pointing}>
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
                speech={told}
                narrow={narrow}
              />
            </PointingContext.Provider>
          )}
        </div>
      </section>
      <Recap recap={recap} model={model} state={state} speech={told} />
      <SidePanel
        model={model}
        state={state}
        speech={speech}
        told={told}
        mark={setMarked}
        alone={alone}
        coach={coachIsBelow ? null : coach}
        narrow={narrow}
        tab={tab}
        setTab={setTab}
      />
    </div>
  );
}
