// sign-in.tsx: the form in which people say who they are: as a guest a name is enough.
import { useState } from "preact/hooks";
import { enterAsGuest, logIn, register } from "../core/current-person";
import { useSpeech } from "../core/words";
import { ErrorMessage } from "../parts/error-message";
import { RecoverForm } from "./recover";

const WAYS = ["guest", "login", "register"] as const;
type Way = (typeof WAYS)[number];

/** The person can change to the other ways of signing in. */
export function SignInForm({ initialWay = "guest" }: { initialWay?: Way }) {
  const { say } = useSpeech();
  const [way, setWay] = useState<Way>(initialWay);
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [isRecovering, setRecovering] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      if (way === "guest") await enterAsGuest(name.trim());
      else await (way === "login" ? logIn : register)(name.trim(), password);
    } catch (reason) {
      setError(reason);
    }
    setBusy(false);
  };
  if (isRecovering) return <RecoverForm onClose={() => setRecovering(false)} />;
  return (
    <form class="who" onSubmit={(event) => void submit(event)}>
      <h2>{say(`web.who.${way}`)}</h2>
      <label>
        {say("web.who.name")}
        <input
          required
          maxLength={24}
          autocomplete="username"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      {way !== "guest" && (
        <label>
          {say("web.who.password")}
          <input
            type="password"
            required
            minLength={8}
            autocomplete={way === "login" ? "current-password" : "new-password"}
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        </label>
      )}
      {error !== null && <ErrorMessage error={error} onClose={() => setError(null)} />}
      <button type="submit" class="main" disabled={isBusy}>
        {say(`web.who.${way}-go`)}
      </button>
      <p class="who-ways">
        {WAYS.filter((other) => other !== way).map((other) => (
          <button key={other} type="button" class="small" onClick={() => setWay(other)}>
            {say(`web.who.${other}`)}
          </button>
        ))}
        {way === "login" && (
          <button type="button" class="small" onClick={() => setRecovering(true)}>
            {say("web.recover.forgotten")}
          </button>
        )}
      </p>
    </form>
  );
}
