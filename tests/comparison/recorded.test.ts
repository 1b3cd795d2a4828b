import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { approveDocument } from '#app/approvals/commands/sign.ts';
import { openComparison as takeComparison } from '#app/comparison/commands/open-comparison.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { askComparison, openComparison } from '#app/comparison/stored-comparisons.ts';
import { signatureOf, type Person } from '#app/set-up/demonstration/world.ts';
import { makeComparisonsTask } from '#app/comparison/jobs/make-comparisons.ts';
import { approvalToSign } from '#app/approvals/queries/to-sign.ts';
import { recordedComparison } from '#app/comparison/queries/recorded-comparison.ts';
import { readAwaitedPairs, type SinceSigned } from '#app/comparison/queries/since-signed.ts';
import { makeComparisonPdf } from '#app/comparison/pdf/comparison-file.ts';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import type { EventData } from '#events/catalogue.ts';
import type { StoredFile } from '#events/document/events.ts';
import { openSetup, type Setup } from '#tests/support/scenario-setup.ts';
import { withPdf } from '#tests/support/files/pdfsig.ts';
import { judged, makePack, tampered } from '#tests/support/evidence-pack.ts';

let setup: Setup;
let made: EventData<'ComparisonMade'>;
let before: SinceSigned | null;
const document = () => setup.ours.documents.underRevision;
const org = () => setup.ours.world.org;

const eventsOf = async <T>(type: string, stream = `document-${document()}`): Promise<T[]> => {
  const { rows } = await setup.db.owner.query<{ canonical: string }>(
    'select canonical from ledger.event where org_id = $1 and stream = $2 and type = $3 order by position',
    [org(), stream, type],
  );
  return rows.map(({ canonical }) => (JSON.parse(canonical) as { data: T }).data);
};

const toSign = async (person: Person) =>
  accepted(await setup.ask(person, approvalToSign, { document: document() }), 'to sign');

/** Opens the PDF and signs with this fingerprint of a comparison. */
async function approve(person: Person, comparison: string | null) {
  const { world } = setup.ours;
  const { approval } = await toSign(person);
  await world.act(person, openFile, { document: document(), version: '2.0', kind: 'final', purpose: 'approval' });
  return world.attempt(person, approveDocument, { ...signatureOf(person), approval: approval.uid, comparison });
}

beforeAll(async () => {
  setup = await openSetup();
  const followed = { org: org(), document: document(), version: '2.0' };
  before = (await toSign(setup.ours.approver)).since;
  await makeComparisonsTask.run(followed, setup.services);
  await makeComparisonsTask.run(followed, setup.services);
  made = (await eventsOf<EventData<'ComparisonMade'>>('ComparisonMade'))[0]!;
});
afterAll(() => setup.close());

