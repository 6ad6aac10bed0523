// play.tsx: the table in play: question, actions, board, and beside it log, talk and seats.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { type Legal, readLegal, type Thing } from "../core/actions";
import { type Board, PointingContext } from "../core/board";
import { useMotion } from "../core/motion";
import { Refused } from "../core/protocol";
import type { Look, TableLike } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import { Trouble } from "../parts/trouble";
import { useAttention } from "./attention";
import { End } from "./end";
import { Log } from "./log";
import { usePicking } from "./pointing";
import { Prompt } from "./prompt";
import { Seats } from "./seats";
import { Talk } from "./talk";
import { Tray } from "./tray";
import { Undo } from "./undo";

interface PlayProps {
  model: TableLike;
  look: Look;
  board: Board;
  speech: GameSpeech;
  /** Nobody else is there: nothing to say, no seats to hand over. */
  alone?: boolean;
  /** What somebody at one's elbow says: beside the board, or above it where there is no room. */
  coach?: ComponentChildren;
  /** What he points at on the board. */
  marks?: Thing[] | undefined;
}

function useMedia(which: string): boolean {
  const query = useMemo(() => matchMedia(which), [which]);
  const [is, setIs] = useState(query.matches);
  useEffect(() => {
    const change = () => setIs(query.matches);
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, [query]);
  return is;
}

export const useNarrow = (): boolean => useMedia("(max-width: 719px)");

type Tab = "log" | "talk" | "seats";

function Beside({
  model,
  look,
  speech,
  mark,
  alone,
  coach,
}: Omit<PlayProps, "board"> & { mark(things: Thing[]): void }) {
  const { say } = useSpeech();
  const [tab, setTab] = useState<Tab>("log");
  const [read, setRead] = useState(0);
  const unread = tab === "talk" ? 0 : look.talks.length - read;
  const choose = (next: Tab) => {
    if (tab === "talk" || next === "talk") setRead(look.talks.length);
    setTab(next);
  };
  const title = { log: "web.log.title", talk: "web.talk.title", seats: "web.seats.title" };
  return (
    <aside class="beside">
      {coach}
      <div role="tablist" class="tabs">
        {(alone ? (["log"] as const) : (["log", "talk", "seats"] as const)).map((one) => (
          <button key={one} type="button" role="tab" aria-selected={tab === one} onClick={() => choose(one)}>
            {say(title[one])}
            {one === "talk" && unread > 0 && <span class="count">{unread}</span>}
          </button>
        ))}
      </div>
      {tab === "log" && <Log log={look.log} speech={speech} mark={mark} />}
      {tab === "talk" && <Talk model={model} look={look} speech={speech} />}
      {tab === "seats" && <Seats model={model} look={look} speech={speech} />}
    </aside>
  );
}

export function Play({ model, look, board: Shown, speech, alone = false, coach, marks = [] }: PlayProps) {
  const { say } = useSpeech();
  const { table, view, ask } = look;
  const [why, setWhy] = useState<unknown>(null);
  const [marked, setMarked] = useState<Thing[]>([]);
  const narrow = useNarrow();
  const above = useMedia("(max-width: 1000px)");
  const legal = useMemo(() => readLegal(ask?.legal ?? [], speech), [ask, speech]);
  // A question that has closed meanwhile needs no apology: the board shows the new one.
  const fail = (reason: unknown) => setWhy(reason instanceof Refused && reason.code === "stale" ? null : reason);
  const choose = (action: Legal) => void model.act(action.text).then(() => setWhy(null), fail);
  const picking = usePicking(legal, ask, choose, [...marked, ...marks]);
  const root = useMotion<HTMLDivElement>(view);
  const title = say(`${table.game}.title`);
  useAttention(ask !== null && !ask.auto, title, say("web.table.your-turn"));
  useEffect(() => {
    const key = (event: KeyboardEvent) => event.key === "Escape" && picking.clear();
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [picking]);
  return (
    <div class="play">
      {above && coach}
      <div class="question">
        {table.outcome ? (
          <End model={model} look={look} speech={speech} alone={alone} />
        ) : (
          <Prompt look={look} speech={speech} />
        )}
        {ask && <Tray picking={picking} foreseen={ask.foreseen} choose={choose} speech={speech} />}
        <Undo model={model} look={look} speech={speech} fail={fail} alone={alone} />
        {why !== null && <Trouble why={why} speech={speech} close={() => setWhy(null)} />}
      </div>
      <div class="board" ref={root} data-question={ask?.question}>
        {view && (
          <PointingContext.Provider value={picking.pointing}>
            <Shown
              view={view}
              situation={look.situation}
              foreseen={ask?.foreseen ?? {}}
              me={table.you}
              seats={table.seats}
              options={table.options}
              asked={table.open?.asked ?? []}
              step={table.open?.step ?? null}
              events={look.news}
              outcome={table.outcome ?? null}
              speech={speech}
              narrow={narrow}
            />
          </PointingContext.Provider>
        )}
      </div>
      <Beside model={model} look={look} speech={speech} mark={setMarked} alone={alone} coach={above ? null : coach} />
    </div>
  );
}
