// keep-passing.tsx: passing for a while: for this announcement, for this phase, or until one is concerned. Each of them
// ends by itself; until then it is said beside the question, and can be ended with a press.
import type { Order } from "../core/protocol";
import { ownSeat } from "../core/seats";
import type { PlayableTable, TableState } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";

type Until = NonNullable<Order["until"]>;

const ENDS: Until[] = ["announcement", "phase", "concerned"];

interface Props {
  model: PlayableTable;
  state: TableState;
  speech: GameSpeech;
  onError: (error: unknown) => void;
}

/** Offers orders that end by themselves. One replaces the other: there is one for each step. */
export function KeepPassing({ model, state, speech, onError }: Props) {
  const { say } = useSpeech();
  const { ask, table } = state;
  const { wishes, status } = table;
  if (!wishes || status !== "running" || !ownSeat(table)) return null;
  const give = (orders: Order[]) => void model.request("wishes", { orders }).catch(onError);
  const kept = wishes.orders.find(({ until }) => until);
  if (kept)
    return (
      <p class="tempo-band kept-passing" role="status">
        <span>{say(`web.wishes.kept.${kept.until}`)}</span>
        <button
          type="button"
          class="small"
          data-harmless=""
          onClick={() => give(wishes.orders.filter(({ until }) => !until))}
        >
          {say("web.wishes.ask-again")}
        </button>
      </p>
    );
  if (!ask?.pass || ask.auto || !speech.facts.reactions.includes(ask.step)) return null;
  const { step, pass } = ask;
  return (
    <details class="keep-passing">
      <summary>{say("web.wishes.keep-passing")}</summary>
      <div class="keep-passing-ends">
        {ENDS.map((until) => (
          <button
            key={until}
            type="button"
            class="small"
            data-until={until}
            onClick={() => give([{ step, action: pass, until }, ...wishes.orders.filter((order) => !order.until)])}
          >
            {say(`web.wishes.until.${until}`)}
          </button>
        ))}
      </div>
      <p class="note">{say("web.wishes.always-ends")}</p>
    </details>
  );
}
