import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { approveDocument } from '#app/approvals/commands/sign.ts';
import { approvalToSign } from '#app/approvals/queries/to-sign.ts';
import { objectKey } from '#app/adapters/storage/key.ts';
import { compareVersions } from '#app/comparison/calls/comparison.ts';
import { keepComparison } from '#app/comparison/commands/record-comparison.ts';
import { earlierMethod } from '#events/document/comparison-method.ts';
import { makeComparisonsTask } from '#app/comparison/jobs/make-comparisons.ts';
import { makeComparisonPdf } from '#app/comparison/pdf/comparison-file.ts';
import { listComparable } from '#app/comparison/queries/comparable-versions.ts';
import { readAwaitedPairs } from '#app/comparison/queries/since-signed.ts';
import { Compared } from '#app/comparison/screens/compared.tsx';
import { toComparisonView } from '#app/comparison/screens/comparison-view.ts';
import { askComparison, openComparison } from '#app/comparison/stored-comparisons.ts';
import { countedChanges, restWords, verdict } from '#app/comparison/words.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { ask, type Query } from '#app/kit/query/query.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import { signatureOf, type Person } from '#app/set-up/demonstration/world.ts';
import type { EventData } from '#events/catalogue.ts';
import type { z } from 'zod';
import { organisation, sop } from '#tests/support/organisation.ts';
import { withPdf } from '#tests/support/files/pdfsig.ts';
import { shown } from '#tests/support/shown.tsx';

const readCase = (name: string): Promise<Buffer> =>
  readFile(new URL(`../comparison/cases/link-target-${name}.pdf`, import.meta.url));

/** A document whose version 2.0, in review, differs from 1.0, in force, in the address of one link. */
async function linkChanged() {
  const { world, services, author, other, admin } = await organisation();
  const { org } = world;
  const paper = world.paperOf(sop('001'));
  const files = (name: string, document: string | null) => world.upload(author, paper, document, () => readCase(name));
  const document = await world.create(author, {
    ...sop('001'),
    approvers: [other],
    files: () => files('before', null),
  });
  await world.sign(other, document);
  await world.publishNow(document, ['Quality']);
  const approvers = [other.uid, admin.uid];
  const revision = { document, name: 'Procedure 001', version: '2.0', approvers, ...(await files('after', document)) };
  await world.act(author, reviseDocument, revision);
  const [pair] = await services.database.read(org, (db) => readAwaitedPairs(db, { document, version: '2.0' }));
  const viewerOf = async (person: Person) => {
    const session = { org, user: person.uid, publicId: '0'.repeat(64) };
    return (await services.database.read(org, (db) => readViewer(db, session)))!;
  };
  const asks = async <S extends z.ZodType, O>(person: Person, query: Query<S, O>, input: z.input<S>) =>
    accepted(
      await ask(query, input, { ports: services, viewer: await viewerOf(person), now: services.now() }),
      'question',
    );
  const sign = async (person: Person, comparison: string | null) => {
    const { approval } = await asks(person, approvalToSign, { document });
    await world.act(person, openFile, { document, version: '2.0', kind: 'final', purpose: 'approval' });
    return world.attempt(person, approveDocument, { ...signatureOf(person), approval: approval.uid, comparison });
  };
  return { world, services, author, other, admin, document, pair: pair!, asks, sign, viewerOf };
}

const target = 'where.example/f-12';

