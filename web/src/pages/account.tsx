// account.tsx: the person's own page: signing in and out, the password, notices, sessions, and exporting or deleting
// what is kept.
import { useState } from "preact/hooks";
import { changePassword, currentPerson, deletePerson, logOut } from "../core/current-person";
import { endPush } from "../core/push";
import { useObservable } from "../core/observable";
import { useSpeech } from "../core/words";
import { ErrorMessage } from "../parts/error-message";
import { NoticeSettings } from "./notices";
import { ExportLink, Sessions } from "./sessions";
import { SignInForm } from "./sign-in";

function ChangePasswordForm() {
  const { say } = useSpeech();
  const [oldPassword, setOldPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const [error, setError] = useState<unknown>(null);
  const [isDone, setDone] = useState(false);
  const submit = (event: Event) => {
    event.preventDefault();
    changePassword(oldPassword, newPassword).then(() => (setDone(true), setError(null)), setError);
  };
  return (
    <form onSubmit={submit}>
      <h2>{say("web.me.password")}</h2>
      <label>
        {say("web.me.old")}
        <input
          type="password"
          required
          autocomplete="current-password"
          value={oldPassword}
          onInput={(event) => setOldPassword(event.currentTarget.value)}
        />
      </label>
      <label>
        {say("web.me.new")}
        <input
          type="password"
          required
          minLength={8}
          autocomplete="new-password"
          value={newPassword}
          onInput={(event) => setNewPassword(event.currentTarget.value)}
        />
      </label>
      {error !== null && <ErrorMessage error={error} onClose={() => setError(null)} />}
      <button type="submit">{say("web.me.change")}</button>
      {isDone && <p role="status">{say("web.me.changed")}</p>}
    </form>
  );
}

function DeleteForm({ account }: { account: boolean }) {
  const { say } = useSpeech();
  const [isSure, setSure] = useState(false);
  const [password, setPassword] = useState("");
  const [error, setError] = useState<unknown>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    deletePerson(account ? password : undefined).catch(setError);
  };
  return (
    <form onSubmit={submit}>
      <h2>{say("web.me.delete")}</h2>
      <p>{say("web.me.delete-what")}</p>
      <label>
        <input type="checkbox" checked={isSure} onChange={(event) => setSure(event.currentTarget.checked)} />{" "}
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
      {error !== null && <ErrorMessage error={error} onClose={() => setError(null)} />}
      <button type="submit" disabled={!isSure}>
        {say("web.me.delete")}
      </button>
    </form>
  );
}

/** Logs out. Whoever uses this browser next must not see the notices of this person. */
const leave = () =>
  endPush()
    .catch(() => null)
    .then(logOut);

export function AccountPage() {
  const { say } = useSpeech();
  const person = useObservable(currentPerson);
  if (person === undefined) return null;
  if (person === null)
    return (
      <main class="narrow-page">
        <h1>{say("web.nav.me")}</h1>
        <SignInForm />
      </main>
    );
  return (
    <main class="narrow-page account">
      <h1>{person.name}</h1>
      <p>{say(person.account ? "web.me.account" : "web.me.guest")}</p>
      <button type="button" onClick={() => void leave()}>
        {say("web.me.logout")}
      </button>
      {person.account ? <ChangePasswordForm /> : <SignInForm initialWay="register" />}
      <NoticeSettings />
      <Sessions />
      <ExportLink />
      <DeleteForm account={person.account} />
    </main>
  );
}
