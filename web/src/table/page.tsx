// page.tsx: a table, whatever its state: not for us, waiting for players, in play, over.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Board } from "../core/board";
import { type GamePart, gameNamed } from "../core/games";
import { me } from "../core/people";
import { boards } from "../core/settings";
import { TableModel } from "../core/table";
import { useValue } from "../core/value";
import { GameSpeech, loadGame, useSpeech } from "../core/words";
import { Trouble } from "../parts/trouble";
import { WhoAreYou } from "../pages/who";
import { Play } from "./play";
import { Room } from "./room";
import "./table.css";

interface Loaded {
  board: Board;
  speech: GameSpeech;
}

/** The game's own board, or the generic one that every game has. */
async function loadBoard(part: GamePart, generic: boolean): Promise<Board> {
  if (part.board && !generic) return (await part.board()).default;
  const [{ genericBoard }, declared] = await Promise.all([import("../generic/board"), part.declared()]);
  return genericBoard(declared.default);
}

/** The game's board and words, once they are here. */
export function useGame(game: string | undefined): Loaded | null {
  const { language } = useSpeech();
  const generic = useValue(boards) === "generic";
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    let wanted = true;
    const part = gameNamed(game);
    if (!part) return;
    void Promise.all([loadBoard(part, generic), loadGame(part.name, language)]).then(([board, words]) => {
      if (wanted) setLoaded({ board, speech: new GameSpeech(language, words) });
    });
    return () => {
      wanted = false;
    };
  }, [game, language, generic]);
  return loaded;
}

function Table({ table, invite }: { table: string; invite: string | undefined }) {
  const { say } = useSpeech();
  const model = useMemo(() => new TableModel(table, invite), [table, invite]);
  useEffect(() => () => model.stop(), [model]);
  const look = useValue(model.look);
  const trouble = useValue(model.trouble);
  const game = useGame(look?.table.game);
  if (trouble && !look) return <Trouble why={trouble} />;
  if (!look || !game) return <p class="loading">{say("web.loading")}</p>;
  const Shown = look.table.status === "lobby" || look.table.status === "cancelled" ? Room : Play;
  return (
    <>
      <h1 class="table-title">{say(`${look.table.game}.title`)}</h1>
      <Shown model={model} look={look} board={game.board} speech={game.speech} />
    </>
  );
}

export function TablePage(props: { table: string; invite: string | undefined }) {
  const who = useValue(me);
  if (who === undefined) return null;
  return who ? <Table {...props} /> : <WhoAreYou />;
}
