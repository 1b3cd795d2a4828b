import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signedWords } from '#events/signed-words.ts';
import { PasskeyCheck, type RawEvent } from '#app/audit/evidence/verify/passkey/passkeys.ts';
import { uidOf } from '#tests/deciders/people.ts';
import { softwarePasskey } from '#tests/support/passkey/software-passkey.ts';

const origin = 'https://quality.northmere.example';
const askedAt = '2026-03-12T14:05:00.000Z';
const signer = uidOf(1);
const authenticator = uidOf(2);
const words = {
  signer,
  printedName: 'Ines Okafor',
  signedName: 'ines okafor',
  role: 'ADMIN',
  meaning: 'rejected',
  reason: 'Section 3 says “4 °C”,\nthe log \\ says "8".\u2028',
  document: uidOf(3),
  version: '2.1',
  sha256: 'b'.repeat(64),
  comparison: 'c'.repeat(64),
} as const;
const challenge = createHash('sha256').update(signedWords(words, askedAt)).digest('base64url');

type Passkey = ReturnType<typeof softwarePasskey>;

const enrolled = ({ credentialId, publicKey }: Passkey): RawEvent => ({
  type: 'AuthenticatorEnrolled',
  data: { user: signer, authenticator, kind: 'passkey', credentialId, publicKey, model: null },
});
const revoked: RawEvent = { type: 'AuthenticatorRevoked', data: { user: signer, authenticator } };
const signed = (passkey: Passkey, options: Parameters<Passkey['answer']>[1] = {}) => ({
  ...words,
  signedAt: '2026-03-12T14:05:30.000Z',
  credential: {
    method: 'email, password and passkey',
    checkedAt: '2026-03-12T14:05:30.000Z',
    authenticator,
    passkey: { credentialId: passkey.credentialId, askedAt, ...passkey.answer(challenge, options).response },
  },
});
type Signed = ReturnType<typeof signed>;

/** What is found of the signature after these events. */
async function found(signature: Signed, ...before: RawEvent[]): Promise<unknown> {
  const check = new PasskeyCheck();
  for (const event of before) expect(check.next(event)).toBeNull();
  return check.next({ type: 'ApprovalRejected', data: { signature } });
}

const fault = { fault: expect.any(String) as string };

describe('[A11d-13] a signature with a passkey', () => {
  it.each(['ES256', 'RS256', 'EdDSA'] as const)('%s holds, and not after any byte was changed', async (algorithm) => {
    const passkey = softwarePasskey(origin, algorithm);
    const whole = signed(passkey);
    expect(await found(whole, enrolled(passkey))).toBe('holds');
    const accepted: string[] = [];
    const tryWith = async (name: string, changed: Signed) => {
      const outcome = await found(changed, enrolled(passkey));
      if (JSON.stringify(outcome).includes('fault')) return;
      accepted.push(name);
    };
    for (const name of ['authenticatorData', 'clientDataJSON', 'signature'] as const) {
      const bytes = Buffer.from(whole.credential.passkey[name], 'base64url');
      for (let at = 0; at < bytes.length; at++) {
        const changed = Buffer.from(bytes);
        changed[at]! ^= 1 << (at % 8);
        const answer = { ...whole.credential.passkey, [name]: changed.toString('base64url') };
        await tryWith(`${name} ${at}`, { ...whole, credential: { ...whole.credential, passkey: answer } });
      }
    }
    for (const [name, text] of Object.entries(words))
      for (let at = 0; at < text.length; at++) {
        const other = String.fromCharCode(text.charCodeAt(at) ^ 1);
        await tryWith(`${name} ${at}`, { ...whole, [name]: text.slice(0, at) + other + text.slice(at + 1) });
      }
    expect(accepted).toEqual([]);
  });

  it('of a deputy names the absent person, and not somebody else', async () => {
    const passkey = softwarePasskey(origin);
    const absent = { user: uidOf(7), name: 'Łukasz “L” Nowak' };
    const asked = createHash('sha256')
      .update(signedWords({ ...words, onBehalfOf: absent }, askedAt))
      .digest('base64url');
    const whole = { ...signed(passkey), onBehalfOf: absent };
    Object.assign(whole.credential.passkey, passkey.answer(asked).response);
    expect(await found(whole, enrolled(passkey))).toBe('holds');
    const others = [null, { ...absent, user: uidOf(8) }, { ...absent, name: 'Łukasz Nowak' }];
    for (const onBehalfOf of others)
      expect(await found({ ...whole, onBehalfOf } as Signed, enrolled(passkey))).toEqual(fault);
  });

  it('needs the person recognised, on a page of its own', async () => {
    const passkey = softwarePasskey(origin);
    const options = [{ flags: 0x01 }, { flags: 0x04 }, { crossOrigin: true }, { type: 'webauthn.create' }];
    for (const option of options) expect(await found(signed(passkey, option), enrolled(passkey))).toEqual(fault);
  });

  it('needs a passkey that its signer had enrolled and not removed, within five minutes', async () => {
    const passkey = softwarePasskey(origin);
    const whole = signed(passkey);
    const ofAnother = { ...enrolled(passkey), data: { ...enrolled(passkey).data, user: uidOf(9) } };
    expect(await found(whole)).toEqual(fault);
    expect(await found(whole, ofAnother)).toEqual(fault);
    expect(await found(whole, enrolled(softwarePasskey(origin)))).toEqual(fault);
    expect(await found(whole, enrolled(passkey), revoked)).toEqual(fault);
    for (const signedAt of ['2026-03-12T14:10:01.000Z', '2026-03-12T14:04:59.000Z', 'once'])
      expect(await found({ ...whole, signedAt }, enrolled(passkey))).toEqual(fault);
  });
});

it('[A11d-13] a signature with single sign-on holds, and not after its words or its nonce were changed', async () => {
  const credential = { method: 'OIDC re-authentication', askedAt, authTime: askedAt, nonce: challenge };
  const whole = { ...words, signedAt: '2026-03-12T14:05:30.000Z', credential };
  const judge = (signature: object) => new PasskeyCheck().next({ type: 'ApprovalGiven', data: { signature } });
  expect(await judge(whole)).toBe('holds');
  const other = (text: string, at: number) =>
    text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);
  const changed = [
    ...Object.entries(words).flatMap(([name, text]) =>
      Array.from(text, (_, at) => ({ ...whole, [name]: other(text, at) })),
    ),
    ...Array.from(challenge, (_, at) => ({ ...whole, credential: { ...credential, nonce: other(challenge, at) } })),
    ...[{ authTime: '2026-03-12T14:04:54.000Z' }, { askedAt: 'once' }, { nonce: 5 }].map((given) => ({
      ...whole,
      credential: { ...credential, ...given },
    })),
  ];
  for (const one of changed) expect(await judge(one), JSON.stringify(one)).toEqual(fault);
});
