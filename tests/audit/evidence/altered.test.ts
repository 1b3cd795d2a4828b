import { generateKeyPairSync } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addresses } from '#app/kit/addresses.ts';
import { makeVerifiedPack } from '#app/audit/evidence/pack/verified.ts';
import { coverUpTo } from '#app/audit/queries/proof.ts';
import { getEvidenceSubject } from '#app/audit/queries/evidence-subject.ts';
import { ask } from '#app/kit/query/query.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { reportRequest, type ReportName } from '#app/reports/queries/names.ts';
import { requestReport } from '#app/reports/making/report-service.ts';
import { makeTrail, type TrailRequest } from '#app/audit/export/trails.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import { openSiteFrom, type EmptySite } from '#tests/http/site.ts';
import { readPdf } from '#tests/support/files/pdf-text.ts';
import type { ScenarioOrganisation } from '#tests/support/scenario.ts';
import { prepareVerifier, sealOf } from '#tests/support/evidence-pack.ts';

let site: EmptySite & ScenarioOrganisation;
beforeAll(async () => {
  [site] = await Promise.all([openSiteFrom(({ ours }) => Promise.resolve(ours)), prepareVerifier()]);
});
afterAll(() => site.close());

const org = () => site.world.org;
const viewerOf = async (person: Person) => {
  const session = { org: org(), user: person.uid, publicId: '0'.repeat(64) };
  return (await site.services.database.read(org(), (db) => readViewer(db, session)))!;
};

/** What the database's owner does: changes a statement of the ledger with its triggers off. */
async function asOwner(statement: string, values: unknown[]): Promise<void> {
  const owner = await site.db.owner.connect();
  for (const table of ['event', 'checkpoint']) await owner.query(`alter table ledger.${table} disable trigger all`);
  await owner.query(statement, values);
  for (const table of ['event', 'checkpoint']) await owner.query(`alter table ledger.${table} enable trigger all`);
  owner.release();
}

/** The first event of this type in the effective document's trail. */
async function positionOf(type: string): Promise<string> {
  const { rows } = await site.db.owner.query<{ position: string }>(
    'select position from ledger.event where org_id = $1 and type = $2 and strpos(canonical, $3) > 0 order by position',
    [org(), type, site.documents.effective],
  );
  return rows[0]!.position;
}

const trail = async (name: TrailRequest['name'], about: string, format: 'csv' | 'pdf') =>
  accepted(await makeTrail(site.services, await viewerOf(site.admin), { name, format, about }), name).body;

const report = async (name: ReportName, format: 'csv' | 'pdf', position: string | null = null) => {
  const filters = name === 'training-record' ? { person: site.employee.uid } : {};
  const asked = reportRequest.parse({ name, format, filters, position });
  const made = accepted(await requestReport(site.services, await viewerOf(site.admin), asked), name);
  return made.kind === 'file' ? made.bytes : Buffer.alloc(0);
};

const wrong = 'This does not match the signed ledger.';
const tables = ['training-matrix', 'organization-training', 'outstanding-training', 'table-of-contents'] as const;
const reports = [...tables, 'active-users', 'all-users', 'training-record'] as const;
const downloads = () => {
  const { documents, employee, admin } = site;
  return [
    addresses.auditFile(documents.effective, 'json'),
    addresses.documentEvidence(documents.effective),
    addresses.userEvidence(employee.uid),
    addresses.userEvidence(admin.uid),
  ];
};

describe('while the ledger is as it was recorded', () => {
  it('every export says that it matches', async () => {
    const csv = await text(await trail('document-audit-trail', site.documents.effective, 'csv'));
    expect(csv).toContain('Matches the signed ledger');
    expect(csv).not.toContain(wrong);
    expect((await report('organization-training', 'csv')).toString()).toContain('Matches the signed ledger');
    for (const address of downloads()) expect((await site.send(site.admin, 'GET', address)).status).toBe(200);
    await expect.poll(() => readdir(path.join(site.services.config.dataDir, 'packs'))).toEqual([]);
  });

  it('a pack that does not verify is refused, and no export is recorded', async () => {
    const { services, admin } = site;
    const viewer = await viewerOf(admin);
    const checkpoint = (await coverUpTo(services, org(), (await services.ledger.readHead(org())).size))!;
    const wanted = { kind: 'document', uid: site.documents.effective, size: checkpoint.size } as const;
    const subject = accepted(
      await ask(getEvidenceSubject, wanted, { ports: services, viewer, now: services.now() }),
      '',
    );
    const logged: string[] = [];
    const log = { ...services.log, error: (_facts: unknown, name: string) => void logged.push(name) };
    const config = { ...services.config, signingKey: generateKeyPairSync('ed25519').privateKey };
    const ports = { ...services, config, log: log as unknown as typeof services.log };
    const made = await makeVerifiedPack(ports, {
      org: org(),
      subject,
      checkpoint,
      seal: await sealOf(services, org()),
    });
    expect(made).toMatchObject({ ok: false, failure: { code: 'evidence_unverified' } });
    expect(logged).toEqual(['evidence.pack_refused']);
    expect(await readdir(path.join(config.dataDir, 'packs'))).toEqual([]);
  });
});

it('a pack leaves out an earlier checkpoint whose note the owner of the database emptied', async () => {
  await asOwner('alter table ledger.checkpoint alter column note drop not null', []);
  const earlier = 'org_id = $1 and size < (select max(size) from ledger.checkpoint where org_id = $1)';
  await asOwner('create table saved as select size, note from ledger.checkpoint where org_id = $1', [org()]);
  await asOwner(`update ledger.checkpoint set note = null where ${earlier}`, [org()]);
  expect((await site.send(site.admin, 'GET', addresses.documentEvidence(site.documents.effective))).status).toBe(200);
  await asOwner('update ledger.checkpoint c set note = k.note from saved k where org_id = $1 and c.size = k.size', [
    org(),
  ]);
});

