// header.tsx: where one is, who one is, language and light, and whether the connection stands.
import { useEffect, useRef } from "preact/hooks";
import { link } from "../core/link";
import { me } from "../core/people";
import { boards, notices, sound, theme, type Theme, wantNotices } from "../core/settings";
import { useValue } from "../core/value";
import { chooseLanguage, language, type Language, useSpeech } from "../core/words";

function Connection() {
  const { say } = useSpeech();
  const state = useValue(link.state);
  if (state === "on" || state === "off") return null;
  return (
    <span class={`connection ${state}`} role="status">
      {say(`web.connection.${state}`)}
    </span>
  );
}

/** Closed by pressing anything else, or Escape. */
function useClosing() {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const at = details.current;
      const away = event instanceof KeyboardEvent ? event.key === "Escape" : !at?.contains(event.target as Node);
      if (at && away) at.open = false;
    };
    addEventListener("pointerdown", close);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", close);
    };
  }, []);
  return details;
}

function Settings() {
  const { say } = useSpeech();
  const details = useClosing();
  const light = useValue(theme);
  const board = useValue(boards);
  const loud = useValue(sound);
  const told = useValue(notices);
  const of = useValue(language);
  return (
    <details class="settings" ref={details}>
      <summary>{say("web.settings")}</summary>
      <div>
        <label>
          {say("web.settings.language")}
          <select value={of} onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}>
            <option value="en">{say("language.en")}</option>
            <option value="fr">{say("language.fr")}</option>
          </select>
        </label>
        <label>
          {say("web.settings.theme")}
          <select value={light} onChange={(event) => theme.set(event.currentTarget.value as Theme)}>
            {(["auto", "light", "dark"] as const).map((one) => (
              <option key={one} value={one}>
                {say(`web.settings.theme.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <input
            type="checkbox"
            checked={board === "generic"}
            onChange={(event) => boards.set(event.currentTarget.checked ? "generic" : "own")}
          />
          {say("web.settings.generic")}
        </label>
        <label>
          <input
            type="checkbox"
            checked={loud === "on"}
            onChange={(event) => sound.set(event.currentTarget.checked ? "on" : "off")}
          />
          {say("web.settings.sound")}
        </label>
        <label>
          <input
            type="checkbox"
            checked={told === "on"}
            onChange={(event) => (event.currentTarget.checked ? void wantNotices() : notices.set("off"))}
          />
          {say("web.settings.notices")}
        </label>
      </div>
    </details>
  );
}

export function Header() {
  const { say } = useSpeech();
  const who = useValue(me);
  return (
    <header class="top">
      <a class="brand" href="/">
        <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
          <path class="brand-ink" d="M4 28 16 4l12 24h-6l-2-5h-8l-2 5z" />
          <path class="brand-red" d="M2 20 30 12v4L2 24z" />
        </svg>
        Apparat
      </a>
      <nav aria-label={say("web.nav")}>
        <a href="/tables">{say("web.nav.tables")}</a>
        <a href="/learn">{say("web.nav.learn")}</a>
        <a href="/rules">{say("web.nav.rules")}</a>
      </nav>
      <Connection />
      <span class="top-end">
        <a href="/me">{who ? who.name : say("web.nav.me")}</a>
        <Settings />
      </span>
    </header>
  );
}
