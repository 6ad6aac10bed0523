// page.tsx: the page of a table, before, during and after the game.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Board } from "../core/board";
import { currentPerson } from "../core/current-person";
import { type GamePart, gameNamed } from "../core/games";
import { lazy } from "../core/lazy";
import { useObservable } from "../core/observable";
import { boards } from "../core/settings";
import { ServerTable } from "../core/table";
import { GameSpeech, loadGame, useSpeech } from "../core/words";
import { SignInForm } from "../pages/sign-in";
import { ErrorMessage } from "../parts/error-message";
import { Play } from "./play";
import { WaitingRoom } from "./waiting-room";
import "./table.css";

const ReplayPage = lazy(() => import("../replay/page"));

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
    void Promise.all([loadBoard(part, wantsGeneric), loadGame(part.name, language)]).then(([board, words]) => {
      if (isWanted) setLoaded({ board, speech: new GameSpeech(language, words) });
    });
    return () => {
      isWanted = false;
    };
  }, [game, language, wantsGeneric]);
  return loaded;
}

function Table({ table, invite }: { table: string; invite: string | undefined }) {
  const { say } = useSpeech();
  const model = useMemo(() => new ServerTable(table, invite), [table, invite]);
  useEffect(() => () => model.stop(), [model]);
  const state = useObservable(model.state);
  const refusal = useObservable(model.refusal);
  const game = useGame(state?.table.game);
  if (refusal && !state) return <ErrorMessage error={refusal} />;
  if (!state || !game) return <p class="loading">{say("web.loading")}</p>;
  const { game: name, status } = state.table;
  // The server does not have the rules of this game any more, but it has what was seen of it.
  if (status === "over" && !state.view) return <ReplayPage table={table} />;
  const Stage = status === "lobby" || status === "cancelled" ? WaitingRoom : Play;
  return (
    <>
      <h1 class="table-title">{say(`${name}.title`)}</h1>
      <Stage model={model} state={state} board={game.board} speech={game.speech} />
    </>
  );
}

/** People sign in before they see a table. */
export function TablePage(props: { table: string; invite: string | undefined }) {
  const person = useObservable(currentPerson);
  if (person === undefined) return null;
  return person ? <Table {...props} /> : <SignInForm />;
}
