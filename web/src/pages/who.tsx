// who.tsx: somebody new says who he is: a name is enough.
import { useState } from "preact/hooks";
import { comeAsGuest, logIn, register } from "../core/people";
import { useSpeech } from "../core/words";
import { Trouble } from "../parts/trouble";

type Way = "guest" | "login" | "register";

/** `done`: what to do with the new name. */
export function WhoAreYou({ done, way: first = "guest" }: { done?: () => void; way?: Way }) {
  const { say } = useSpeech();
  const [way, setWay] = useState<Way>(first);
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [why, setWhy] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const enter = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      if (way === "guest") await comeAsGuest(name.trim());
      else await (way === "login" ? logIn : register)(name.trim(), password);
      done?.();
    } catch (reason) {
      setWhy(reason);
    }
    setBusy(false);
  };
  return (
    <form class="who" onSubmit={(event) => void enter(event)}>
      <h2>{say(`web.who.${way}`)}</h2>
      <label>
        {say("web.who.name")}
        <input
          required
          maxLength={24}
          autocomplete="username"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      {way !== "guest" && (
        <label>
          {say("web.who.password")}
          <input
            type="password"
            required
            minLength={8}
            autocomplete={way === "login" ? "current-password" : "new-password"}
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        </label>
      )}
      {why !== null && <Trouble why={why} close={() => setWhy(null)} />}
      <button type="submit" class="main" disabled={busy}>
        {say(`web.who.${way}-go`)}
      </button>
      <p class="who-ways">
        {(["guest", "login", "register"] as const)
          .filter((one) => one !== way)
          .map((one) => (
            <button key={one} type="button" class="small" onClick={() => setWay(one)}>
              {say(`web.who.${one}`)}
            </button>
          ))}
      </p>
    </form>
  );
}
