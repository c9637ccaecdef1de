/** Who the reader is: nobody until it matters, then a guest under a friendly name. */

import { Problem, changeMe, claimAccount, fetchVisitor, logIn, logOut, makeGuest } from "./api";
import type { AccountForm, LoginForm, MeAnswer } from "./messages";
import { connection } from "./socket.svelte";
import { currentLanguage } from "./texts.svelte";

class Session {
  person = $state.raw<MeAnswer | null>(null);
}

export const session = new Session();

/** Ask who the cookie says we are. */
export async function readSession(): Promise<void> {
  try {
    session.person = (await fetchVisitor()).person;
  } catch (reason) {
    if (!(reason instanceof Problem)) throw reason;
    session.person = null; // no line: plays on as soon as there is one
  }
}

/** Be somebody: the one we are, or a new guest. */
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

/** The line belongs to whoever opened it, so a new person opens a new one. */
function setPerson(person: MeAnswer | null): void {
  session.person = person;
  connection.open();
}
