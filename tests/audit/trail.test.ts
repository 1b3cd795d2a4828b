import { createHash, randomUUID } from 'node:crypto';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import { readTrailEvents } from '#app/audit/queries/events.ts';
import { reportRequest } from '#app/reports/queries/names.ts';
import { coverUpTo } from '#app/audit/queries/proof.ts';
import { readTrailReport } from '#app/audit/queries/trail-report.ts';
import { getTrail, getWholeTrail } from '#app/audit/queries/list-trail.ts';
import { pageSize } from '#app/kit/query/page-size.ts';
import { getUserLog } from '#app/audit/queries/logs.ts';
import { auditTrailCsv } from '#app/audit/export/audit-trail-csv.ts';
import { makeTrail } from '#app/audit/export/trails.ts';
import { readLogEvents } from '#app/audit/screens/trail/log-events.ts';
import { verifyBundle, type Bundle } from './bundle-verifier.ts';
import { readBundle } from './read-bundle.ts';
import { readPdf } from '#tests/support/files/pdf-text.ts';
import { sealedLast, signaturesOf, withoutSeal } from '#tests/support/files/pdfsig.ts';
import { openSetup, type Setup } from '#tests/support/scenario-setup.ts';
import { requestReport } from '#app/reports/making/report-service.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await openSetup();
});
afterAll(() => setup.close());

const org = () => setup.ours.world.org;
const document = () => setup.ours.documents.effective;

/**
 * The places of all events that name the document, found by reading the whole ledger: a count that shares nothing with
 * the query.
 */
async function placesInLedger(uid: string): Promise<string[]> {
  const { rows } = await setup.db.owner.query<{ position: string; canonical: string }>(
    'select position, canonical from ledger.event where org_id = $1 order by position',
    [org()],
  );
  return rows.filter(({ canonical }) => canonical.includes(uid)).map(({ position }) => position);
}

const whole = async (uid: string) =>
  accepted(await setup.ask(setup.ours.author, getWholeTrail, { document: uid }), 'trail');
const page = async (input: { document: string; kind?: string; who?: string; page?: number }) =>
  accepted(
    await setup.ask(setup.ours.author, getTrail, { kind: null, who: null, page: 1, ...input } as never),
    'page of the trail',
  );
const eventsAt = async (positions: readonly string[]) =>
  readTrailEvents(setup.services, { org: org(), document: document() }, positions, null);

