// current-person.ts: the person who uses this browser, and the requests that sign in, sign out and change the account.
// A guest has a name only, an account has a password too. See docs/protocol.md.
import { connection } from "./connection";
import { observable } from "./observable";
import { noConnection, Refused } from "./protocol";

export interface Person {
  name: string;
  /** Whether the person has an account; false: a guest. */
  account: boolean;
}

/** Null: nobody is signed in; undefined: the server has not said yet. */
export const currentPerson = observable<Person | null | undefined>(undefined);

/** Requests a path of the server's HTTP interface, by POST if there is a body, otherwise with these headers; throws Refused if the server refuses. */
export async function callApi(
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const { isOk, answer } = await fetchAnswer(path, body ? post(body) : { headers });
  if (!isOk) throw new Refused(String(answer["code"]), String(answer["text"]));
  return answer;
}

/** Whatever is not an answer of the server (nothing at all, or the page of a proxy) means that there is no connection. */
async function fetchAnswer(
  path: string,
  request: RequestInit,
): Promise<{ isOk: boolean; answer: Record<string, unknown> }> {
  try {
    const response = await fetch(path, request);
    return { isOk: response.ok, answer: (await response.json()) as Record<string, unknown> };
  } catch {
    throw noConnection();
  }
}

const post = (body: object): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

/**
 * Asks the server whose session this browser has. A browser in which nobody has signed in does not ask: the answer
 * would be 401, which is no error here, but browsers report it as one.
 */
export async function loadCurrentPerson(): Promise<void> {
  if (!localStorage.getItem("known")) {
    currentPerson.set(null);
    return;
  }
  try {
    signedInAs((await callApi("/api/me")) as unknown as Person);
  } catch (error) {
    if (error instanceof Refused && error.code === "no-session") signedOut();
    else goOnWithoutServer();
  }
}

/** Without a server, or with one that cannot say now, the person stays who they were; the connection comes back by itself. */
function goOnWithoutServer(): void {
  const known = localStorage.getItem("known") ?? "";
  const person = known.startsWith("{") ? (JSON.parse(known) as Person) : null;
  currentPerson.set(person);
  if (person) connection.open();
}

function signedInAs(person: Person): void {
  localStorage.setItem("known", JSON.stringify(person));
  currentPerson.set(person);
  connection.reopen();
}

function signedOut(): void {
  localStorage.removeItem("known");
  connection.close();
  currentPerson.set(null);
}

/** Sends a request that begins a session, and takes over the person that the server answers with. */
const signInWith = async (path: string, body: object): Promise<void> =>
  signedInAs((await callApi(path, body)) as unknown as Person);

export const enterAsGuest = (name: string) => signInWith("/api/guest", { name });
export const register = (name: string, password: string) => signInWith("/api/register", { name, password });
export const logIn = (name: string, password: string) => signInWith("/api/login", { name, password });
export const changePassword = (password: string, newPassword: string) =>
  signInWith("/api/password", { password, new_password: newPassword });

/** Sets the password of the account that a link was made for. */
export const setRecoveredPassword = (token: string, newPassword: string) =>
  signInWith("/api/recovered", { token, new_password: newPassword });

export async function logOut(): Promise<void> {
  await callApi("/api/logout", {});
  signedOut();
}

/** Deletes the person and everything the server stores about them; an account must give its password. */
export async function deletePerson(password?: string): Promise<void> {
  await callApi("/api/delete", password === undefined ? {} : { password });
  signedOut();
}