describe('[P11-70] a comparison is a record, and a signature names it', () => {
  it('is recorded once, with the bytes that equal PDFs give again', async () => {
    expect(await eventsOf('ComparisonMade')).toHaveLength(1);
    const opened = await setup.services.storage.within(org()).open(made.file.objectKey);
    const bytes = await buffer(accepted(opened, 'file'));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(made.sha256);
    const [pair] = await setup.services.database.read(org(), (db) =>
      readAwaitedPairs(db, { document: document(), version: '2.0' }),
    );
    const again = await setup.services.comparisons.compare(org(), pair!.from.file, pair!.to.file);
    expect(again?.json).toBe(bytes.toString('utf8'));
    const { counts } = JSON.parse(bytes.toString('utf8')) as { counts: object };
    expect(counts).toMatchObject({ wordsAdded: made.wordsAdded, pagesChanged: made.pagesChanged });
    expect(made.from.sha256).toBe(pair!.from.file.sha256);
  });

  it('is offered since the version that the person signed, and refused where another one is sent', async () => {
    const { approver, admin } = setup.ours;
    expect(before).toMatchObject({ from: { version: '1.0' }, comparison: null });
    const { since } = await toSign(approver);
    expect(since).toMatchObject({
      from: { version: '1.0' },
      to: { version: '2.0' },
      comparison: { sha256: made.sha256 },
    });
    expect(since?.signedAt).toMatch(/^\d{4}-/);
    expect(await approve(approver, 'f'.repeat(64))).toMatchObject({ failure: { code: 'comparison_differs' } });
    expect((await approve(approver, made.sha256)).ok).toBe(true);
    expect((await approve(admin, null)).ok).toBe(true);
    const signatures = (await eventsOf<EventData<'ApprovalGiven'>>('ApprovalGiven')).map(({ signature }) => signature);
    expect(signatures.filter(({ version }) => version === '2.0').map(({ comparison }) => comparison)).toEqual([
      made.sha256,
      null,
    ]);
  });

  it('opens by its fingerprint for those who may read both versions, and for nobody else', async () => {
    const { approver, employee } = setup.ours;
    const input = { document: document(), sha256: made.sha256 };
    expect(await setup.ask(approver, recordedComparison, input)).toMatchObject({ ok: true, value: { from: '1.0' } });
    expect(await setup.ask(employee, recordedComparison, input)).toMatchObject({ failure: { code: 'not_found' } });
    const other = { ...input, sha256: '0'.repeat(64) };
    expect(await setup.ask(approver, recordedComparison, other)).toMatchObject({ failure: { code: 'not_found' } });
  });

  it('is printed with the same bytes each time, and who takes it is recorded', async () => {
    const { approver, employee } = setup.ours;
    const found = accepted(
      await setup.ask(approver, recordedComparison, { document: document(), sha256: made.sha256 }),
      'comparison',
    );
    const opened = (await openComparison(setup.services, org(), found))!;
    const printed = { opened, document: found.of, from: found.from, to: found.to, files: found.files };
    const pdf = (await makeComparisonPdf(setup.services, org(), printed))!;
    expect((await makeComparisonPdf(setup.services, org(), printed))!.equals(pdf)).toBe(true);
    const paper = await withPdf(pdf, 'sh', ['-c', 'pdfinfo "$0"; pdftotext "$0" -']);
    expect(paper).toMatch(/Tagged: +yes/);
    expect(paper).toContain('Changes from version 1.0 to version 2.0');
    expect(paper).toContain(made.sha256);
    for (const { parts } of opened.comparison.passages.slice(0, 3))
      expect(paper.replace(/\s+/g, ' ')).toContain(parts[0]!.text);

    const taken = { document: document(), from: '1.0', to: '2.0', sha256: made.sha256 };
    expect(await setup.ours.world.attempt(employee, takeComparison, taken)).toMatchObject({ ok: false });
    await setup.ours.world.act(approver, takeComparison, taken);
    const stream = `reading-${document()}-${approver.uid}`;
    const downloads = await eventsOf<EventData<'DocumentFileDownloaded'>>('DocumentFileDownloaded', stream);
    expect(downloads.at(-1)).toMatchObject({ kind: 'comparison', version: '2.0', sha256: made.sha256 });
  });

  it('stands in the evidence pack that its signature is in, and not with another byte', async () => {
    await setup.services.checkpoints.sign(org());
    const pack = await makePack(setup, setup.ours.admin, { kind: 'document', uid: document() }, Buffer.from('x'));
    const files = unzipSync(pack);
    const name = Object.keys(files).find((path) => path.endsWith('.json') && path.startsWith('files/'))!;
    expect(createHash('sha256').update(files[name]!).digest('hex')).toBe(made.sha256);
    const verdict = await judged('pack.zip', pack);
    expect(verdict).toMatchObject({ outcome: 'holds' });
    expect(verdict.proven.join(' ')).toContain('1 signature names what the signer was shown as changed');
    for (const at of [0, files[name]!.length >> 1]) {
      const changed = await tampered(files, (copy) => {
        copy[name] = Uint8Array.from(copy[name]!, (byte, index) => (index === at ? byte ^ 1 : byte));
      });
      expect((await judged('pack.zip', changed)).outcome).toBe('refused');
    }
  });

  it('cannot be made of what is no PDF, or is missing from storage', async () => {
    const ask = (file: StoredFile) =>
      askComparison(
        setup.services,
        org(),
        { document: document(), from: { version: '1.0', file: made.file }, to: { version: '2.0', file } },
        { isDraft: true, patience: 60_000 },
      );
    expect((await ask(made.file)).state).toBe('unreadable');
    const missing = { ...made.file, objectKey: `${made.file.objectKey}-gone`, sha256: '0'.repeat(64) };
    expect((await ask(missing)).state).toBe('unreadable');
    expect(await setup.services.pdfs.picture(org(), missing, 1)).toBeNull();
  });

  it('is made again a minute after a file could not be read', async () => {
    const { comparisons, storage } = setup.services;
    const [pair] = await setup.services.database.read(org(), (db) =>
      readAwaitedPairs(db, { document: document(), version: '2.0' }),
    );
    const gone = { ...pair!.from.file, objectKey: `${pair!.from.file.objectKey}-gone` };
    const ask = () => comparisons.compare(org(), pair!.to.file, gone);
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() - 61_000);
    expect(await ask()).toBeNull();
    clock.mockRestore();
    accepted(await storage.within(org()).copy(pair!.from.file.objectKey, gone.objectKey), 'copy');
    expect(await ask()).not.toBeNull();
  });
});
