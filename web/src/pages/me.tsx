// me.tsx: one's own account: becoming one, its password, and leaving for good.
import { useState } from "preact/hooks";
import { changePassword, deleteMe, logOut, me } from "../core/people";
import { useValue } from "../core/value";
import { useSpeech } from "../core/words";
import { Trouble } from "../parts/trouble";
import { NoticeSettings } from "./notices";
import { WhoAreYou } from "./who";

function Password() {
  const { say } = useSpeech();
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  const [why, setWhy] = useState<unknown>(null);
  const [done, setDone] = useState(false);
  const change = (event: Event) => {
    event.preventDefault();
    changePassword(old, fresh).then(() => (setDone(true), setWhy(null)), setWhy);
  };
  return (
    <form onSubmit={change}>
      <h2>{say("web.me.password")}</h2>
      <label>
        {say("web.me.old")}
        <input
          type="password"
          required
          autocomplete="current-password"
          value={old}
          onInput={(event) => setOld(event.currentTarget.value)}
        />
      </label>
      <label>
        {say("web.me.new")}
        <input
          type="password"
          required
          minLength={8}
          autocomplete="new-password"
          value={fresh}
          onInput={(event) => setFresh(event.currentTarget.value)}
        />
      </label>
      {why !== null && <Trouble why={why} close={() => setWhy(null)} />}
      <button type="submit">{say("web.me.change")}</button>
      {done && <p role="status">{say("web.me.changed")}</p>}
    </form>
  );
}

function Leaving({ account }: { account: boolean }) {
  const { say } = useSpeech();
  const [sure, setSure] = useState(false);
  const [password, setPassword] = useState("");
  const [why, setWhy] = useState<unknown>(null);
  const leave = (event: Event) => {
    event.preventDefault();
    deleteMe(account ? password : undefined).catch(setWhy);
  };
  return (
    <form onSubmit={leave}>
      <h2>{say("web.me.delete")}</h2>
      <p>{say("web.me.delete-what")}</p>
      <label>
        <input type="checkbox" checked={sure} onChange={(event) => setSure(event.currentTarget.checked)} />{" "}
        {say("web.me.sure")}
      </label>
      {account && (
        <label>
          {say("web.who.password")}
          <input
            type="password"
            required
            autocomplete="current-password"
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        </label>
      )}
      {why !== null && <Trouble why={why} close={() => setWhy(null)} />}
      <button type="submit" disabled={!sure}>
        {say("web.me.delete")}
      </button>
    </form>
  );
}

export function MePage() {
  const { say } = useSpeech();
  const who = useValue(me);
  if (who === undefined) return null;
  if (who === null)
    return (
      <main class="narrow-page">
        <h1>{say("web.nav.me")}</h1>
        <WhoAreYou />
      </main>
    );
  return (
    <main class="narrow-page account">
      <h1>{who.name}</h1>
      <p>{say(who.account ? "web.me.account" : "web.me.guest")}</p>
      <button type="button" onClick={() => void logOut()}>
        {say("web.me.logout")}
      </button>
      {who.account ? <Password /> : <WhoAreYou way="register" />}
      <NoticeSettings />
      <Leaving account={who.account} />
    </main>
  );
}
