// announcement-band.tsx: a band above every page with what whoever runs the server says to everybody.
import { announcement, closeAnnouncement } from "../core/announcement";
import { useObservable } from "../core/observable";
import { useSpeech } from "../core/words";

export function AnnouncementBand() {
  const { say } = useSpeech();
  const text = useObservable(announcement);
  if (text === null) return null;
  return (
    <div class="announcement" role="status" aria-label={say("web.announcement")}>
      <span>{text}</span>
      <button type="button" class="small" onClick={closeAnnouncement}>
        {say("web.close")}
      </button>
    </div>
  );
}
