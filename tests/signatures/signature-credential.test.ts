import { describe, expect, it, vi } from 'vitest';
import { approveDocument } from '#app/approvals/commands/sign.ts';
import { signatureOf } from '#app/set-up/demonstration/world.ts';
import { organisation } from '#tests/support/organisation.ts';
import { accessOf, inReview } from '#tests/support/in-review.ts';

describe('[P11-200a] the credential check of a signature', () => {
  it('refuses a wrong password where the ledger is too busy to record the failure, and logs it', async () => {
    const org = await organisation();
    const { world, admin, services } = org;
    const { approvalOf, open } = await inReview(org, '021', [admin]);
    await open(admin);
    const logged = vi.spyOn(services.log, 'error');
    const holder = await org.db.owner.connect();
    try {
      await holder.query('begin');
      await holder.query('select from ledger.head where org_id = $1 for update', [world.org]);
      const form = { ...signatureOf(admin), approval: approvalOf(admin), password: 'not-the-password-1' };
      expect(await world.attempt(admin, approveDocument, form)).toMatchObject({
        failure: { code: 'signature_credentials_wrong' },
      });
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(logged).toHaveBeenCalledWith({ user: admin.uid, refusal: 'ledger_busy' }, 'signature.refusal_not_recorded');
    expect(await accessOf(org, admin)).not.toContainEqual(
      expect.objectContaining({ type: 'SignatureCredentialRefused' }),
    );
  });

  it('counts a wrong password, records each, and locks the account', async () => {
    const org = await organisation();
    const { world, admin } = org;
    const { approvalOf, open } = await inReview(org, '020', [admin]);
    await open(admin);
    const form = { ...signatureOf(admin), approval: approvalOf(admin) };
    const wrong = () => world.attempt(admin, approveDocument, { ...form, password: 'not-the-password-1' });
    for (let failure = 1; failure <= 4; failure++)
      expect(await wrong()).toMatchObject({ failure: { code: 'signature_credentials_wrong' } });
    await wrong();
    expect(await world.attempt(admin, approveDocument, form)).toMatchObject({ failure: { code: 'attempts_exceeded' } });
    const recorded = await accessOf(org, admin);
    expect(recorded.filter(({ reason }) => reason === 'wrong_password')).toHaveLength(5);
    expect(recorded.map(({ type }) => type)).toContain('UserLockedOut');
    expect(recorded.at(-1)).toEqual({ type: 'SignatureCredentialRefused', reason: 'locked' });
  });

  it('refuses another person’s email beside its field, and records it', async () => {
    const org = await organisation();
    const { world, admin, other } = org;
    const { approvalOf, open } = await inReview(org, '021', [admin]);
    await open(admin);
    const form = { ...signatureOf(admin), approval: approvalOf(admin) };
    expect(await world.attempt(admin, approveDocument, { ...form, email: other.email })).toMatchObject({
      failure: {
        code: 'signature_email_mismatch',
        fields: { email: ['The entered email address does not match your user profile.'] },
      },
    });
    expect(await accessOf(org, admin)).toEqual([{ type: 'SignatureCredentialRefused', reason: 'wrong_email' }]);
    expect(await world.attempt(admin, approveDocument, { ...form, email: admin.email.toUpperCase() })).toMatchObject({
      ok: true,
    });
  });

  it('counts another person’s email toward the lockout, whatever the password', async () => {
    const org = await organisation();
    const { world, admin, other } = org;
    const { approvalOf, open } = await inReview(org, '023', [admin]);
    await open(admin);
    const form = { ...signatureOf(admin), approval: approvalOf(admin) };
    const wrong = () => world.attempt(admin, approveDocument, { ...form, email: other.email });
    for (let failure = 1; failure <= 4; failure++)
      expect(await wrong()).toMatchObject({ failure: { code: 'signature_email_mismatch' } });
    expect(await wrong()).toMatchObject({ failure: { code: 'attempts_exceeded' } });
    expect(await world.attempt(admin, approveDocument, form)).toMatchObject({ failure: { code: 'attempts_exceeded' } });
    const recorded = await accessOf(org, admin);
    expect(recorded.filter(({ reason }) => reason === 'wrong_email')).toHaveLength(5);
    expect(recorded.map(({ type }) => type)).toContain('UserLockedOut');
  });

  it('records a refusal for too many failures from one network address as that', async () => {
    const org = await organisation();
    const { world, services, admin } = org;
    const { approvalOf, open } = await inReview(org, '024', [admin]);
    await open(admin);
    const failure = { code: 'too_many_requests' } as const;
    const limited = {
      kind: 'refused',
      reason: 'address_limited',
      failure,
      account: null,
      lock: null,
    } as const;
    Object.assign(services.identity, { checkCredential: () => Promise.resolve(limited) });
    const form = { ...signatureOf(admin), approval: approvalOf(admin) };
    expect(await world.attempt(admin, approveDocument, form)).toMatchObject({ failure });
    expect(await accessOf(org, admin)).toEqual([{ type: 'SignatureCredentialRefused', reason: 'address_limited' }]);
  });

  it('asks for every field in the specification’s words', async () => {
    const org = await organisation();
    const { approvalOf } = await inReview(org, '022', [org.admin]);
    const required = ['This field is required.'];
    const form = { approval: approvalOf(org.admin), email: 'nobody', signedName: ' ', consent: false };
    expect(await org.world.attempt(org.admin, approveDocument, form)).toMatchObject({
      failure: {
        code: 'invalid_input',
        fields: { email: ['Enter a valid email address'], password: required, signedName: required, consent: required },
      },
    });
  });
});