describe('[P11-10e] [A11-9a] the audit trail of a document', () => {
  it.each([
    'draft',
    'inReview',
    'rejected',
    'approved',
    'pending',
    'effective',
    'underRevision',
    'retired',
    'discarded',
  ] as const)('holds every event that names it, and no other: %s', async (which) => {
    const uid = setup.ours.documents[which];
    const { positions, total } = await whole(uid);
    expect(positions).toEqual(await placesInLedger(uid));
    expect(total).toBe(positions.length);
  });

  it('lists who did what, newest first', async () => {
    const { positions } = await page({ document: document() });
    const events = await eventsAt(positions);
    const said = events.map(({ subject, sentence }) => `${subject} ${sentence}`).toReversed();
    expect(said).toEqual([
      'Tomasz Wieczorek created the document, version 1.0',
      'Tomasz Wieczorek attached the working document of version 1.0',
      'Tomasz Wieczorek attached the final PDF of version 1.0',
      'Tomasz Wieczorek sent version 1.0 to 2 people for approval',
      'Ines Okafor downloaded the final PDF of version 1.0 for approval',
      'Ines Okafor signed to approve version 1.0',
      'Marit Solheim downloaded the final PDF of version 1.0 for approval',
      'Marit Solheim signed to approve version 1.0',
      'Version 1.0 has all its approvals',
      'Ines Okafor gave final approval and set the effective date',
      'The system assigned training to 3 people',
      'Version 1.0 came into force',
      'Hana Kobayashi downloaded the final PDF of version 1.0 for training',
      'Hana Kobayashi signed the training record for version 1.0',
    ]);
  });

  it('shows that training was still open as the version came into force', async () => {
    const { positions } = await page({ document: document() });
    const became = (await eventsAt(positions)).find(({ type }) => type === 'DocumentBecameEffective');
    expect(became?.changes).toContainEqual({ field: 'Status', old: 'Awaiting Training', new: 'Effective' });
  });

  it('is found of a discarded draft in the log of the person who discarded it, which names the draft', async () => {
    const uid = setup.ours.documents.discarded;
    const viewer = await setup.viewer(setup.ours.admin);
    const author = setup.ours.author.uid;
    const log = accepted(await setup.ask(setup.ours.admin, getUserLog, { user: author, page: 1, whole: true }), 'log');
    const titles = (await readLogEvents(setup.services, viewer, { ...log, person: author })).flatMap(
      ({ document: about }) => (about?.uid === uid ? about.title : []),
    );
    const before = (await placesInLedger(uid)).slice(1).map(() => 'SOP - QA - 002 A Plan Given Up');
    expect(titles.sort()).toEqual([...before, 'SOP - QA - 002 A Plan Given Up, discarded']);
    const asked = { name: 'user-audit-log', format: 'csv', about: author } as const;
    const csv = await text(accepted(await makeTrail(setup.services, viewer, asked), 'csv').body);
    expect(csv).toContain('SOP - QA - 002 A Plan Given Up, discarded.');
  });

  it('[A11-9d] stands newest first, also where the places in the ledger come to have a digit more', async () => {
    const trails = await Promise.all(
      Object.values(setup.ours.documents).map(async (uid) => ({
        uid,
        newestFirst: (await placesInLedger(uid)).toReversed(),
      })),
    );
    const longer = trails.filter(({ newestFirst }) => newestFirst[0]!.length > newestFirst.at(-1)!.length);
    expect(longer).not.toEqual([]);
    for (const { uid, newestFirst } of longer)
      expect((await page({ document: uid })).positions).toEqual(newestFirst.slice(0, pageSize));
  });

  it('names the documents and only its own person in training events, on screen, in CSV and in PDF', async () => {
    const hana = setup.ours.employee;
    const viewer = await setup.viewer(setup.ours.admin);
    const log = accepted(
      await setup.ask(setup.ours.admin, getUserLog, { user: hana.uid, page: 1, whole: true }),
      'log',
    );
    const events = await readLogEvents(setup.services, viewer, { ...log, person: hana.uid });
    const batches = events.filter(({ type }) => type === 'TrainingAssigned' || type === 'TrainingCancelled');
    expect(batches.length).toBeGreaterThan(0);
    for (const { people } of batches) {
      expect(people.flatMap(({ names }) => names)).toEqual(people.map(() => 'Hana Kobayashi'));
      for (const { fact } of people) expect(fact).toMatch(/^SOP - \w+ - \d+ .+: version \d/);
    }
    const asked = { name: 'user-audit-log', about: hana.uid } as const;
    const csv = await text(accepted(await makeTrail(setup.services, viewer, { ...asked, format: 'csv' }), 'csv').body);
    const made = accepted(await makeTrail(setup.services, viewer, { ...asked, format: 'pdf' }), 'pdf');
    const { all } = await readPdf(await buffer(made.body));
    for (const paper of [csv, all]) {
      expect(paper.replaceAll(/\s+/g, ' ')).toMatch(/SOP - [A-Z]+ - \d+ [A-Z][^.]*: version \d/);
      expect(paper).not.toMatch(/Noor Haddad.*version|version.*Noor Haddad/);
    }
  });

  it('names everybody whom a batch of training concerns', async () => {
    const { positions } = await page({ document: document(), kind: 'training' });
    const batch = (await eventsAt(positions)).find(({ type }) => type === 'TrainingAssigned');
    expect(batch?.people.flatMap(({ names }) => names)).toEqual(['Hana Kobayashi', 'Noor Haddad', 'Tomasz Wieczorek']);
  });

  it('[A11-9d] is filtered by kind of event and by person, by uid or by a part of the name', async () => {
    const kinds = async (kind: string) =>
      (await eventsAt((await page({ document: document(), kind })).positions)).map(({ type }) => type);
    expect(await kinds('signatures')).toEqual(['TrainingCompleted', 'ApprovalGiven', 'ApprovalGiven']);
    expect(await kinds('files')).toEqual([
      ...Array<string>(3).fill('DocumentFileDownloaded'),
      ...Array<string>(2).fill('DocumentFileAttached'),
    ]);
    const hana = setup.ours.employee.uid;
    const byUid = await page({ document: document(), who: hana });
    expect((await eventsAt(byUid.positions)).map(({ type }) => type)).toEqual([
      'TrainingCompleted',
      'DocumentFileDownloaded',
      'TrainingAssigned',
    ]);
    expect((await page({ document: document(), who: 'kobáyashi' })).positions).toEqual(byUid.positions);
    expect((await page({ document: document(), who: ' hana  kobayashi' })).positions).toEqual(byUid.positions);
    expect((await page({ document: document(), who: 'nobody at all' })).matching).toBe(0);
  });

  it('[P11-10d] is for people of its organisation alone, its page for authors and admins', async () => {
    const ask = (person: Parameters<Setup['ask']>[0], uid: string) =>
      setup.ask(person, getWholeTrail, { document: uid, position: null });
    expect(await setup.ask(setup.ours.employee, getTrail, { document: document(), page: 1 } as never)).toMatchObject({
      failure: { code: 'not_allowed' },
    });
    expect(await ask(setup.ours.employee, setup.ours.documents.draft)).toMatchObject({
      failure: { code: 'not_found' },
    });
    for (const uid of [randomUUID(), 'no-uid', org()])
      expect(await ask(setup.ours.admin, uid)).toMatchObject({ failure: { code: 'not_found' } });
  });

  it('shows no event that is not the document’s', async () => {
    const { positions } = await whole(document());
    const other = String(Number(positions[0]) - 1);
    const answer = await setup.ask(setup.ours.author, getWholeTrail, { document: document(), position: other });
    expect(answer).toMatchObject({ failure: { code: 'not_found' } });
  });
});

