import { describe, expect, it } from 'vitest';
import type { DraftChange } from '#events/document/change.ts';
import { defaultSettings } from '#events/organisation/events.ts';
import { approveDocument } from '#app/approvals/commands/sign.ts';
import { decideRequest } from '#app/documents/commands/change-requests/decide.ts';
import { requestChange } from '#app/documents/commands/change-requests/request.ts';
import { makeComment, resolveComment } from '#app/documents/commands/comment.ts';
import { createDocument } from '#app/documents/commands/create.ts';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { getRequest } from '#app/documents/queries/change-requests/requests.ts';
import { readSinceSigned } from '#app/comparison/queries/since-signed.ts';
import { ask } from '#app/kit/query/query.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { sweepUploads } from '#app/adapters/storage/sweep.ts';
import { signatureOf, type Person } from '#app/set-up/demonstration/world.ts';
import {
  beforeAppend,
  inDays,
  organisation,
  published,
  revision,
  sop,
  type Organisation,
} from '#tests/support/organisation.ts';

const about = (document: string) => ({ document, version: '1.0', page: 1, text: 'Two days are too few.' });

async function requestAs({ services, world }: Organisation, person: Person, request: string) {
  const viewer = await readViewer(services.database.kysely, { org: world.org, user: person.uid, publicId: '' });
  return ask(getRequest, { request }, { ports: services, viewer: viewer!, now: services.now() });
}

describe('[ISO13485-424c] change requests and comments', () => {
  it('carries out the accepted requests that a version names, and no others', async () => {
    const org = await organisation();
    const { world, author, other, employee } = org;
    const document = await world.create(author, { ...sop('040'), approvers: [other] });
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    await world.train(employee, document);
    const { request } = await world.act(employee, requestChange, about(document));
    const next = await revision(org, document, author, '1.1', [other]);
    const change: DraftChange = {
      kind: 'minor',
      reason: null,
      summary: [],
      origin: [{ kind: 'request', request }],
      trainingImpact: 'read',
      trainingReason: null,
    };
    const open = await world.attempt(author, reviseDocument, { ...next, change });
    expect(open).toMatchObject({
      failure: { code: 'request_not_accepted', fields: { 'change.origin[0].request': [expect.any(String)] } },
    });
    const accept = { request, decision: 'accept', reason: '' } as const;
    await world.act(author, decideRequest, accept);
    const draft = await world.attempt(author, createDocument, { ...sop('043'), version: '1.0', change } as never);
    expect(draft, 'of another document').toMatchObject({ failure: { code: 'request_not_accepted' } });
    // Declined while it is written into a version: the version does not go out with it.
    const late = await beforeAppend(
      org,
      () => world.act(author, decideRequest, { request, decision: 'decline', reason: 'Agreed.' }),
      () => world.attempt(author, reviseDocument, { ...next, change }),
    );
    expect(late.ok || late.failure.code).toBe('request_not_accepted');

    const again = await world.act(employee, requestChange, about(document));
    await world.act(author, decideRequest, { ...accept, ...again });
    const origin = [{ kind: 'request' as const, request: again.request }];
    await world.act(author, reviseDocument, { ...next, change: { ...change, origin } });
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    const carried = await requestAs(org, employee, again.request);
    expect(carried).toMatchObject({ value: { status: 'CARRIED_OUT', carriedOutVersion: '1.1' } });

    // Who skipped a version is shown what changed since the one that they signed, who signed none since that in force.
    await world.act(author, reviseDocument, await revision(org, document, author, '1.2', [other]));
    const since = ({ uid: user }: Person) =>
      org.services.database.read(world.org, (db) => readSinceSigned(db, { document, version: '1.2', user }));
    expect(await since(employee)).toMatchObject({ from: { version: '1.0' }, signedAt: expect.any(String) });
    expect(await since(org.admin)).toMatchObject({ from: { version: '1.1' }, signedAt: null });
  });

  it('keeps the attachment of a request, and refuses a document that is retired meanwhile', async () => {
    const org = await organisation();
    const { world, services, admin, author, employee } = org;
    const document = await published(org, '041');
    const reader = await world.attempt(employee, requestChange, about(document));
    expect(reader.ok).toBe(true);
    const files = await world.upload(author, world.paperOf({ ...sop('041'), version: '1.0' }));
    const asked = { ...about(document), attachment: files.working };
    const { request } = await world.act(author, requestChange, asked);
    await sweepUploads({ ...services, now: () => inDays(3) });
    const found = await requestAs(org, author, request);
    const stored = found.ok && found.value.attachment;
    expect(stored && (await services.storage.within(world.org).stat(stored.objectKey))).toBeTruthy();

    const late = await beforeAppend(
      org,
      () => world.act(admin, retireDocument, { document, reason: 'Not needed.' } as never),
      () => world.attempt(author, requestChange, about(document)),
    );
    expect(late.ok || late.failure.code).toBe('document_not_in_status');
  });

  it('signs no approval over a comment that arrives while it is signed, where the setting says so', async () => {
    const org = await organisation();
    const { world, admin, author, other } = org;
    const settings = { ...defaultSettings, commentsBlock: true };
    await world.act(admin, changeSettings, { name: world.name, settings, reason: 'As agreed.' } as never);
    const document = await world.create(author, { ...sop('042'), approvers: [other] });
    await world.act(other, openFile, { document, version: '1.0', kind: 'final', purpose: 'approval' });
    const { uid: approval } = await org.services.database.read(world.org, (db) =>
      db.selectFrom('read.approval').select('uid').where('document_uid', '=', document).executeTakeFirstOrThrow(),
    );
    let comment = '';
    const area = { x: 10, y: 20, width: 300, height: 40 };
    const said = { document, version: '1.0', page: 1, words: null, area, text: 'Wrong form.', mustFix: true };
    const signed = await beforeAppend(
      org,
      async () => void ({ comment } = await world.act(admin, makeComment, said)),
      () => world.attempt(other, approveDocument, { ...signatureOf(other), approval }),
    );
    expect(signed.ok || signed.failure.code).toBe('comment_open');
    await world.act(author, resolveComment, { comment, how: 'The form is the new one.' });
    await world.sign(other, document);
    const closed = await world.attempt(author, makeComment, said);
    expect(closed.ok || closed.failure.code).toBe('review_ended');
  });
});
