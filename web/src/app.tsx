// app.tsx: which page is shown, in which language and light.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { lazy } from "./core/lazy";
import { place } from "./core/routes";
import { useValue } from "./core/value";
import { language, loadCommon, Speech, SpeechContext } from "./core/words";
import { Home } from "./pages/home";
import { MePage } from "./pages/me";
import { NewTable } from "./pages/new";
import { Rules } from "./pages/rules";
import { Tables } from "./pages/tables";
import { Header } from "./parts/header";
import { TablePage } from "./table/page";

/* With the engine, which is not part of the first load. */
const ReplayPage = lazy(() => import("./replay/page"));
const LearnPage = lazy(() => import("./learn/page"));

function useCommonSpeech(): Speech | null {
  const of = useValue(language);
  const [speech, setSpeech] = useState<Speech | null>(null);
  useEffect(() => {
    let wanted = true;
    void loadCommon(of).then((words) => wanted && setSpeech(new Speech(of, words)));
    return () => {
      wanted = false;
    };
  }, [of]);
  useLayoutEffect(() => {
    if (speech) document.documentElement.lang = speech.language; // once it is spoken
  }, [speech]);
  return speech;
}

function Page(): ComponentChildren {
  const { path, secret } = useValue(place);
  if (path[0] === "t" && path[1]) return <TablePage key={path[1]} table={path[1]} invite={secret || undefined} />;
  switch (path[0]) {
    case "new":
      return <NewTable game={path[1]} />;
    case "tables":
      return <Tables />;
    case "me":
      return <MePage />;
    case "replay":
      return path[1] ? <ReplayPage key={path[1]} table={path[1]} /> : <Home />;
    case "learn":
      return <LearnPage key={path[1]} game={path[1]} />;
    case "rules":
      return <Rules game={path[1]} />;
    default:
      return <Home />;
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
