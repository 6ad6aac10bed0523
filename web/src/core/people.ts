// people.ts: who one is: guests by a name, accounts by a password. See docs/protocol.md.
import { link } from "./link";
import { Refused } from "./protocol";
import { value } from "./value";

export interface Me {
  name: string;
  account: boolean;
}

/** undefined: not known yet; null: nobody. */
export const me = value<Me | null | undefined>(undefined);

export async function call(path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(path, body ? post(body) : {});
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Refused(String(answer["code"]), String(answer["text"]));
  return answer;
}

const post = (body: object): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

/** Asks who the cookie is; a 401 is no error, but browsers log it as one, so it is asked only if it may be there. */
export async function findOut(): Promise<void> {
  if (!localStorage.getItem("known")) {
    me.set(null);
    return;
  }
  try {
    become((await call("/api/me")) as unknown as Me);
  } catch {
    localStorage.removeItem("known");
    me.set(null);
  }
}

function become(who: Me): void {
  localStorage.setItem("known", "1");
  me.set(who);
  link.reopen();
}

function nobody(): void {
  localStorage.removeItem("known");
  link.close();
  me.set(null);
}

const enter = async (path: string, body: object): Promise<void> => become((await call(path, body)) as unknown as Me);

export const comeAsGuest = (name: string) => enter("/api/guest", { name });
export const register = (name: string, password: string) => enter("/api/register", { name, password });
export const logIn = (name: string, password: string) => enter("/api/login", { name, password });
export const changePassword = (password: string, fresh: string) =>
  enter("/api/password", { password, new_password: fresh });

export async function logOut(): Promise<void> {
  await call("/api/logout", {});
  nobody();
}

export async function deleteMe(password?: string): Promise<void> {
  await call("/api/delete", password === undefined ? {} : { password });
  nobody();
}
