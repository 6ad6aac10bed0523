// header.tsx: the top of every page: links, the state of the connection, the person's name, and the settings.
import { useEffect, useRef } from "preact/hooks";
import { connection } from "../core/connection";
import { currentPerson } from "../core/current-person";
import { useObservable } from "../core/observable";
import {
  boards,
  clocks,
  notices,
  pressGuard,
  requestNotices,
  sound,
  type Speed,
  speed,
  SPEEDS,
  theme,
  type Theme,
} from "../core/settings";
import { chooseLanguage, language, type Language, useSpeech } from "../core/words";

/** Nothing is shown while the connection stands or is not wanted. */
function ConnectionState() {
  const { say } = useSpeech();
  const state = useObservable(connection.state);
  if (state === "on" || state === "off") return null;
  return (
    <span class={`connection ${state}`} role="status">
      {say(`web.connection.${state}`)}
    </span>
  );
}

/** Returns a ref for a <details>, which is closed by a press anywhere else and by the Escape key. */
function useClosableDetails() {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const element = details.current;
      const closes = event instanceof KeyboardEvent ? event.key === "Escape" : !element?.contains(event.target as Node);
      if (element && closes) element.open = false;
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
  const details = useClosableDetails();
  const chosenTheme = useObservable(theme);
  const chosenBoards = useObservable(boards);
  const chosenSpeed = useObservable(speed);
  const chosenGuard = useObservable(pressGuard);
  const chosenClocks = useObservable(clocks);
  const chosenSound = useObservable(sound);
  const chosenNotices = useObservable(notices);
  const chosenLanguage = useObservable(language);
  return (
    <details class="settings" ref={details}>
      <summary>{say("web.settings")}</summary>
      <div>
        <label>
          {say("web.settings.language")}
          <select value={chosenLanguage} onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}>
            <option value="en">{say("language.en")}</option>
            <option value="fr">{say("language.fr")}</option>
          </select>
        </label>
        <label>
          {say("web.settings.theme")}
          <select value={chosenTheme} onChange={(event) => theme.set(event.currentTarget.value as Theme)}>
            {(["auto", "light", "dark"] as const).map((choice) => (
              <option key={choice} value={choice}>
                {say(`web.settings.theme.${choice}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {say("web.settings.speed")}
          <select
            class="settings-speed"
            value={chosenSpeed}
            onChange={(event) => speed.set(event.currentTarget.value as Speed)}
          >
            {SPEEDS.map((choice) => (
              <option key={choice} value={choice}>
                {say(`web.settings.speed.${choice}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <input
            type="checkbox"
            checked={chosenGuard === "on"}
            onChange={(event) => pressGuard.set(event.currentTarget.checked ? "on" : "off")}
          />
          {say("web.settings.guard")}
        </label>
        <label>
          <input
            type="checkbox"
            class="settings-clocks"
            checked={chosenClocks === "waiting"}
            onChange={(event) => clocks.set(event.currentTarget.checked ? "waiting" : "usual")}
          />
          {say("web.settings.clocks")}
        </label>
        <label>
          <input
            type="checkbox"
            checked={chosenBoards === "generic"}
            onChange={(event) => boards.set(event.currentTarget.checked ? "generic" : "own")}
          />
          {say("web.settings.generic")}
        </label>
        <label>
          <input
            type="checkbox"
            checked={chosenSound === "on"}
            onChange={(event) => sound.set(event.currentTarget.checked ? "on" : "off")}
          />
          {say("web.settings.sound")}
        </label>
        <label>
          <input
            type="checkbox"
            checked={chosenNotices === "on"}
            onChange={(event) => (event.currentTarget.checked ? void requestNotices() : notices.set("off"))}
          />
          {say("web.settings.notices")}
        </label>
      </div>
    </details>
  );
}

export function Header() {
  const { say } = useSpeech();
  const person = useObservable(currentPerson);
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
      <ConnectionState />
      <span class="top-end">
        <a href="/me">{person ? person.name : say("web.nav.me")}</a>
        <Settings />
      </span>
    </header>
  );
}
