import { describe, expect, it } from 'vitest';
import { presets } from '#events/organisation/controls.ts';
import { defaultSettings } from '#events/organisation/events.ts';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { verifyIdentity } from '#app/people/commands/verify-identity.ts';
import { World } from '#app/set-up/demonstration/world.ts';
import { organisation, sop, somebody, type Organisation } from '#tests/support/organisation.ts';
import { recordedOn, shown } from '#tests/support/visiting.ts';
import { testServices } from '#tests/support/services.ts';

const regulate = ({ world, admin }: Organisation) =>
  world.act(admin, changeSettings, {
    name: world.name,
    settings: { ...defaultSettings, controls: { ...presets.standard.controls, identityVerified: true } },
    reason: 'The inspection of May.',
  });

describe('a verified identity [P11-100b]', () => {
  it('[P11-100b] is asked of people who join after the setting, for approval, rejection and training', async () => {
    const org = await organisation();
    const { world, admin, author } = org;
    await regulate(org);
    const late = await world.join(somebody('Noor', 'Haddad', 'AUTHOR'), ['Quality']);
    const document = await world.create(author, { ...sop('001'), approvers: [late, org.other] });
    await expect(world.sign(late, document)).rejects.toThrow('identity_not_verified');
    await expect(world.sign(late, document, 'No.')).rejects.toThrow('identity_not_verified');
    await world.act(admin, verifyIdentity, { user: late.uid, how: 'document' });
    await world.sign(late, document);
    await world.sign(org.other, document);
    await world.publishNow(document, ['Quality']);
    const newcomer = await world.join(somebody('Luca', 'Ferrante', 'EMPLOYEE'), ['Quality']);
    await expect(world.train(newcomer, document)).rejects.toThrow('identity_not_verified');
    await world.act(admin, verifyIdentity, { user: newcomer.uid, how: 'personnel_office' });
    await world.train(newcomer, document);
    await world.train(org.employee, document);
  });

  it('counts for active people of before, who are named in one event', async () => {
    const org = await organisation();
    const { services, world, admin, author, other, employee } = org;
    await world.act(admin, verifyIdentity, { user: author.uid, how: 'in_person' });
    const invited = await world.invite(somebody('Noor', 'Haddad', 'AUTHOR'), ['Quality']);
    await regulate(org);
    const named = (await recordedOn(services, world.org, 'organisation')).flatMap(({ type, data }) =>
      type === 'EarlierPeopleVerified' ? (data.people as { uid: string }[]) : [],
    );
    const expected = [admin, other, employee].map(({ uid }) => uid).toSorted();
    expect(named.map(({ uid }) => uid).toSorted()).toEqual(expected);
    const rows = await services.database.read(world.org, (db) =>
      db.selectFrom('read.user_account').select(['uid', 'identity_how', 'identity_by']).execute(),
    );
    const how = new Map(rows.map((row) => [row.uid, row.identity_how]));
    expect([how.get(author.uid), how.get(other.uid), how.get(invited.uid)]).toEqual(['in_person', 'earlier', null]);
  });

  it('is recorded by another admin, and at set-up for the first', async () => {
    const { world, admin, author } = await organisation();
    const own = await world.attempt(admin, verifyIdentity, { user: admin.uid, how: 'in_person' });
    expect(shown(own)).toMatchObject({ status: 403, failure: { code: 'not_allowed' } });
    const byAuthor = await world.attempt(author, verifyIdentity, { user: admin.uid, how: 'in_person' });
    expect(shown(byAuthor).status).toBe(403);
    const services = await testServices();
    const { role: _, ...first } = somebody('Ines', 'Okafor', 'ADMIN');
    const names = { name: 'Southwold', domain: 'southwold.example', admin: first };
    const regulated = await World.found(services, names, { preset: 'regulated' });
    const events = await recordedOn(services, regulated.org, `user-${regulated.admin.uid}`);
    expect(events.map(({ type }) => type)).toEqual(['UserRegistered', 'PasswordSet', 'IdentityVerified']);
  });
});
