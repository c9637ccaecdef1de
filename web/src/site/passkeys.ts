/** Passkeys (WebAuthn): whether this browser can use them here, making one, and signing in with one. */

import { Problem, call } from "../wire/http";
import type { MeAnswer, PasskeyAnswer } from "../wire/messages";

/** Browsers allow passkeys at https addresses and at localhost, but not at an address of numbers. */
export const canUsePasskeys = () =>
  window.isSecureContext && "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential && !/^[\d.]+$|^\[/.test(location.hostname);

/** Let the browser make a passkey, and the server accept it. */
export async function makePasskey(password: string, name: string): Promise<PasskeyAnswer> {
  const { options } = await call("POST /account/passkey_options", { body: { password } });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  const { id, response } = (await answer(navigator.credentials.create({ publicKey }))) as RegistrationResponseJSON;
  return call("POST /account/passkeys", { body: { name, id, client_data: response.clientDataJSON, attestation: response.attestationObject } });
}

/** Sign in with a passkey that the reader chooses. */
export async function enterWithPasskey(): Promise<MeAnswer> {
  const { options } = await call("POST /passkey_sessions/options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  const { id, response } = (await answer(navigator.credentials.get({ publicKey }))) as AuthenticationResponseJSON;
  const { clientDataJSON: client_data, authenticatorData: authenticator_data, signature } = response;
  return call("POST /passkey_sessions", { body: { id, client_data, authenticator_data, signature } });
}

/** The authenticator's answer. The reader may also have cancelled, or let the time pass. */
async function answer(asked: Promise<Credential | null>): Promise<unknown> {
  const credential = await asked.catch(() => null);
  if (!(credential instanceof PublicKeyCredential)) throw new Problem(401, "people.passkey", {});
  return credential.toJSON();
}
