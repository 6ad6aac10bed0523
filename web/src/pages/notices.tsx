// notices.tsx: the form for how the server tells a person about slow games: in the browser, by e-mail, or by a webhook.
import { useEffect, useState } from "preact/hooks";
import { callApi } from "../core/current-person";
import { useSpeech } from "../core/words";
import { ErrorMessage } from "../parts/error-message";
import { PushSettings } from "./push-settings";

/** The answer of /api/notices. */
interface Notices {
  webhook: string | null;
  /** The secret that notices are signed with; sent once, when the webhook was changed. */
  secret?: string;
  mail: string | null;
  /** Whether the e-mail address has been confirmed. */
  confirmed: boolean;
  /** Whether the server can send e-mail at all. */
  can_mail: boolean;
  /** The server's key for Web Push, and the endpoints of the browsers that are told. */
  push_key: string;
  push: string[];
}

function MailSettings({ notices, save }: { notices: Notices; save: (change: object) => void }) {
  const { say } = useSpeech();
  const [mail, setMail] = useState(notices.mail ?? "");
  const [code, setCode] = useState("");
  return (
    <>
      <label>
        {say("web.notices.mail")}
        <input type="email" value={mail} maxLength={100} onInput={(event) => setMail(event.currentTarget.value)} />
      </label>
      <button type="button" onClick={() => save({ mail: mail.trim() || null })}>
        {say("web.notices.save")}
      </button>
      {notices.mail && notices.confirmed && <p role="status">{say("web.notices.confirmed", notices.mail)}</p>}
      {notices.mail && !notices.confirmed && (
        <>
          <label>
            {say("web.notices.code", notices.mail)}
            <input
              value={code}
              inputMode="numeric"
              autocomplete="one-time-code"
              onInput={(event) => setCode(event.currentTarget.value)}
            />
          </label>
          <button type="button" onClick={() => save({ code: code.trim() })}>
            {say("web.notices.confirm")}
          </button>
        </>
      )}
    </>
  );
}

export function NoticeSettings() {
  const { say, language } = useSpeech();
  const [notices, setNotices] = useState<Notices | null>(null);
  const [webhook, setWebhook] = useState("");
  const [error, setError] = useState<unknown>(null);
  const showAnswer = (answer: unknown) => {
    const received = answer as Notices;
    setNotices(received);
    setWebhook(received.webhook ?? "");
    setError(null);
  };
  useEffect(() => {
    callApi("/api/notices").then(showAnswer, setError);
  }, []);
  const save = (change: object) => void callApi("/api/notices", { ...change, language }).then(showAnswer, setError);
  if (!notices) return error === null ? null : <ErrorMessage error={error} />;
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <h2>{say("web.notices.title")}</h2>
      <p>{say("web.notices.what")}</p>
      <PushSettings
        serverKey={notices.push_key}
        endpoints={notices.push}
        showAnswer={showAnswer}
        showError={setError}
        endAll={() => save({ push: null })}
      />
      {notices.can_mail && <MailSettings notices={notices} save={save} />}
      <label>
        {say("web.notices.webhook")}
        <input type="url" value={webhook} maxLength={180} onInput={(event) => setWebhook(event.currentTarget.value)} />
      </label>
      <button type="button" onClick={() => save({ webhook: webhook.trim() || null })}>
        {say("web.notices.save")}
      </button>
      {notices.secret && (
        <p role="status">
          {say("web.notices.secret")} <code>{notices.secret}</code>
        </p>
      )}
      {error !== null && <ErrorMessage error={error} onClose={() => setError(null)} />}
    </form>
  );
}
