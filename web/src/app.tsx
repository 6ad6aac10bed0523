// app.tsx: the whole client: the header, and the page that the address names.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { withBoardStyles } from "./core/board-styles";
import { gameNamed } from "./core/games";
import { lazy } from "./core/lazy";
import { useObservable } from "./core/observable";
import { route } from "./core/routes";
import { isEmbedded } from "./core/storage";
import { language, loadCommon, Speech, SpeechContext } from "./core/words";
import { AccountPage } from "./pages/account";
import { HomePage } from "./pages/home";
import { LicencesPage } from "./pages/licences";
import { NewTablePage } from "./pages/new-table";
import { RecoverPage } from "./pages/recover";
import { RulesPage } from "./pages/rules";
import { TablesPage } from "./pages/tables";
import { AnnouncementBand } from "./parts/announcement-band";
import { Header } from "./parts/header";
import { TablePage } from "./table/page";

// These pages need the engine, which is large, so none is part of the first load.
const ReplayPage = lazy(() => withBoardStyles(() => import("./replay/page")));
const LocalPage = lazy(() => withBoardStyles(() => import("./offline/page")));
const LearnPage = lazy(() => withBoardStyles(() => import("./learn/page")));

/** Returns the client's words in the chosen language; null until the first ones are there. */
function useCommonSpeech(): Speech | null {
  const chosen = useObservable(language);
  const [speech, setSpeech] = useState<Speech | null>(null);
  useEffect(() => {
    let isWanted = true;
    void loadCommon(chosen).then((words) => isWanted && setSpeech(new Speech(chosen, words)));
    return () => {
      isWanted = false;
    };
  }, [chosen]);
  useLayoutEffect(() => {
    // The language of the page changes together with its words, not when it is chosen.
    if (speech) document.documentElement.lang = speech.language;
  }, [speech]);
  return speech;
}

/** The table whose replay is shown inside a page of another site. */
const embeddedTable = route.get().path[1] ?? "";

function Page(): ComponentChildren {
  const { path, fragment } = useObservable(route);
  if (isEmbedded) return <ReplayPage table={embeddedTable} />;
  if (path[0] === "t" && path[1]) return <TablePage key={path[1]} table={path[1]} invite={fragment || undefined} />;
  switch (path[0]) {
    case "new":
      return <NewTablePage game={path[1]} />;
    case "tables":
      return <TablesPage />;
    case "me":
      return <AccountPage />;
    case "replay":
      return path[1] ? <ReplayPage key={path[1]} table={path[1]} /> : <HomePage />;
    case "play":
      return gameNamed(path[1]) ? (
        <LocalPage key={path.join("/")} game={path[1] ?? ""} gameKey={path[2]} />
      ) : (
        <HomePage />
      );
    case "learn":
      return <LearnPage key={path[1]} game={path[1]} name={path[2]} />;
    case "licences":
      return <LicencesPage />;
    case "recover":
      return <RecoverPage token={fragment} />;
    case "rules":
      return <RulesPage game={path[1]} />;
    default:
      return <HomePage />;
  }
}

export function App() {
  const speech = useCommonSpeech();
  if (!speech) return null;
  return (
    <SpeechContext.Provider value={speech}>
      {!isEmbedded && <Header />}
      {!isEmbedded && <AnnouncementBand />}
      <Page />
    </SpeechContext.Provider>
  );
}
