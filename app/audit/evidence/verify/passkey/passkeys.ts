import { checkReauthentication } from '../reauthentication.ts';
import { isSignedWithPasskey, type Assertion } from './assertion.ts';

/** An event as its bytes hold it. */
export interface RawEvent {
  type: string;
  data: Record<string, unknown>;
}

/** How long after the server asked the passkey a signature may be recorded, in milliseconds. */
const validFor = 5 * 60_000;

const notEnrolled = 'holds a signature with a passkey that its signer had not enrolled, or had removed';
const notSigned = 'holds a signature whose words, time or person its passkey did not sign';

/**
 * Goes through events in their order, with the passkeys that people enrolled and removed, and checks each signature
 * that was made with one, or with single sign-on.
 */
export class PasskeyCheck {
  /** The public keys of each person’s passkeys that are enrolled, by credential id. */
  readonly #keys = new Map<string, Map<string, string>>();

  /**
   * Takes the next event. Null: it is no signature with a passkey. Else whether its passkey made it: a sentence without
   * subject where it did not, `unchecked` where this cannot be checked here, `holds`.
   */
  next({ type, data }: RawEvent): Promise<'holds' | 'unchecked' | { fault: string }> | null {
    const user = textAt(data, 'user');
    const authenticator = textAt(data, 'authenticator');
    if (type === 'AuthenticatorEnrolled' && data.kind === 'passkey')
      this.#of(user).set(authenticator, `${textAt(data, 'credentialId')} ${textAt(data, 'publicKey')}`);
    if (type === 'AuthenticatorRevoked') this.#of(user).delete(authenticator);
    const signature = objectAt(data, 'signature');
    const credential = signature && objectAt(signature, 'credential');
    if (!credential) return null;
    switch (textAt(credential, 'method')) {
      case 'OIDC re-authentication': {
        const words = signedWords(signature, textAt(credential, 'askedAt'));
        return Promise.resolve(checkReauthentication(words, textAt(signature, 'signedAt'), credential));
      }
      case 'email, password and passkey':
        return this.#check(signature, textAt(credential, 'authenticator'), objectAt(credential, 'passkey') ?? {});
      default:
        return null;
    }
  }

  async #check(
    signature: Raw,
    authenticator: string,
    passkey: Raw,
  ): Promise<'holds' | 'unchecked' | { fault: string }> {
    const [id, publicKey] = this.#of(textAt(signature, 'signer')).get(authenticator)?.split(' ') ?? [];
    if (!publicKey || id !== textAt(passkey, 'credentialId')) return { fault: notEnrolled };
    const askedAt = textAt(passkey, 'askedAt');
    const waited = Date.parse(textAt(signature, 'signedAt')) - Date.parse(askedAt);
    if (!(waited >= 0 && waited <= validFor)) return { fault: notSigned };
    const assertion: Assertion = {
      authenticatorData: textAt(passkey, 'authenticatorData'),
      clientDataJSON: textAt(passkey, 'clientDataJSON'),
      signature: textAt(passkey, 'signature'),
    };
    const holds = await isSignedWithPasskey(assertion, publicKey, signedWords(signature, askedAt));
    if (holds === null) return 'unchecked';
    return holds ? 'holds' : { fault: notSigned };
  }

  #of(user: string): Map<string, string> {
    const known = this.#keys.get(user) ?? new Map<string, string>();
    this.#keys.set(user, known);
    return known;
  }
}

type Raw = Record<string, unknown>;

const textAt = (object: Raw, name: string): string => (typeof object[name] === 'string' ? object[name] : '');

const objectAt = (object: Raw, name: string): Raw | null =>
  typeof object[name] === 'object' && object[name] !== null ? (object[name] as Raw) : null;

/** The words of a signature, as its passkey signed them: canonical JSON, its names in order. */
function signedWords(signature: Raw, askedAt: string): string {
  const text = (name: string) => textAt(signature, name);
  const absent = objectAt(signature, 'onBehalfOf');
  return JSON.stringify({
    askedAt,
    comparison: signature.comparison ?? null,
    document: text('document'),
    format: 'imprimatur/signature@1',
    meaning: text('meaning'),
    ...(absent && { onBehalfOf: { name: textAt(absent, 'name'), user: textAt(absent, 'user') } }),
    printedName: text('printedName'),
    reason: text('reason'),
    role: text('role'),
    sha256: text('sha256'),
    signedName: text('signedName'),
    signer: text('signer'),
    version: text('version'),
  });
}
