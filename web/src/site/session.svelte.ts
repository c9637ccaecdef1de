/** The person who uses the page: none at first, a guest once the server needs one, or an account. */

import { Problem, call } from "../wire/http";
import type { AccountForm, ChangeForm, DeletionForm, LoginForm, MeAnswer, NewPasswordForm, RecoverForm, WarningAnswer } from "../wire/messages";
import { connection } from "../wire/socket.svelte";
import { currentLanguage } from "../words/texts.svelte";

class Session {
  person = $state.raw<MeAnswer | null>(null);
  isKnown = $state(false); // whether the server has said who it is
  warning = $state.raw<WarningAnswer | null>(null); // by a moderator, not confirmed yet
}

export const session = new Session();

/** Read the person of the session cookie. */
export async function readSession(): Promise<void> {
  try {
    const visitor = await call("GET /visitor");
    session.person = visitor.person;
    session.warning = visitor.warning ?? null;
  } catch (reason) {
    if (!(reason instanceof Problem)) throw reason;
    session.person = null; // no connection: the page tries again later
  }
  session.isKnown = true;
}

/** The person of the session; a new guest if there is none. */
export async function ensurePerson(): Promise<MeAnswer> {
  if (!session.person) setPerson(await call("POST /guests", { body: { language: currentLanguage() } }));
  return session.person!;
}

export async function rename(name: string): Promise<void> {
  await ensurePerson();
  session.person = await call("PATCH /me", { body: { name } });
}

/** Change what the reader allows others. */
export async function allow(changes: Pick<ChangeForm, "allows_text" | "seen_by" | "challenged_by">): Promise<void> {
  await ensurePerson();
  session.person = await call("PATCH /me", { body: changes });
}

export async function claim(form: AccountForm): Promise<void> {
  await ensurePerson();
  setPerson(await call("POST /account", { body: form }));
}

export async function enter(form: LoginForm): Promise<void> {
  setPerson(await call("POST /sessions", { body: form }));
}

/** Sign in with a passkey. */
export async function enterByPasskey(): Promise<void> {
  const { enterWithPasskey } = await import("./passkeys");
  setPerson(await enterWithPasskey());
}

/** Sign in with a link that was sent by mail and a new password. */
export async function recoverByLink(form: NewPasswordForm): Promise<void> {
  setPerson(await call("POST /account/new-password", { body: form }));
}

/** Sign in with a recovery code and a new password. */
export async function recover(form: RecoverForm): Promise<void> {
  setPerson(await call("POST /account/recover", { body: form }));
}

/** Delete the reader's data. */
export async function remove(form: DeletionForm): Promise<void> {
  await call("POST /me/deletion", { body: form });
  setPerson(null);
}

export async function leave(): Promise<void> {
  await call("DELETE /sessions");
  setPerson(null);
}

/** Change the person, and reconnect: a connection belongs to the person who opened it. */
function setPerson(person: MeAnswer | null): void {
  session.person = person;
  connection.open();
}
