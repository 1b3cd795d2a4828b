import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { E } from '#events/catalogue.ts';
import { signedWords } from '#events/signed-words.ts';
import { approveDocument } from '#app/approvals/commands/sign.ts';
import { PasskeyCheck } from '#app/audit/evidence/verify/passkey/passkeys.ts';
import { signatureOf } from '#app/set-up/demonstration/world.ts';
import { type Organisation } from '#tests/support/organisation.ts';
import { hostileIssuer, type Forgery, type HostileIssuer } from './hostile-issuer.ts';
import { realIssuer } from './real-issuer.ts';
import { accessOf, approveWith, leaveToApprove, organisationWith, signInAt, toApprove } from './with-issuer.ts';

const callback = 'http://localhost:3000/single-sign-on/callback';

const seconds = (ago: number): number => Math.floor(Date.now() / 1000) - ago;

describe('[P11-200a3] signing with single sign-on', () => {
  it('records what the issuer said about exactly these words, also after its keys were rotated', async () => {
    const issuer = await realIssuer(callback);
    onTestFinished(issuer.stop);
    const org = await organisationWith(issuer);
    const { other, world, services } = org;
    issuer.person = { subject: 'marit', email: other.email };
    expect(await signInAt(org, issuer, other.email)).toMatchObject({ ok: true, value: { kind: 'signed-in' } });
    const { approval, document } = await toApprove(org, other, '001');
    const left = await leaveToApprove(org, other, approval);
    const asked = new URL(left.address).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      max_age: '0',
      prompt: 'login',
      response_type: 'code',
      code_challenge_method: 'S256',
    });
    issuer.rotate();
    const back = { search: await issuer.walk(left.address), browser: left.browser };
    expect(await approveWith(org, other, back)).toMatchObject({ ok: true });
    const { events } = await services.ledger.readStream(world.org, `document-${document}`);
    const given = events.find(({ type }) => type === 'ApprovalGiven')?.data as E<'ApprovalGiven'>['data'];
    const { credential, ...words } = given.signature;
    expect(credential).toMatchObject({
      method: 'OIDC re-authentication',
      issuer: issuer.url,
      subject: 'marit',
      nonce: asked.get('nonce'),
      tokenSha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    const { askedAt } = credential as { askedAt: string };
    const nonce = createHash('sha256').update(signedWords(words, askedAt)).digest('base64url');
    expect(nonce).toBe(asked.get('nonce'));
    expect(await approveWith(org, other, back)).toMatchObject({ failure: { code: 'single_sign_on_expired' } });
    const verified = (signature: object) =>
      new PasskeyCheck().next({ type: 'ApprovalGiven', data: { ...given, signature } });
    expect(await verified(given.signature)).toBe('holds');
    expect(await verified({ ...given.signature, reason: 'Another.' })).toMatchObject({
      fault: expect.stringContaining('single sign-on') as string,
    });
    const later = { ...credential, authTime: '2020-01-01T00:00:00.000Z' };
    expect(await verified({ ...given.signature, credential: later })).toMatchObject({
      fault: expect.stringContaining('single sign-on') as string,
    });
  });

  describe('with a hostile issuer', () => {
    let issuer: HostileIssuer;
    let org: Organisation;

    beforeEach(async () => {
      issuer = await hostileIssuer();
      org = await organisationWith(issuer);
      Object.assign(issuer, { subject: 'marit', email: org.other.email });
      await signInAt(org, issuer, org.other.email);
    });

    async function attempt(forgery: Forgery, waiting?: Awaited<ReturnType<typeof toApprove>>) {
      const { approval, document } = waiting ?? (await toApprove(org, org.other, '001'));
      const { address, browser } = await leaveToApprove(org, org.other, approval);
      const back = { search: await issuer.walk(address), browser };
      issuer.forgery = forgery;
      return { done: await approveWith(org, org.other, back), back, document };
    }

    it('[P11-200b] refuses every false answer, and records why', async () => {
      const refused: [Forgery, string][] = [
        [{ claims: { auth_time: seconds(60) } }, 'reauthentication_stale'],
        [{ claims: { auth_time: undefined } }, 'reauthentication_stale'],
        [{ claims: { auth_time: seconds(-600) } }, 'reauthentication_stale'],
        [{ claims: { sub: 'tomasz' } }, 'reauthentication_of_another'],
        [{ claims: { nonce: 'another' } }, 'reauthentication_invalid'],
        [{ claims: { iss: 'https://login.example' } }, 'reauthentication_invalid'],
        [{ claims: { aud: 'somebody-else' } }, 'reauthentication_invalid'],
        [{ claims: { exp: seconds(600) } }, 'reauthentication_invalid'],
        [{ algorithm: 'none' }, 'reauthentication_invalid'],
        [{ algorithm: 'HS256' }, 'reauthentication_invalid'],
        [{ foreignKey: true }, 'reauthentication_invalid'],
        [{ tampered: true }, 'reauthentication_invalid'],
      ];
      const waiting = await toApprove(org, org.other, '001');
      for (const [forgery, code] of refused) {
        const { done, document } = await attempt(forgery, waiting);
        const why = JSON.stringify(forgery);
        expect(done, why).toMatchObject({ failure: { code } });
        const recorded = (await accessOf(org, org.other)).findLast(({ type }) => type === 'SignatureCredentialRefused');
        expect(recorded, why).toMatchObject({ reason: code, document });
        await org.services.identity.attempts.unlock({ user: org.other.uid });
      }
    });

    it('accepts a session that began as the server asked, and keeps how the person authenticated', async () => {
      const { done, document } = await attempt({});
      expect(done).toMatchObject({ ok: true });
      const { events } = await org.services.ledger.readStream(org.world.org, `document-${document}`);
      expect(events.find(({ type }) => type === 'ApprovalGiven')).toMatchObject({
        data: { signature: { credential: { acr: 'urn:example:gold', amr: ['pwd', 'otp'] } } },
      });
    });

    it('accepts a clock of the issuer that is 4 seconds slow or fast', async () => {
      for (const [docNum, behind] of [
        ['003', 4],
        ['004', -4],
      ] as const) {
        const { done } = await attempt({ behind }, await toApprove(org, org.other, docNum));
        expect(done, `${behind} s behind`).toMatchObject({ ok: true });
      }
    });

    it('refuses what comes back twice, in another browser or for another person', async () => {
      const { back } = await attempt({});
      expect(await approveWith(org, org.other, back)).toMatchObject({ failure: { code: 'single_sign_on_expired' } });
      const { approval } = await toApprove(org, org.other, '002');
      const left = await leaveToApprove(org, org.other, approval);
      const search = await issuer.walk(left.address);
      expect(await approveWith(org, org.other, { search, browser: 'another' })).toMatchObject({
        failure: { code: 'single_sign_on_expired' },
      });
      expect(await approveWith(org, org.author, { search, browser: left.browser })).toMatchObject({
        failure: { code: 'other_person' },
      });
    });

    it('[A11-12b] locks the account after as many refusals as wrong passwords would', async () => {
      const forgery = { claims: { sub: 'tomasz' } };
      const { approval } = await toApprove(org, org.other, '001');
      const again = async () => {
        const { address, browser } = await leaveToApprove(org, org.other, approval);
        issuer.forgery = forgery;
        return approveWith(org, org.other, { search: await issuer.walk(address), browser });
      };
      for (let failure = 1; failure <= 4; failure++) await again();
      expect(await again()).toMatchObject({ failure: { code: 'attempts_exceeded' } });
      expect((await accessOf(org, org.other)).map(({ type }) => type)).toContain('UserLockedOut');
    });

    it('refuses the password that the person had, and records nothing else', async () => {
      const { approval } = await toApprove(org, org.other, '001');
      const form = { ...signatureOf(org.other), approval };
      expect(await org.world.attempt(org.other, approveDocument, form)).toMatchObject({
        failure: { code: 'single_sign_on_required' },
      });
    });
  });
});