describe('[A11-17a] a proof bundle', () => {
  const bundle = async (uid: string): Promise<Bundle> => readBundle(setup, await whole(uid));

  it('is accepted by a verifier that shares nothing with this software', async () => {
    const made = await bundle(document());
    expect(made.events.length).toBe((await whole(document())).positions.length);
    expect(verifyBundle(made)).toEqual([]);
  });

  it('says what each member of an event is, and how a key is named', async () => {
    const { howToVerify, events, checkpoint, publicKey } = await bundle(document());
    const members = new Set(events.flatMap(({ bytes }) => Object.keys(JSON.parse(bytes) as object)));
    expect([...members].filter((name) => !howToVerify.join().includes(`"${name}"`))).toEqual([]);
    const key = Buffer.concat([Buffer.from(`${checkpoint.origin}\n\u0001`), Buffer.from(publicKey.bytes, 'hex')]);
    const signature = Buffer.from(checkpoint.note.trim().split(' ').at(-1)!, 'base64');
    expect(signature.subarray(0, 4)).toEqual(createHash('sha256').update(key).digest().subarray(0, 4));
  });

  it('holds each event byte for byte', async () => {
    const made = await bundle(document());
    const stored = await setup.services.ledger.readBytes(
      org(),
      made.events.map(({ position }) => String(position)),
    );
    expect(made.events.map(({ bytes }) => bytes)).toEqual(stored.map(({ canonical }) => canonical));
  });

  it('is refused where anything in it was changed', async () => {
    const made = await bundle(document());
    const changed = (change: (copy: Bundle) => void): string[] => {
      const copy = structuredClone(made);
      change(copy);
      return verifyBundle(copy);
    };
    const first = made.events[0]!;
    expect(changed(({ events }) => (events[0]!.bytes = first.bytes.replace('Wieczorek', 'Wieczorik')))).toEqual([
      `${first.position}: other bytes`,
      `${first.position}: not in the log`,
    ]);
    expect(changed(({ events }) => (events[0]!.inclusionProof[0] = 'ab'.repeat(32)))).toHaveLength(1);
    expect(changed(({ events }) => events.pop())).toEqual(['events: not as many as it says']);
    expect(changed(({ checkpoint }) => (checkpoint.note = checkpoint.note.replace('\n', 'x\n')))).toContain(
      'checkpoint: forged',
    );
    expect(changed(({ events }) => (events[0]!.index += 1)).length).toBeGreaterThan(0);
  });
});

describe('[A11-9c] reports of an audit trail', () => {
  it('name each event once, the organisation, who made it, and the state of the log', async () => {
    const { document: about, positions, last } = await whole(setup.ours.documents.underRevision);
    const report = await readTrailReport(setup.services, {
      organisation: { uid: org(), name: 'Northmere Diagnostics' },
      document: about,
      madeBy: 'Tomasz Wieczorek',
      zone: 'UTC',
      positions,
      checkpoint: await coverUpTo(setup.services, org(), last),
    });
    expect(report.entries.map(({ position }) => position)).toEqual(positions.toReversed());
    expect(report.subject).toMatchObject({ number: 'SOP - QA - 008', status: 'Awaiting Approvers' });
    expect(report.entries.every(({ source }) => source?.by)).toBe(true);
    const csv = await text(auditTrailCsv(report));
    expect(csv.match(/^\d+,/gm)).toHaveLength(positions.length);
    expect(csv).toContain('Northmere Diagnostics');
  });

  it('are as of a place in the ledger where one is asked for', async () => {
    const document = setup.ours.documents.underRevision;
    const { positions } = await whole(document);
    const early = positions[2]!;
    const taken = async (format: 'csv' | 'pdf', position: string) => {
      const asked = reportRequest.parse({ name: 'document-audit-trail', format, filters: { document }, position });
      return requestReport(setup.services, await setup.viewer(setup.ours.admin), asked);
    };
    const bytesOf = async (format: 'csv' | 'pdf') => {
      const made = await taken(format, early);
      return made.ok && made.value.kind === 'file' ? made.value.bytes : Buffer.alloc(0);
    };
    const csv = (await bytesOf('csv')).toString('utf8');
    expect(csv.match(/^\d+(?=,)/gm)?.toSorted()).toEqual(positions.slice(0, 3).toSorted());
    const { all } = await readPdf(await bytesOf('pdf'));
    expect(all).toContain('Draft');
    expect(all).toContain(`as of event no. ${early}`);
    expect(await taken('csv', '999999999')).toMatchObject({ failure: { code: 'not_found' } });

    // Whatever is recorded and signed since, the same place gives the same bytes.
    const pdf = await bytesOf('pdf');
    const somebody = { firstName: 'Luca', lastName: 'Ferrante', email: `luca.${randomUUID()}@northmere.example` };
    await setup.ours.world.invite({ ...somebody, role: 'EMPLOYEE', password: '' }, ['Quality']);
    expect(await setup.services.checkpoints.sign(org())).not.toBeNull();
    expect((await bytesOf('csv')).toString('utf8')).toBe(csv);
    expect(withoutSeal(await bytesOf('pdf'))).toBe(withoutSeal(pdf));
    expect(await signaturesOf(pdf)).toEqual(sealedLast);
  });
});
