/** The person who uses the page: none at first, a guest once the server needs one, or an account. */

import { Problem, changeMe, claimAccount, fetchVisitor, logIn, logOut, makeGuest } from "./api";
import type { AccountForm, LoginForm, MeAnswer } from "./messages";
import { connection } from "./socket.svelte";
import { currentLanguage } from "./texts.svelte";

class Session {
  person = $state.raw<MeAnswer | null>(null);
}

export const session = new Session();

/** Read the person of the session cookie. */
export async function readSession(): Promise<void> {
  try {
    session.person = (await fetchVisitor()).person;
  } catch (reason) {
    if (!(reason instanceof Problem)) throw reason;
    session.person = null; // no connection: the page tries again later
  }
}

/** The person of the session; a new guest if there is none. */
export async function ensurePerson(): Promise<MeAnswer> {
  if (!session.person) setPerson(await makeGuest({ language: currentLanguage() }));
  return session.person!;
}

export async function rename(name: string): Promise<void> {
  await ensurePerson();
  session.person = await changeMe({ name });
}

export async function claim(form: AccountForm): Promise<void> {
  await ensurePerson();
  setPerson(await claimAccount(form));
}

export async function enter(form: LoginForm): Promise<void> {
  setPerson(await logIn(form));
}

export async function leave(): Promise<void> {
  await logOut();
  setPerson(null);
}

/** Change the person, and reconnect: a connection belongs to the person who opened it. */
function setPerson(person: MeAnswer | null): void {
  session.person = person;
  connection.open();
}
