// share.tsx: a link to the moment of a replay that is shown, and the text that puts the replay into a page of another site.
import { useState } from "preact/hooks";
import { useSpeech } from "../core/words";

interface Shared {
  table: string;
  at: number;
  seat: string | null;
}

/** Returns the address of a moment; `page` is "replay", or "embed" for pages of other sites. */
export function addressOf(page: "replay" | "embed", { table, at, seat }: Shared): string {
  const query = new URLSearchParams({ at: String(at), ...(seat === null ? {} : { seat }) });
  return `${location.origin}/${page}/${table}?${query.toString()}`;
}

const escaped = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

export const embedCode = (address: string, title: string): string =>
  `<iframe src="${escaped(address)}" title="${escaped(title)}" width="960" height="720" loading="lazy" style="border: 0"></iframe>`;

/** A text that can be copied. Browsers let pages without HTTPS copy nothing, so it is always there to be selected. */
function CopyField({ label, text, copyLabel }: { label: string; text: string; copyLabel: string }) {
  const { say } = useSpeech();
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(text);
  };
  return (
    <div class="copy-field">
      <label>
        {label}
        <textarea readonly rows={2} value={text} onFocus={(event) => event.currentTarget.select()} />
      </label>
      {"clipboard" in navigator && (
        <button type="button" class="small" onClick={() => void copy().catch(() => {})}>
          {copied === text ? say("web.room.copied") : copyLabel}
        </button>
      )}
    </div>
  );
}

export function Share({ shared, title }: { shared: Shared; title: string }) {
  const { say } = useSpeech();
  return (
    <details class="share">
      <summary>{say("web.replay.share")}</summary>
      <CopyField
        label={say("web.replay.link")}
        text={addressOf("replay", shared)}
        copyLabel={say("web.replay.copy-link")}
      />
      <CopyField
        label={say("web.replay.embed")}
        text={embedCode(addressOf("embed", shared), title)}
        copyLabel={say("web.replay.copy-embed")}
      />
    </details>
  );
}
