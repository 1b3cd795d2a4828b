import { expect, it } from 'vitest';
import { hostileIssuer, type Forgery } from '#tests/sign-in/single-sign-on/hostile-issuer.ts';
import {
  accessOf,
  approveWith,
  leaveToApprove,
  organisationWith,
  signInAt,
  toApprove,
} from '#tests/sign-in/single-sign-on/with-issuer.ts';

const seconds = (ago: number): number => Math.floor(Date.now() / 1000) - ago;

it('by screen: an issuer that does not ask again is named as the cause, and locks nobody', async () => {
  const issuer = await hostileIssuer();
  const org = await organisationWith(issuer);
  Object.assign(issuer, { subject: 'marit', email: org.other.email });
  await signInAt(org, issuer, org.other.email);
  const { approval } = await toApprove(org, org.other, '001');
  const attempt = async (forgery: Forgery) => {
    const { address, browser } = await leaveToApprove(org, org.other, approval);
    issuer.forgery = forgery;
    return approveWith(org, org.other, { search: await issuer.walk(address), browser });
  };
  const stale = (detail: string) => ({
    failure: { code: 'reauthentication_stale', detail: expect.stringContaining(detail) as string },
  });
  for (let attempts = 1; attempts <= 6; attempts++)
    expect(await attempt({ claims: { auth_time: seconds(600) } })).toMatchObject(
      stale('Northmere ID answered with an earlier sign-in.'),
    );
  expect(await attempt({ claims: { auth_time: undefined } })).toMatchObject(stale('Northmere ID does not say when'));
  expect(await attempt({ claims: { auth_time: seconds(-600) } })).toMatchObject(stale('The clock of Northmere ID'));
  expect((await accessOf(org, org.other)).map(({ type }) => type)).not.toContain('UserLockedOut');
  expect(await attempt({})).toMatchObject({ ok: true });
});
