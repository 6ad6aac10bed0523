// licences.tsx: the licences of the program and of everything by others that is shipped with it.
import { useEffect, useState } from "preact/hooks";
import { noConnection } from "../core/protocol";
import { useSpeech } from "../core/words";
import { ErrorMessage } from "../parts/error-message";

async function fetchLicences(): Promise<string> {
  const response = await fetch("/licences.txt").catch(() => null);
  if (!response?.ok) throw noConnection();
  return response.text();
}

export function LicencesPage() {
  const { say } = useSpeech();
  const [text, setText] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    fetchLicences().then(setText, setError);
  }, []);
  return (
    <main class="licences">
      <h1>{say("web.licences.title")}</h1>
      <p>{say("web.licences.what")}</p>
      {error !== null && <ErrorMessage error={error} />}
      {text !== null && (
        <pre tabIndex={0} role="region" aria-label={say("web.licences.title")} lang="en">
          {text}
        </pre>
      )}
    </main>
  );
}
