import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

// Loaded when a passkey is used: most pages and most people need none of it.

/** Makes a new passkey. Takes the server's options and answers the browser's answer, both JSON. */
export const makePasskey = async (options: string): Promise<string> =>
  JSON.stringify(
    await startRegistration({ optionsJSON: JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON }),
  );

/** Asks one of the person's passkeys to sign. Answers the browser's JSON. */
export const signWithPasskey = async (optionsJSON: PublicKeyCredentialRequestOptionsJSON): Promise<string> =>
  JSON.stringify(await startAuthentication({ optionsJSON }));
