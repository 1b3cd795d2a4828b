import { expect, it } from 'vitest';
import { makeTrail } from '#app/audit/export/trails.ts';
import { getTrail, getWholeTrail } from '#app/audit/queries/list-trail.ts';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { defaultSettings } from '#events/organisation/events.ts';
import { organisation, published, sop } from '#tests/support/organisation.ts';
import { answer, asViewer } from '#tests/support/asking.ts';

it('by screen and call: employees download the trail of what they may read, unless a setting denies it', async () => {
  const org = await organisation();
  const { world, services, author, other, employee, admin } = org;
  const scheduled = await published(org, '001');
  const draft = await world.create(author, { ...sop('002'), approvers: [other] });
  const trail = async (about: string) => {
    const viewer = await asViewer(services, employee);
    const made = await makeTrail(services, viewer, { name: 'document-audit-trail', format: 'csv', about });
    return made.ok ? 'made' : made.failure.code;
  };
  // The employee trains on the scheduled version.
  expect(await trail(scheduled)).toBe('made');
  expect(await trail(draft)).toBe('not_found');
  expect(await answer(org, employee, getTrail, { document: scheduled, page: 1 } as never)).toBe('not_allowed');
  expect(await answer(org, employee, getWholeTrail, { document: scheduled, passkeys: true })).toBe('not_allowed');
  const settings = { ...defaultSettings, employeeTrails: false };
  await world.act(admin, changeSettings, { name: world.name, settings, reason: 'The works council.' });
  expect(await trail(scheduled)).toBe('not_allowed');
});