describe('[P11-10a3] after the owner of the database changed an event', () => {
  let altered: string;
  beforeAll(async () => {
    altered = await positionOf('TrainingCompleted');
    await asOwner(
      `update ledger.event set canonical = replace(canonical, 'Hana Kobayashi', 'Hanna Kobayashi')
       where org_id = $1 and position = $2`,
      [org(), altered],
    );
  });

  it.each([
    ['document-audit-trail', () => site.documents.effective],
    ['user-audit-log', () => site.employee.uid],
  ] as const)('%s names the event, as CSV and as PDF', async (name, about) => {
    const csv = await text(await trail(name, about(), 'csv'));
    const [, ...rows] = csv.split('\r\n').filter(Boolean);
    expect(rows.every((row) => row.includes(`${wrong} Not matching: event No. ${altered}.`))).toBe(true);
    const own = rows.filter((row) => row.includes('This event does not match the signed ledger'));
    expect(own.map((row) => row.split(',')[0])).toEqual([altered]);
    const { pages } = await readPdf(await buffer(await trail(name, about(), 'pdf')));
    for (const page of pages) expect(page).toContain(wrong);
    expect(pages.join(' ')).toContain('This event does not match the signed ledger');
  });

  it('a log without the event says nothing', async () => {
    expect(await text(await trail('organisation-audit-log', org(), 'csv'))).not.toContain(wrong);
  });

  it.each(reports)(
    'the report %s says so in each row and on each page, also as of an earlier position',
    async (name) => {
      const rows = (await report(name, 'csv')).toString().split('\r\n').slice(1).filter(Boolean);
      for (const row of rows) expect(row).toContain(`event No. ${altered}.`);
      const { pages } = await readPdf(await report(name, 'pdf'));
      for (const page of pages) expect(page).toContain(wrong);
      const earlier = String(Number((await site.services.ledger.readHead(org())).size) - 1);
      expect((await readPdf(await report(name, 'pdf', earlier))).all).toContain(wrong);
    },
  );

  it('the page shows it as well, and no proof or pack of it is handed out, on screens and by the API', async () => {
    const { admin, documents, employee } = site;
    const page = await site.send(admin, 'GET', addresses.auditTrail(documents.effective));
    expect(page.text).toContain('does not match the ledger');
    const proofs = (['json', 'tlog-proof'] as const).map((format) =>
      addresses.auditProof(documents.effective, altered, format),
    );
    const day = new Date().toISOString().slice(0, 10);
    const packs = [...downloads(), addresses.organisationEvidence(day, day)];
    for (const address of [...proofs, ...packs.filter((one) => !one.includes(admin.uid))]) {
      const answer = await site.send(admin, 'GET', address);
      expect({ address, status: answer.status }).toEqual({ address, status: 500 });
      expect(answer.text).toContain('no evidence can be made');
    }
    expect((await site.send(employee, 'GET', addresses.userEvidence(employee.uid))).status).toBe(500);
    const { events } = await site.services.ledger.readStream(org(), `evidence-${employee.uid}`);
    expect(events).toEqual([]);
  });
});

describe('[P11-10a3] after the owner garbled an event, removed one and emptied a note', () => {
  it('names an event that cannot be read, and one that is gone', async () => {
    const [garbled, gone] = [await positionOf('DocumentFileAttached'), await positionOf('TrainingAssigned')];
    await asOwner(`update ledger.event set canonical = '{' where org_id = $1 and position = $2`, [org(), garbled]);
    await asOwner('delete from ledger.event where org_id = $1 and position = $2', [org(), gone]);
    const csv = await text(await trail('document-audit-trail', site.documents.effective, 'csv'));
    expect(csv).toContain(`Event No. ${garbled} cannot be read`);
    expect(csv).toContain(`Missing: event No. ${gone}.`);
    expect((await report('all-users', 'csv')).toString()).toContain(`Missing: event No. ${gone}.`);
    const page = await site.send(site.admin, 'GET', addresses.auditTrail(site.documents.effective));
    expect(page.status).toBe(200);
    expect(page.text).toContain('cannot be read');
    const { rows } = await site.db.owner.query<{ uid: string }>(
      'select uid from read.training_record where document_uid = $1 and completed_position is not null limit 1',
      [site.documents.effective],
    );
    for (const address of [
      addresses.documentEvidence(site.documents.effective),
      addresses.recordEvidence(rows[0]!.uid),
    ]) {
      const refused = await site.send(site.admin, 'GET', address);
      expect(refused, address).toMatchObject({ status: 500 });
      expect(refused.text).toContain('so no evidence can be made');
    }
  });

  it('shows a checkpoint without a note as one that does not match', async () => {
    await asOwner('update ledger.checkpoint set note = null where org_id = $1', [org()]);
    const page = await site.send(site.admin, 'GET', addresses.auditTrail(site.documents.draft));
    expect(page.status).toBe(200);
    expect(page.text).toContain('The ledger does not match its signed checkpoint');
    const csv = await text(await trail('document-audit-trail', site.documents.draft, 'csv'));
    expect(csv).toContain(wrong);
    expect((await site.send(site.admin, 'GET', addresses.documentEvidence(site.documents.draft))).status).toBe(500);
  });
});
