// replace.tsx: the proposal to let a bot play for somebody who is absent, to which the others agree or not.
import { playerWord } from "../core/seats";
import type { PlayableTable, TableState } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import { Vote } from "./vote";

interface Props {
  model: PlayableTable;
  state: TableState;
  speech: GameSpeech;
  onError: (error: unknown) => void;
}

export function Replace({ model, state, speech, onError }: Props) {
  const { say } = useSpeech();
  const { you, replace, seats } = state.table;
  if (!replace) return null;
  const send = (agree: boolean) => void model.request("replace_answer", { agree }).catch(onError);
  const isOwn = replace.by === you;
  const isAsked = you !== null && replace.waits_for.includes(you);
  const player = (seat: string) => playerWord(speech, seats, seat);
  return (
    <Vote
      asked={say("web.replace.wanted", player(replace.by), player(replace.seat))}
      waitsFor={replace.waits_for.map(player)}
      expires={replace.expires}
      isAsked={isAsked}
      isOwn={isOwn}
      send={send}
    />
  );
}
