// connection-band.tsx: says above the question that the server does not answer, or cannot store anything, as soon as that
// is certain.
import { useEffect } from "preact/hooks";
import { connection } from "../core/connection";
import { useObservable } from "../core/observable";
import { useSpeech } from "../core/words";

/** `isNeeded`: a question is open, so the connection is checked. */
export function ConnectionBand({ isNeeded }: { isNeeded: boolean }) {
  const { say } = useSpeech();
  const isLate = useObservable(connection.isLate);
  const state = useObservable(connection.state);
  const storeWorks = useObservable(connection.storeWorks);
  useEffect(() => (isNeeded ? connection.keepChecking() : undefined), [isNeeded]);
  if (!isLate && storeWorks) return null;
  return (
    <p class="connection-band" role="alert">
      {say(!isLate ? "web.connection.storage" : state === "on" ? "web.connection.late" : "web.connection.lost")}
    </p>
  );
}
