// push-settings.tsx: the part of the form for notices that lets this browser be told; where that cannot be, it says why.
import { useEffect, useState } from "preact/hooks";
import { beginPush, endPush, findSubscription, pushObstacle, type PushObstacle, whenWorkerIsReady } from "../core/push";
import { useSpeech } from "../core/words";

interface State {
  /** Why this browser cannot be told. */
  obstacle: PushObstacle | "denied" | null;
  /** The endpoint of this browser's subscription. */
  endpoint: string | null;
}

async function findState(): Promise<State> {
  const obstacle = pushObstacle();
  if (obstacle) return { obstacle, endpoint: null };
  if (!(await navigator.serviceWorker.getRegistration())) return { obstacle: "no-worker", endpoint: null };
  if (Notification.permission === "denied") return { obstacle: "denied", endpoint: null };
  return { obstacle: null, endpoint: (await findSubscription())?.endpoint ?? null };
}

interface Props {
  /** The server's key, and the endpoints that it tells. */
  serverKey: string;
  endpoints: string[];
  /** Shows the server's answer to a change. */
  showAnswer: (answer: unknown) => void;
  showError: (error: unknown) => void;
  /** Ends all subscriptions of the person. */
  endAll: () => void;
}

export function PushSettings({ serverKey, endpoints, showAnswer, showError, endAll }: Props) {
  const { say, language } = useSpeech();
  const [state, setState] = useState<State | null>(null);
  const [looks, setLooks] = useState(0);
  const lookAgain = () => setLooks((count) => count + 1);
  // The worker can come later than the page. An answer of the server can mean that a subscription has begun or ended.
  useEffect(() => void findState().then(setState, showError), [endpoints, looks, showError]);
  useEffect(() => whenWorkerIsReady(lookAgain), []);
  if (!state) return null;
  const isTold = state.endpoint !== null && endpoints.includes(state.endpoint);
  const others = endpoints.filter((endpoint) => endpoint !== state.endpoint).length;
  const change = (work: Promise<Record<string, unknown> | null>) =>
    void work.then((answer) => (answer ? showAnswer(answer) : lookAgain()), showError);
  return (
    <fieldset class="push">
      <legend>{say("web.notices.push")}</legend>
      {state.obstacle && <p class="obstacle">{say(`web.notices.push.${state.obstacle}`)}</p>}
      {!state.obstacle && !isTold && (
        <button type="button" onClick={() => change(beginPush(serverKey, language))}>
          {say("web.notices.push.begin")}
        </button>
      )}
      {!state.obstacle && isTold && (
        <>
          <p role="status">{say("web.notices.push.told")}</p>
          <button type="button" onClick={() => change(endPush())}>
            {say("web.notices.push.end")}
          </button>
        </>
      )}
      {others > 0 && (
        <>
          <p>{say("web.notices.push.others", others)}</p>
          <button type="button" onClick={endAll}>
            {say("web.notices.push.end-all")}
          </button>
        </>
      )}
    </fieldset>
  );
}
