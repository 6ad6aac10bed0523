// page.tsx: the page of a table, before, during and after the game.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Board } from "../core/board";
import { withBoardStyles } from "../core/board-styles";
import { currentPerson } from "../core/current-person";
import { type GamePart, gameNamed } from "../core/games";
import { lazy } from "../core/lazy";
import { useObservable } from "../core/observable";
import { boards } from "../core/settings";
import { ServerTable } from "../core/table";
import { GameSpeech, loadGame, useSpeech } from "../core/words";
import { ErrorMessage } from "../parts/error-message";
import { DiceAlarm, DiceDuring, useDice } from "./dice";
import { Door } from "./door";
import { usePacedTable } from "./paced";
import { Play } from "./play";
import { useUnhurried } from "./unhurried";
import { WaitingRoom } from "./waiting-room";
import "./table.css";
import "./tempo.css";

const ReplayPage = lazy(() => withBoardStyles(() => import("../replay/page")));

export interface LoadedGame {
  board: Board;
  speech: GameSpeech;
}

/** Returns the game's own board, or the generic one if it is wanted or the game brings no board. */
async function loadBoard(part: GamePart, wantsGeneric: boolean): Promise<Board> {
  if (part.board && !wantsGeneric) return (await part.board()).default;
  const [{ genericBoard }, declared] = await Promise.all([import("../generic/board"), part.declared()]);
  return genericBoard(declared.default);
}

/** Returns the board and the words of a game; null until they are loaded. */
export function useGame(game: string | undefined): LoadedGame | null {
  const { language } = useSpeech();
  const wantsGeneric = useObservable(boards) === "generic";
  const [loaded, setLoaded] = useState<LoadedGame | null>(null);
  useEffect(() => {
    let isWanted = true;
    const part = gameNamed(game);
    if (!part) return;
    void Promise.all([withBoardStyles(() => loadBoard(part, wantsGeneric)), loadGame(part.name, language)]).then(
      ([board, words]) => {
        if (isWanted) setLoaded({ board, speech: new GameSpeech(language, words) });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [game, language, wantsGeneric]);
  return loaded;
}

interface TableProps {
  table: string;
  invite: string | undefined;
  /** The seat that the person chose before saying who they are. */
  wantedSeat: string | null;
}

/** Sits down where the person wanted to, once the table is known. */
function useWantedSeat(model: ServerTable, isKnown: boolean, seat: string | null): unknown {
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (isKnown && seat) model.request("join", { seat }).catch(setError);
  }, [model, isKnown, seat]);
  return error;
}

function Table({ table, invite, wantedSeat }: TableProps) {
  const { say } = useSpeech();
  const model = useMemo(() => new ServerTable(table, invite), [table, invite]);
  useEffect(() => () => model.stop(), [model]);
  const refusal = useObservable(model.refusal);
  const game = useGame(useObservable(model.state)?.table.game);
  useDice(model, table, game?.speech ?? null);
  const paced = usePacedTable(model, game?.speech ?? null);
  const state = useObservable(paced.state);
  useUnhurried(model, state);
  const seatError = useWantedSeat(model, state !== null, wantedSeat);
  const isRemoved = refusal?.code === "removed";
  if (refusal && (!state || (isRemoved && !state.table.public))) return <ErrorMessage error={refusal} />;
  if (!state || !game) return <p class="loading">{say("web.loading")}</p>;
  const { game: name, status } = state.table;
  // The server does not have the rules of this game any more, but it has what was seen of it.
  if (status === "over" && !state.view) return <ReplayPage table={table} />;
  const Stage = status === "lobby" || status === "cancelled" ? WaitingRoom : Play;
  return (
    <main>
      <DiceAlarm />
      <h1 class="table-title">
        {say(`${name}.title`)}
        <DiceDuring state={state} />
      </h1>
      {seatError !== null && <ErrorMessage error={seatError} />}
      {isRemoved && <ErrorMessage error={refusal} onClose={() => model.refusal.set(null)} />}
      <Stage model={paced} state={state} board={game.board} speech={game.speech} />
    </main>
  );
}

/** Whoever follows a link sees whose table it is and who sits there, and only then says who they are. */
export function TablePage({ table, invite }: { table: string; invite: string | undefined }) {
  const person = useObservable(currentPerson);
  const [wantedSeat, setWantedSeat] = useState<string | null>(null);
  if (person === undefined) return null;
  if (person) return <Table table={table} invite={invite} wantedSeat={wantedSeat} />;
  return <Door table={table} invite={invite} chooseSeat={setWantedSeat} />;
}
