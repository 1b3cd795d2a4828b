import { expect, it } from 'vitest';
import { endSingleSignOn, setSingleSignOn } from '#app/sign-in/commands/single-sign-on/set.ts';
import { unlinkDirectory } from '#app/people/commands/unlink-directory.ts';
import { verifyIdentity } from '#app/people/commands/verify-identity.ts';
import { getMember } from '#app/people/queries/get-member.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { hostileIssuer } from '#tests/sign-in/single-sign-on/hostile-issuer.ts';
import { accessOf, organisationWith, settingsOf, signInAt } from '#tests/sign-in/single-sign-on/with-issuer.ts';
import { answer } from '#tests/support/asking.ts';
import { withApp } from '#tests/support/enrolled-app.ts';
import { organisation, type Organisation } from '#tests/support/organisation.ts';

const environment = { WEBHOOK_ALLOW_PRIVATE: 'true' };

const begin = ({ services, world }: Organisation, { uid: user }: Person) =>
  services.identity.sessions.create({
    org: world.org,
    user,
    door: 'screen',
    now: services.now(),
    address: null,
    agent: null,
    limits: { idleMinutes: 30, absoluteHours: 12 },
  });

const sessionsOf = async ({ services, world }: Organisation, { uid: user }: Person) =>
  (await services.identity.sessions.list({ org: world.org, user, now: services.now() })).length;

it('by screen: sessions of the former way in end when single sign-on begins, changes and ends', async () => {
  const issuer = await hostileIssuer();
  const org = await organisation({ environment });
  const { world, admin, author, employee } = org;
  await withApp(org, admin);
  for (const person of [admin, author, employee]) await begin(org, person);
  const admins = await sessionsOf(org, admin);
  await world.act(admin, setSingleSignOn, settingsOf(org, issuer));
  for (const person of [author, employee]) expect(await sessionsOf(org, person)).toBe(0);
  // The local admin's password stays a way in.
  expect(await sessionsOf(org, admin)).toBe(admins);
  expect((await accessOf(org, author)).at(-1)).toMatchObject({ type: 'SessionsEnded', because: 'ways_in_changed' });

  Object.assign(issuer, { subject: 'hana', email: employee.email });
  await signInAt(org, issuer, employee.email);
  expect(await sessionsOf(org, employee)).toBe(1);
  await world.act(admin, setSingleSignOn, { ...settingsOf(org, issuer), issuerName: 'Northmere' });
  expect(await sessionsOf(org, employee), 'another name is no other way in').toBe(1);
  await world.act(admin, endSingleSignOn, { reason: 'The directory was closed.' });
  expect(await sessionsOf(org, employee)).toBe(0);
});

it('by screen: another admin unlinks a changed subject, for a reason, and the next sign-in links anew', async () => {
  const issuer = await hostileIssuer();
  const org = await organisationWith(issuer);
  const { world, admin, author, employee } = org;
  Object.assign(issuer, { subject: 'hana', email: employee.email });
  await signInAt(org, issuer, employee.email);
  await world.act(admin, verifyIdentity, { user: employee.uid, how: 'in_person' });
  issuer.subject = 'hana-2';
  const refused = { value: { kind: 'refused', failure: { code: 'single_sign_on_of_another' } } };
  expect(await signInAt(org, issuer, employee.email)).toMatchObject(refused);
  const unlink = { user: employee.uid, reason: 'The directory gave her another account.' };
  expect(await world.attempt(author, unlinkDirectory, unlink)).toMatchObject({ failure: { code: 'not_allowed' } });
  expect(await world.attempt(admin, unlinkDirectory, { ...unlink, reason: ' ' })).toMatchObject({
    failure: { code: 'invalid_input' },
  });
  await world.act(admin, unlinkDirectory, unlink);
  expect(await sessionsOf(org, employee)).toBe(0);
  expect(await answer(org, admin, getMember, { user: employee.uid })).toMatchObject({
    directory: null,
    identity: null,
  });
  expect(await signInAt(org, issuer, employee.email)).toMatchObject({ value: { kind: 'signed-in' } });
  expect(await answer(org, admin, getMember, { user: employee.uid })).toMatchObject({
    directory: { issuer: issuer.url, subject: 'hana-2' },
  });
});
