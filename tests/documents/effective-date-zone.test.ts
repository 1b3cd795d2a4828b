import { describe, expect, it } from 'vitest';
import { publishDocument } from '#app/documents/commands/publish.ts';
import { rescheduleDocument } from '#app/documents/commands/reschedule.ts';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { documentEvents, manifestFacts } from '#app/approvals/jobs/manifest-facts.ts';
import { readTrailEvents } from '#app/audit/queries/events.ts';
import { getDocumentPage } from '#app/documents/queries/document-page.ts';
import { listManaged } from '#app/home/queries/list-managed.ts';
import { listOpenTraining } from '#app/training/queries/list-open.ts';
import { ask } from '#app/kit/query/query.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { showEffectiveDate } from '#app/ui/text/date.ts';
import { rebuild } from '#projections/rebuild/rebuild.ts';
import { organisation, sop, type Organisation } from '#tests/support/organisation.ts';

/** 00:00 of 09 Dec 2099 in Rome; in New York it is the day before. */
const effectiveAt = '2099-12-08T23:00:00.000Z';
const date = '09 Dec 2099';
const later = '01 Jan 2100';

const viewerOf = ({ services, world }: Organisation, person: Person) =>
  services.database.read(world.org, (db) =>
    readViewer(db, { org: world.org, user: person.uid, publicId: '0'.repeat(64) }),
  );

async function moveTo(org: Organisation, timeZone: string): Promise<void> {
  const viewer = await viewerOf(org, org.admin);
  const settings = { ...viewer!.settings, timeZone };
  await org.world.act(org.admin, changeSettings, { name: org.world.name, settings, reason: 'We moved.' });
}

async function approved(org: Organisation, docNum: string): Promise<string> {
  const document = await org.world.create(org.author, { ...sop(docNum), approvers: [org.other] });
  await org.world.sign(org.other, document);
  return document;
}

/** Everywhere that the effective date is shown, as it is shown there. */
async function shownOf(org: Organisation, document: string): Promise<string[]> {
  const { services, world, admin, employee } = org;
  const context = { ports: services, viewer: (await viewerOf(org, admin))!, now: services.now() };
  const page = await ask(getDocumentPage, { document }, context);
  const managed = await ask(listManaged, { sort: 'name', page: 1 }, context);
  const own = await ask(listOpenTraining, { page: 1 }, { ...context, viewer: (await viewerOf(org, employee))! });
  if (!page.ok || !managed.ok || !own.ok) throw new Error('not shown');
  const { found } = page.value;
  const { events } = await services.ledger.readStream(world.org, `document-${document}`);
  const positions = events.filter(({ type }) => /Published|EffectiveDateChanged/.test(type)).map((one) => one.position);
  const trail = await readTrailEvents(services, { org: world.org, document }, positions, null);
  const manifest = await manifestFacts(services, world.org, {
    version: '1.0',
    events: await documentEvents(services, world.org, document),
  });
  return [
    manifest.facts.effective!,
    ...manifest.facts.acts.flatMap(
      ({ sentence }) => /effective date.* (\d\d \w{3} \d{4})(?: \([^)]*\))?\.$/.exec(sentence)?.[1] ?? [],
    ),
    showEffectiveDate(found.shown!),
    showEffectiveDate(found.document),
    ...managed.value.documents.filter(({ uid }) => uid === document).map(showEffectiveDate),
    ...own.value.records.filter((one) => one.document === document).map(showEffectiveDate),
    ...trail
      .flatMap(({ changes }) => changes.filter(({ field }) => field === 'Effective date'))
      .map(({ new: day }) => day!.replace(/ \(.*/, '')),
  ];
}

describe('an effective date', () => {
  it('[P11-10e] stays the day that was chosen, after the organisation has moved to another zone', async () => {
    const org = await organisation();
    const { world, services, admin } = org;
    await moveTo(org, 'Europe/Rome');
    const document = await approved(org, '001');
    const departments = world.uidsOf(['Quality']);
    await world.act(admin, publishDocument, { document, departments, effectiveAt });
    const { events } = await services.ledger.readStream(world.org, `document-${document}`);
    expect(events.at(-1)).toMatchObject({
      type: 'DocumentPublished',
      data: { effectiveAt, effectiveOn: { date: '2099-12-09', zone: 'Europe/Rome' } },
    });
    await moveTo(org, 'America/New_York');
    expect(await shownOf(org, document)).toEqual(Array<string>(7).fill(date));
    await world.act(admin, rescheduleDocument, { document, effectiveAt: '2100-01-01T05:00:00.000Z' });
    expect(await shownOf(org, document)).toEqual([later, date, ...Array<string>(5).fill(later), date, later]);
    const moved = await services.ledger.readStream(world.org, `document-${document}`);
    expect(moved.events.at(-1)?.data).toMatchObject({
      oldOn: { date: '2099-12-09', zone: 'Europe/Rome' },
      newOn: { date: '2100-01-01', zone: 'America/New_York' },
    });
  });

  it('of an earlier schema is the day in the zone that the organisation had then, after a rebuild too', async () => {
    const org = await organisation();
    const { world, services } = org;
    await moveTo(org, 'Europe/Rome');
    const document = await approved(org, '002');
    const { version } = await services.ledger.readStream(world.org, `document-${document}`);
    const departments = world.uidsOf(['Quality']).map((uid) => ({ uid, name: 'Quality' }));
    const data = { document, version: '1.0', departments, effectiveAt, trainingWaived: false, trainingRate: 0 };
    await services.ledger.append({
      org: world.org,
      actor: { kind: 'system', name: 'An earlier release' },
      commandId: services.newId(),
      writes: [
        {
          stream: `document-${document}`,
          expectedVersion: version,
          events: [{ type: 'DocumentPublished', schema: 2, data }],
        },
      ],
    });
    await moveTo(org, 'America/New_York');
    await rebuild({ pool: org.db.owner, org: world.org });
    expect(await shownOf(org, document)).toEqual(Array<string>(6).fill(date));
    await world.act(org.admin, rescheduleDocument, { document, effectiveAt: '2100-01-01T05:00:00.000Z' });
    const { events } = await services.ledger.readStream(world.org, `document-${document}`);
    expect(events.at(-1)?.data).toMatchObject({ oldOn: { date: '2099-12-09', zone: 'Europe/Rome' } });
  });
});