it('by screen, by call, on paper and by signature: a changed link is said, and what else was compared', async () => {
  const { world, services, author, other, document, pair, asks, sign, viewerOf } = await linkChanged();
  await makeComparisonsTask.run({ org: world.org, document, version: '2.0' }, services);
  const asked = await askComparison(services, world.org, pair, { patience: 60_000 });
  if (asked.state !== 'made') throw new Error(asked.state);
  const { opened } = asked;
  const words = { ...opened.comparison, total: opened.comparison.passages.length };
  expect(verdict(words)).toBe('Nothing else changed.');
  expect(restWords(words)).toContain('links, form fields, notes, bookmarks and attached files were compared');
  expect(countedChanges(opened.comparison.counts)).toBe(
    '0 words removed, 0 added. 1 page changed. 1 change of links, form fields, notes, bookmarks or attached files.',
  );

  const screen = shown(
    <Compared document={document} from="1.0" to="2.0" readable={[]} compared={toComparisonView(opened, 1)} />,
  );
  const versions = await asks(author, listComparable, { document });
  const asking = { ports: services, viewer: await viewerOf(author), now: services.now() };
  const addressed = { params: { uid: document }, query: { from: '1.0', to: '2.0' } };
  const answer = await compareVersions.run({ ...asking, ...addressed } as unknown as Parameters<
    typeof compareVersions.run
  >[0]);
  const data = accepted(answer, 'call').data as object;
  const named = { type: 'SOP', functionalArea: 'QA', docNum: '001', name: 'Procedure 001' } as const;
  const printed = { opened, document: named, from: '1.0', to: '2.0', files: versions };
  const pdf = (await makeComparisonPdf(services, world.org, printed))!;
  const paper = (await withPdf(pdf, 'sh', ['-c', 'pdftotext "$0" -'])).replace(/\s+/g, ' ');
  for (const said of [screen, paper, JSON.stringify(data)]) {
    expect(said.replaceAll('&#x27;', "'")).toContain(target);
    expect(said).toContain(verdict(words));
    expect(said).toContain(restWords(words));
  }

  expect((await sign(other, opened.sha256)).ok).toBe(true);
  const { events } = await services.ledger.readStream(world.org, `document-${document}`);
  const made = events.find(({ type }) => type === 'ComparisonMade')!.data as EventData<'ComparisonMade'>;
  expect(made).toMatchObject({ sha256: opened.sha256, elementsChanged: 1, wordsAdded: 0, pagesChanged: 1 });
  const given = events.findLast(({ type }) => type === 'ApprovalGiven')!.data as EventData<'ApprovalGiven'>;
  expect(given.signature.comparison).toBe(made.sha256);
  expect(data).toMatchObject({ sha256: made.sha256 });
});

it('by signature: what an earlier method made is made anew, and read where a signature names it', async () => {
  const { world, services, other, document, pair, asks, sign } = await linkChanged();
  const old = JSON.stringify({
    compares: 'words',
    counts: { pagesChanged: 0, wordsAdded: 0, wordsMoved: 0, wordsRemoved: 0 },
    from: { pages: 1, sha256: pair.from.file.sha256, silentPages: [], words: 54 },
    method: earlierMethod,
    passages: [],
    pictures: [],
    reflowedPages: [],
    to: { pages: 1, sha256: pair.to.file.sha256, silentPages: [], words: 54 },
  });
  const sha256 = createHash('sha256').update(old).digest('hex');
  const key = objectKey(world.org, document, services.newId(), 'comparison');
  const stored = accepted(
    await services.storage
      .within(world.org)
      .put(key, Readable.from([Buffer.from(old)]), { maxBytes: old.length, contentType: 'application/json' }),
    'store',
  );
  const file = { objectKey: key, name: '1.0 to 2.0.json', mediaType: 'application/json', ...stored, pages: null };
  const made = {
    from: { version: '1.0', sha256: pair.from.file.sha256 },
    to: { version: '2.0', sha256: pair.to.file.sha256 },
    method: earlierMethod,
    file,
    sha256,
    wordsAdded: 0,
    wordsRemoved: 0,
    pagesChanged: 0,
    elementsChanged: null,
  };
  accepted(await keepComparison(services, world.org, { document, made }), 'record');

  expect((await asks(other, approvalToSign, { document })).since).toMatchObject({ comparison: null });
  expect(await sign(other, sha256)).toMatchObject({ failure: { code: 'comparison_differs' } });
  const anew = await askComparison(services, world.org, pair, { patience: 60_000 });
  if (anew.state !== 'made') throw new Error(anew.state);
  expect(anew.opened.sha256).not.toBe(sha256);
  expect(anew.opened.comparison.elements).toMatchObject([
    { element: 'link', kind: 'changed', to: { value: expect.stringContaining(target) } },
  ]);
  expect((await sign(other, anew.opened.sha256)).ok).toBe(true);

  const { comparison } = (await openComparison(services, world.org, { file, sha256 }))!;
  const words = { ...comparison, total: 0 };
  expect(verdict(words)).toBe('No change was found.');
  expect(restWords(words)).toContain('made by an earlier method');
});
