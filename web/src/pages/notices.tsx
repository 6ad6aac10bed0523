// notices.tsx: how one is told of slow games: a webhook, or e-mail.
import { useEffect, useState } from "preact/hooks";
import { call } from "../core/people";
import { useSpeech } from "../core/words";
import { Trouble } from "../parts/trouble";

interface Notices {
  webhook: string | null;
  secret?: string;
  mail: string | null;
  confirmed: boolean;
  can_mail: boolean;
}

function Mail({ known, set }: { known: Notices; set(change: object): void }) {
  const { say } = useSpeech();
  const [mail, setMail] = useState(known.mail ?? "");
  const [code, setCode] = useState("");
  return (
    <>
      <label>
        {say("web.notices.mail")}
        <input type="email" value={mail} maxLength={100} onInput={(event) => setMail(event.currentTarget.value)} />
      </label>
      <button type="button" onClick={() => set({ mail: mail.trim() || null })}>
        {say("web.notices.save")}
      </button>
      {known.mail && known.confirmed && <p role="status">{say("web.notices.confirmed", known.mail)}</p>}
      {known.mail && !known.confirmed && (
        <>
          <label>
            {say("web.notices.code", known.mail)}
            <input
              value={code}
              inputMode="numeric"
              autocomplete="one-time-code"
              onInput={(event) => setCode(event.currentTarget.value)}
            />
          </label>
          <button type="button" onClick={() => set({ code: code.trim() })}>
            {say("web.notices.confirm")}
          </button>
        </>
      )}
    </>
  );
}

export function NoticeSettings() {
  const { say, language } = useSpeech();
  const [known, setKnown] = useState<Notices | null>(null);
  const [webhook, setWebhook] = useState("");
  const [why, setWhy] = useState<unknown>(null);
  const take = (answer: unknown) => {
    const notices = answer as Notices;
    setKnown(notices);
    setWebhook(notices.webhook ?? "");
    setWhy(null);
  };
  useEffect(() => {
    call("/api/notices").then(take, setWhy);
  }, []);
  const set = (change: object) => void call("/api/notices", { ...change, language }).then(take, setWhy);
  if (!known) return why === null ? null : <Trouble why={why} />;
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <h2>{say("web.notices.title")}</h2>
      <p>{say("web.notices.what")}</p>
      {known.can_mail && <Mail known={known} set={set} />}
      <label>
        {say("web.notices.webhook")}
        <input type="url" value={webhook} maxLength={180} onInput={(event) => setWebhook(event.currentTarget.value)} />
      </label>
      <button type="button" onClick={() => set({ webhook: webhook.trim() || null })}>
        {say("web.notices.save")}
      </button>
      {known.secret && (
        <p role="status">
          {say("web.notices.secret")} <code>{known.secret}</code>
        </p>
      )}
      {why !== null && <Trouble why={why} close={() => setWhy(null)} />}
    </form>
  );
}
