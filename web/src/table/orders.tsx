// orders.tsx: answers in advance: "when I am asked this, answer that". Nobody else learns of them. What can be ordered
// are the answers to questions that the person has been asked at this table before.
import { useEffect, useMemo, useState } from "preact/hooks";
import { readActions } from "../core/actions";
import { observable, type Observable, useObservable } from "../core/observable";
import type { Ask, Order } from "../core/protocol";
import type { PlayableTable, TableState } from "../core/table";
import { type GameSpeech, useSpeech } from "../core/words";
import { type KnownAnswers, withAsk } from "./known-answers";

/** The most standing orders that the server stores for a seat. */
const MOST_ORDERS = 8;
const keyOf = (table: string) => `known-answers:${table}`;

function readKnown(table: string): KnownAnswers {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(table)) ?? "{}") as KnownAnswers;
  } catch {
    return {};
  }
}

/** Remembers what the person was asked at a table, until the window is closed. */
function useKnownAnswers(table: string, ask: Ask | null): KnownAnswers {
  const known: Observable<KnownAnswers> = useMemo(() => observable(readKnown(table)), [table]);
  useEffect(() => {
    if (!ask || ask.auto) return;
    known.set(withAsk(known.get(), ask));
    sessionStorage.setItem(keyOf(table), JSON.stringify(known.get()));
  }, [known, table, ask]);
  return useObservable(known);
}

interface OrdersProps {
  model: PlayableTable;
  state: TableState;
  speech: GameSpeech;
  onError: (error: unknown) => void;
}

/** A form for one more answer in advance. */
function OrderForm({ known, speech, add }: { known: KnownAnswers; speech: GameSpeech; add: (order: Order) => void }) {
  const { say } = useSpeech();
  const [chosenStep, setStep] = useState("");
  const [chosenAction, setAction] = useState("");
  const [isOnce, setOnce] = useState(true);
  const step = chosenStep in known ? chosenStep : (Object.keys(known)[0] ?? "");
  const { legal = [], pass } = known[step] ?? {};
  const actions = readActions(legal, speech);
  const action = actions.some(({ text }) => text === chosenAction) ? chosenAction : (actions[0]?.text ?? "");
  // Nobody passes for ever by mistake: there are orders that end by themselves for that (keep-passing.tsx).
  const isPass = action === pass;
  return (
    <form
      class="order-form"
      onSubmit={(event) => {
        event.preventDefault();
        add({ step, action, once: isOnce || isPass });
      }}
    >
      <label>
        {say("web.orders.step")}
        <select value={step} onChange={(event) => setStep(event.currentTarget.value)}>
          {Object.keys(known).map((name) => (
            <option key={name} value={name}>
              {speech.prompt(name)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {say("web.orders.action")}
        <select value={action} onChange={(event) => setAction(event.currentTarget.value)}>
          {actions.map(({ text, words }) => (
            <option key={text} value={text}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={isOnce || isPass}
          disabled={isPass}
          onChange={(event) => setOnce(event.currentTarget.checked)}
        />
        {say("web.orders.once")}
      </label>
      <button type="submit" class="small">
        {say("web.orders.add")}
      </button>
    </form>
  );
}

/** The answers in advance, below the question: folded, unless there are some. */
export function Orders({ model, state, speech, onError }: OrdersProps) {
  const { say } = useSpeech();
  const { wishes, status, table } = state.table;
  const known = useKnownAnswers(table, state.ask);
  if (!wishes || status !== "running") return null;
  const orders = wishes.orders.filter(({ until }) => !until);
  const passing = wishes.orders.filter(({ until }) => until); // beside the question: keep-passing.tsx
  const send = (next: Order[]) => void model.request("wishes", { orders: [...passing, ...next] }).catch(onError);
  const orderWords = ({ step, action, once }: Order) => {
    const words = readActions([action], speech)[0]?.words ?? action;
    return say(once ? "web.orders.order-once" : "web.wishes.order", speech.prompt(step), words);
  };
  const isKnown = Object.keys(known).length > 0;
  if (!isKnown && orders.length === 0) return null;
  return (
    <details class="orders" data-harmless="">
      <summary>
        {say("web.orders.title")} {orders.length > 0 && <span class="count">{orders.length}</span>}
      </summary>
      <p class="note">{say("web.orders.about")}</p>
      <ul>
        {orders.map((order, n) => (
          <li key={n} class="order">
            {orderWords(order)}{" "}
            <button type="button" class="small" onClick={() => send(orders.filter((_, i) => i !== n))}>
              {say("web.wishes.drop")}
            </button>
          </li>
        ))}
      </ul>
      {isKnown && wishes.orders.length < MOST_ORDERS && (
        <OrderForm
          known={known}
          speech={speech}
          add={(order) => send([...orders.filter(({ step }) => step !== order.step), order])}
        />
      )}
    </details>
  );
}
