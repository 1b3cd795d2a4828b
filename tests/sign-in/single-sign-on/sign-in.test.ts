import { describe, expect, it, onTestFinished } from 'vitest';
import { setSingleSignOn } from '#app/sign-in/commands/single-sign-on/set.ts';
import { deactivateUser, reactivateUser } from '#app/people/commands/activation.ts';
import { changeEmail } from '#app/people/commands/change-email.ts';
import { organisation, somebody } from '#tests/support/organisation.ts';
import { testServices } from '#tests/support/services.ts';
import { withApp } from '#tests/support/enrolled-app.ts';
import { hostileIssuer } from './hostile-issuer.ts';
import { realIssuer } from './real-issuer.ts';
import {
  accessOf,
  environment,
  leaveToSignIn,
  organisationWith,
  returnAsVisitor,
  settingsOf,
  signInAt,
} from './with-issuer.ts';

const callback = 'http://localhost:3000/single-sign-on/callback';
const signedIn = { ok: true, value: { kind: 'signed-in' } };
const refusedAs = (code: string) => ({ ok: true, value: { kind: 'refused', failure: { code } } });

describe('signing in with single sign-on', () => {
  it('links an invited person by a verified address, and afterwards knows the subject alone', async () => {
    const issuer = await realIssuer(callback);
    onTestFinished(issuer.stop);
    const org = await organisationWith(issuer);
    const { world, services, author } = org;
    const newcomer = { ...somebody('Noor', 'Haddad', 'EMPLOYEE'), email: `noor@${author.email.split('@')[1]}` };
    const noor = await world.invite(newcomer, ['Quality']);
    issuer.person = { subject: 'noor', email: noor.email, verified: false };
    expect(await signInAt(org, issuer, noor.email)).toMatchObject(refusedAs('single_sign_on_email_unverified'));
    issuer.person = { subject: 'noor', email: noor.email };
    expect(await signInAt(org, issuer, noor.email)).toMatchObject(signedIn);
    const { events } = await services.ledger.readStream(world.org, `user-${noor.uid}`);
    expect(events.map(({ type }) => type).slice(-2)).toEqual(['UserConfirmed', 'DirectoryLinked']);
    expect((await accessOf(org, noor)).at(-1)).toMatchObject({ type: 'UserSignedIn', method: 'single_sign_on' });
    issuer.person = { subject: 'noor', email: 'married@away.example', verified: false };
    expect(await signInAt(org, issuer, noor.email)).toMatchObject(signedIn);
  });

  it('[A11-12a] refuses strangers, another account with the same address, and people who are not active', async () => {
    const issuer = await hostileIssuer();
    const org = await organisationWith(issuer);
    const { world, admin, employee } = org;
    Object.assign(issuer, { subject: 'stranger', email: `stranger@${employee.email.split('@')[1]}` });
    expect(await signInAt(org, issuer, issuer.email)).toMatchObject(refusedAs('single_sign_on_unknown'));
    Object.assign(issuer, { subject: 'hana', email: employee.email });
    expect(await signInAt(org, issuer, employee.email)).toMatchObject(signedIn);
    issuer.subject = 'another-hana';
    expect(await signInAt(org, issuer, employee.email)).toMatchObject(refusedAs('single_sign_on_of_another'));
    await world.act(admin, deactivateUser, { user: employee.uid });
    issuer.subject = 'hana';
    expect(await signInAt(org, issuer, employee.email)).toMatchObject(refusedAs('single_sign_on_unknown'));
    await world.act(admin, reactivateUser, { user: employee.uid });
    issuer.subject = 'another-hana';
    expect(await signInAt(org, issuer, employee.email)).toMatchObject(signedIn);
    // The directory moved to another tenant: the address leads there once more, and the new subject counts.
    const merged = await hostileIssuer();
    await world.act(admin, setSingleSignOn, settingsOf(org, merged));
    Object.assign(merged, { subject: 'hana@merged', email: employee.email });
    expect(await signInAt(org, merged, employee.email)).toMatchObject(signedIn);
    merged.subject = 'somebody';
    expect(await signInAt(org, merged, employee.email)).toMatchObject(refusedAs('single_sign_on_of_another'));
  });

  it('finishes in another process, once, and in the browser that left', async () => {
    const issuer = await hostileIssuer();
    const org = await organisationWith(issuer);
    Object.assign(issuer, { subject: 'hana', email: org.employee.email });
    const back = await leaveToSignIn(org, issuer, org.employee.email);
    const second = { ...org, services: await testServices({ environment, db: org.db }) };
    const foreign = await returnAsVisitor(second, { ...back, browser: 'another' });
    expect(foreign).toMatchObject({ failure: { code: 'single_sign_on_expired' } });
    const both = await Promise.all([returnAsVisitor(org, back), returnAsVisitor(second, back)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const { rows } = await org.services.database.pool.query('select identity.purge(now())');
    expect(rows).toHaveLength(1);
  });

  it('never leads people of one organisation to the issuer of another', async () => {
    const [issuer, theirs] = [await hostileIssuer(), await hostileIssuer()];
    const org = await organisationWith(issuer);
    const other = await organisation({ environment, db: org.db });
    await withApp(other, other.admin);
    const foreign = { ...settingsOf(other, theirs), domains: org.employee.email.split('@')[1] };
    expect(await other.world.attempt(other.admin, setSingleSignOn, foreign)).toMatchObject({
      failure: { fields: { domains: [expect.stringContaining('cannot be used here')] } },
    });
    const shared = (of: typeof org, at: { url: string }) => {
      const settings = settingsOf(of, at);
      return of.world.attempt(of.admin, setSingleSignOn, {
        ...settings,
        domains: `${settings.domains}\nshared.example`,
      });
    };
    const both = await Promise.all([shared(org, issuer), shared(other, theirs)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    Object.assign(theirs, { subject: 'hana', email: org.employee.email });
    await other.world.act(other.admin, setSingleSignOn, settingsOf(other, theirs));
    expect(await signInAt(other, theirs, other.employee.email)).toMatchObject(refusedAs('single_sign_on_unknown'));
  });
});

describe('the settings of single sign-on', () => {
  it('need an issuer whose discovery document fits, everybody’s domain and a local admin', async () => {
    const issuer = await hostileIssuer();
    const org = await organisation({ environment });
    const { world, admin, author, employee } = org;
    const good = settingsOf(org, issuer);
    const attempt = (changed: object) => world.attempt(admin, setSingleSignOn, { ...good, ...changed });
    const problem = (field: string, words: string) => ({
      failure: { code: 'invalid_input', fields: { [field]: [expect.stringContaining(words)] } },
    });
    expect(await attempt({ issuer: `${issuer.url}/other` })).toMatchObject(problem('issuer', 'issuer'));
    expect(await attempt({ issuer: 'http://127.0.0.1:1' })).toMatchObject(problem('issuer', 'could not be reached'));
    expect(await attempt({ clientSecret: '' })).toMatchObject(problem('clientSecret', ''));
    expect(await attempt({ domains: author.email.split('@')[1] })).toMatchObject(problem('domains', 'another domain'));
    expect(await attempt({})).toMatchObject(problem('localAdmin', 'authenticator app'));
    await withApp(org, admin);
    expect(await attempt({ localAdmin: employee.uid })).toMatchObject(problem('localAdmin', 'admin'));
    expect(await attempt({ reason: '' })).toMatchObject({ failure: { code: 'invalid_input' } });
    expect(await attempt({})).toMatchObject({ ok: true });
    const outside = { ...somebody('Ada', 'Byron', 'EMPLOYEE'), email: 'ada@away.example' };
    await expect(world.invite(outside, ['Quality'])).rejects.toThrow('invalid_input');
    expect(
      await world.attempt(admin, changeEmail, { user: employee.uid, email: 'hana@away.example', reason: 'Moved.' }),
    ).toMatchObject(problem('email', 'Your organisation signs in people of'));
    const { events } = await org.services.ledger.readStream(world.org, 'organisation');
    expect(JSON.stringify(events)).not.toContain(good.clientSecret);
  });

  it('refuse an issuer in a private network unless the installation permits it', async () => {
    const issuer = await hostileIssuer();
    const org = await organisation();
    const https = { ...settingsOf(org, issuer), issuer: 'https://127.0.0.1' };
    expect(await org.world.attempt(org.admin, setSingleSignOn, https)).toMatchObject({
      failure: { fields: { issuer: [expect.stringContaining('private network')] } },
    });
  });
});
