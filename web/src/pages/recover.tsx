// recover.tsx: a new password: asking for a link by mail, and the page that such a link leads to.
import { useState } from "preact/hooks";
import { callApi, setRecoveredPassword } from "../core/current-person";
import { navigate } from "../core/routes";
import { useSpeech } from "../core/words";
import { ErrorMessage } from "../parts/error-message";

/** Asks for a link. Nobody is told whether there is such an account. */
export function RecoverForm({ onClose }: { onClose: () => void }) {
  const { say } = useSpeech();
  const [name, setName] = useState("");
  const [isSent, setSent] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    callApi("/api/recover", { name: name.trim() }).then(() => (setSent(true), setError(null)), setError);
  };
  return (
    <form class="who" onSubmit={submit}>
      <h2>{say("web.recover.title")}</h2>
      <p>{say("web.recover.how")}</p>
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
      {error !== null && <ErrorMessage error={error} onClose={() => setError(null)} />}
      {isSent && <p role="status">{say("web.recover.sent")}</p>}
      <button type="submit" class="main">
        {say("web.recover.send")}
      </button>
      <button type="button" class="small" onClick={onClose}>
        {say("web.recover.back")}
      </button>
    </form>
  );
}

/** The page that the link leads to: its secret part follows the "#". */
export function RecoverPage({ token }: { token: string }) {
  const { say } = useSpeech();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<unknown>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    setRecoveredPassword(token, password).then(() => navigate("/me", true), setError);
  };
  return (
    <main class="narrow-page">
      <h1>{say("web.recover.title")}</h1>
      <form class="who" onSubmit={submit}>
        <label>
          {say("web.recover.new")}
          <input
            type="password"
            required
            minLength={8}
            autocomplete="new-password"
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        </label>
        {error !== null && <ErrorMessage error={error} onClose={() => setError(null)} />}
        <button type="submit" class="main">
          {say("web.recover.set")}
        </button>
      </form>
    </main>
  );
}
