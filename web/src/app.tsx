// app.tsx: the whole client: the header, and the page that the address names.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { lazy } from "./core/lazy";
import { useObservable } from "./core/observable";
import { route } from "./core/routes";
import { language, loadCommon, Speech, SpeechContext } from "./core/words";
import { AccountPage } from "./pages/account";
import { HomePage } from "./pages/home";
import { NewTablePage } from "./pages/new-table";
import { RulesPage } from "./pages/rules";
import { TablesPage } from "./pages/tables";
import { Header } from "./parts/header";
import { TablePage } from "./table/page";

// These pages need the engine, which is large, so neither is part of the first load.
const ReplayPage = lazy(() => import("./replay/page"));
const LearnPage = lazy(() => import("./learn/page"));

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

function Page(): ComponentChildren {
  const { path, fragment } = useObservable(route);
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
    case "learn":
      return <LearnPage key={path[1]} game={path[1]} name={path[2]} />;
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
      <Header />
      <Page />
    </SpeechContext.Provider>
  );
}
