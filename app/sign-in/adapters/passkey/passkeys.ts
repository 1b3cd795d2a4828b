import { createHash } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { ok, refuse, type Result } from '#events/failures.ts';
import { msBetween, type Instant } from '#events/time.ts';
import type { IdentityDatabase } from '../accounts.ts';

/** Loaded at the first passkey: it is a tenth of what a process reads at its start. */
const webauthn = () => import('@simplewebauthn/server');

/** Ed25519, ES256 and RS256 (COSE): what the verifiers of evidence packs check. */
const algorithms = [-8, -7, -257];
/** How long an answer may take, in milliseconds. */
const validFor = 5 * 60_000;

/** Both are uids. */
interface Whose {
  readonly org: string;
  readonly user: string;
}

/** A passkey as it was enrolled: its id and its public key (COSE) in base64url. */
export interface EnrolledPasskey {
  readonly uid: string;
  readonly credentialId: string;
  readonly publicKey: string;
}

/** What a passkey answered, in base64url. */
export interface PasskeyAnswer {
  readonly authenticator: string;
  /** The words that it signed. */
  readonly words: string;
  readonly assertion: {
    readonly credentialId: string;
    readonly askedAt: Instant;
    readonly authenticatorData: string;
    readonly clientDataJSON: string;
    readonly signature: string;
  };
}

/** Asks passkeys (WebAuthn), and checks their answers. */
export interface Passkeys {
  /** The browser's options for a new passkey. `known`: the credential ids of the person's others. */
  askToEnrol(
    person: Whose & { email: string; name: string },
    known: readonly string[],
    now: Instant,
  ): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** Checks the browser's answer (JSON). Refuses `passkey_wrong`, `passkey_expired`. */
  enrolled(person: Whose, answer: string, now: Instant): Promise<Result<{ credentialId: string; publicKey: string }>>;
  /** The browser's options for an answer over the SHA-256 of these words. */
  askToSign(
    person: Whose,
    words: string,
    known: readonly EnrolledPasskey[],
    now: Instant,
  ): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** Checks the browser's answer (JSON), which counts once. Refuses `passkey_wrong`, `passkey_expired`. */
  signed(
    person: Whose,
    answer: string,
    known: readonly EnrolledPasskey[],
    now: Instant,
  ): Promise<Result<PasskeyAnswer>>;
}

/** `publicUrl`: the site's address; passkeys belong to its host. */
export function createPasskeys({
  database,
  publicUrl,
}: {
  database: Pick<IdentityDatabase, 'tenant'>;
  publicUrl: string;
}): Passkeys {
  const rpID = new URL(publicUrl).hostname;
  const here = { expectedOrigin: new URL(publicUrl).origin, expectedRPID: rpID, requireUserVerification: true };

  const remember = (
    { org, user }: Whose,
    asked: { challenge: Buffer; words: string | null; now: Instant },
  ): Promise<unknown> =>
    database.tenant(org, (db) =>
      db
        .insertInto('identity.passkey_challenge')
        .values({
          org_id: org,
          user_uid: user,
          challenge: asked.challenge,
          words: asked.words,
          asked_at: asked.now,
        })
        // The same words twice in one millisecond are one question.
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );

  /** Takes what was asked away, so that it is answered once; null where it was not, or too long ago. */
  async function take({ org, user }: Whose, challenge: string, now: Instant) {
    const row = await database.tenant(org, (db) =>
      db
        .deleteFrom('identity.passkey_challenge')
        .where('org_id', '=', org)
        .where('user_uid', '=', user)
        .where('challenge', '=', Buffer.from(challenge, 'base64url'))
        .returning(['words', 'asked_at as askedAt'])
        .executeTakeFirst(),
    );
    return row && msBetween(row.askedAt, now) <= validFor ? row : null;
  }

  return {
    async askToEnrol(person, known, now) {
      const { generateRegistrationOptions } = await webauthn();
      const options = await generateRegistrationOptions({
        rpName: 'Imprimatur',
        rpID,
        userName: person.email,
        userID: Buffer.from(person.user),
        userDisplayName: person.name,
        excludeCredentials: known.map((id) => ({ id })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        supportedAlgorithmIDs: algorithms,
        timeout: validFor,
      });
      await remember(person, { challenge: Buffer.from(options.challenge, 'base64url'), words: null, now });
      return options;
    },

    async enrolled(person, answer, now) {
      const response = parsed<RegistrationResponseJSON>(answer);
      const challenge = challengeIn(response);
      if (!response || challenge === null) return refuse('passkey_wrong');
      const asked = await take(person, challenge, now);
      if (!asked) return refuse('passkey_expired');
      const { verifyRegistrationResponse } = await webauthn();
      const verified = await verifyRegistrationResponse({
        ...here,
        response,
        expectedChallenge: challenge,
        supportedAlgorithmIDs: algorithms,
      }).catch(() => null);
      if (asked.words !== null || !verified?.verified) return refuse('passkey_wrong');
      const { id, publicKey } = verified.registrationInfo.credential;
      return ok({ credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url') });
    },

    async askToSign(person, words, known, now) {
      const challenge = createHash('sha256').update(words).digest();
      await remember(person, { challenge, words, now });
      const { generateAuthenticationOptions } = await webauthn();
      return generateAuthenticationOptions({
        rpID,
        challenge: new Uint8Array(challenge),
        allowCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
        userVerification: 'required',
        timeout: validFor,
      });
    },

    async signed(person, answer, known, now) {
      const response = parsed<AuthenticationResponseJSON>(answer);
      const challenge = challengeIn(response);
      const passkey = known.find(({ credentialId }) => credentialId === response?.id);
      if (!response || challenge === null || !passkey) return refuse('passkey_wrong');
      const asked = await take(person, challenge, now);
      if (!asked) return refuse('passkey_expired');
      const { credentialId, publicKey } = passkey;
      // Counters are not compared: passkeys that a person has on several devices count nothing.
      const credential = {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        counter: 0,
      };
      const { verifyAuthenticationResponse } = await webauthn();
      const verified = await verifyAuthenticationResponse({
        ...here,
        response,
        expectedChallenge: challenge,
        credential,
      }).catch(() => null);
      if (asked.words === null || !verified?.verified) return refuse('passkey_wrong');
      const { authenticatorData, clientDataJSON, signature } = response.response;
      return ok({
        authenticator: passkey.uid,
        words: asked.words,
        assertion: { credentialId, askedAt: asked.askedAt, authenticatorData, clientDataJSON, signature },
      });
    },
  };
}

/** The answer of a browser as it was sent; the library checks what it holds. */
function parsed<T>(answer: string): T | null {
  try {
    const value: unknown = JSON.parse(answer);
    return typeof value === 'object' && value !== null ? (value as T) : null;
  } catch {
    return null;
  }
}

/** The challenge that an answer says it is for, in base64url. */
function challengeIn(answer: { response?: { clientDataJSON?: unknown } } | null): string | null {
  const client = parsed<{ challenge?: unknown }>(
    Buffer.from(String(answer?.response?.clientDataJSON), 'base64url').toString('utf8'),
  );
  return typeof client?.challenge === 'string' ? client.challenge : null;
}
