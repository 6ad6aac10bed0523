// turn-notice.ts: tells the person that it is their turn: by the window's title and icon, a sound and a notice.
import { useEffect, useRef } from "preact/hooks";
import usualIcon from "../icon.svg";
import turnIcon from "../icon-turn.svg";
import { notices } from "../core/settings";
import { playSignal } from "../core/sounds";

// The icons are parts of the page: an icon that had to be fetched could not be shown while the server is away.
const dataAddress = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg.trim())}`;
const USUAL_ICON = dataAddress(usualIcon);
const TURN_ICON = dataAddress(turnIcon);

const setIcon = (address: string) => document.querySelector("link[rel=icon]")?.setAttribute("href", address);

/** Tells by a sound that it is the person's turn, and by a notice if the page is not visible, as the settings allow. */
function announceTurn(title: string, text: string): void {
  playSignal("turn");
  if (notices.get() === "on" && document.hidden && Notification.permission === "granted")
    new Notification(title, { body: text, tag: "turn" });
}

/** `title` is the title of the game, `text` says that it is the person's turn. */
export function useTurnNotice(isTurn: boolean, title: string, text: string): void {
  const wasTurn = useRef(isTurn);
  useEffect(() => {
    document.title = isTurn ? `● ${text} · ${title}` : `${title} · Apparat`;
    setIcon(isTurn ? TURN_ICON : USUAL_ICON);
    if (isTurn && !wasTurn.current) announceTurn(title, text);
    wasTurn.current = isTurn;
  }, [isTurn, title, text]);
  useEffect(
    () => () => {
      document.title = "Apparat";
      setIcon(USUAL_ICON);
    },
    [],
  );
}
