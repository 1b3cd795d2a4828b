import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#events/organisation/events.ts';
import { reinstateDocument } from '#app/documents/commands/reinstate.ts';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { sendForReview } from '#app/documents/commands/send.ts';
import { transferOwnership } from '#app/documents/commands/transfer-ownership.ts';
import { attachFile } from '#app/documents/commands/attach-file.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { readStartHere } from '#app/home/queries/start-here.ts';
import { getDocument } from '#app/documents/queries/get-document.ts';
import { enqueue } from '#app/notifications/jobs/reactions.ts';
import { answer } from '#tests/support/asking.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import {
  beforeAppend,
  eventsOf,
  organisation,
  revision,
  rowOf,
  sop,
  trainingOf,
  type Organisation,
} from '#tests/support/organisation.ts';

/** The uids of a person's drafts and rejected documents in 'Start here'. */
const ownOf = ({ services, world }: Organisation, { uid, role }: Person) =>
  services.database.read(world.org, async (db) => {
    const { drafts, rejected } = await readStartHere(
      db,
      { uid, role, settings: defaultSettings },
      { now: services.now(), today: '2026-03-12' },
    );
    return [...drafts.cards, ...rejected.cards].map(({ document }) => document);
  });

describe('transferring the ownership', () => {
  it('takes drafts and rejections along, and the right to revise', async () => {
    const org = await organisation();
    const { world, admin, author, other } = org;
    const draft = await world.create(author, { ...sop('001'), send: false });
    const rejected = await world.create(author, { ...sop('002'), approvers: [other] });
    await world.sign(other, rejected, 'Step 4 is missing.');
    for (const document of [draft, rejected])
      await world.act(author, transferOwnership, { document, owner: other.uid, reason: 'Leaves in June.' });
    expect(await ownOf(org, author)).toEqual([]);
    expect((await ownOf(org, other)).sort()).toEqual([draft, rejected].sort());
    expect(await rowOf(org, draft)).toMatchObject({ owner_uid: other.uid, creator_uid: author.uid });
    const revise = async (by: Person) =>
      world.attempt(by, reviseDocument, await revision(org, rejected, by, '2.0', [admin]));
    expect(await revise(author)).toMatchObject({ failure: { code: 'not_allowed' } });
    expect(await revise(other)).toMatchObject({ ok: true });
  });

  it('enqueues an email to both owners', async () => {
    const org = await organisation();
    const { services, world, admin, author, other } = org;
    const document = await world.create(author, { ...sop('001'), send: false });
    await world.act(admin, transferOwnership, { document, owner: other.uid });
    const { events } = await services.ledger.readStream(world.org, `document-${document}`);
    const payloads = events.flatMap((event) => enqueue(event)).map(({ payload }) => payload as { template?: string });
    const emails = payloads.filter(({ template }) => template !== undefined);
    const expected = [author.uid, other.uid].map((to) =>
      expect.objectContaining({ template: 'ownership-transferred', to }),
    );
    expect(emails).toEqual(expected);
  });

  it('refuses employees, strangers, and somebody who is deactivated in that moment', async () => {
    const org = await organisation();
    const { world, admin, author, other, employee } = org;
    const document = await world.create(author, { ...sop('001'), send: false });
    const refused = { failure: { code: 'owner_not_eligible' } };
    const give = (owner: string) => world.attempt(admin, transferOwnership, { document, owner });
    expect(await give(employee.uid)).toMatchObject(refused);
    expect(await give(document)).toMatchObject(refused);
    const late = () => world.act(admin, deactivateUser, { user: other.uid });
    expect(await beforeAppend(org, late, () => give(other.uid))).toMatchObject(refused);
    expect(await eventsOf(org, document)).not.toContain('OwnershipTransferred');
  });
});

describe('reinstating', () => {
  it('leads to a draft that needs a newer version, with the history of before', async () => {
    const org = await organisation();
    const { services, world, admin, author, other } = org;
    const document = await world.create(author, { ...sop('001'), approvers: [other] });
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    await world.act(admin, retireDocument, { document, reason: 'The line was closed.' });
    await world.act(admin, reinstateDocument, { document, reason: 'The line was opened again.' });
    expect(await rowOf(org, document)).toMatchObject({
      status: 'CREATED',
      version: '1.1',
      effective: false,
      effective_version: null,
      retired_at: null,
      retired_reason: null,
      final_file: null,
    });
    expect((await trainingOf(org, document)).every(({ status }) => status === 'CANCELLED')).toBe(true);
    const read = await answer(org, author, getDocument, { document });
    expect(read).toMatchObject({ versionBefore: '1.0', asked: [] });

    const { final } = await world.upload(author, world.paperOf({ ...sop('001'), version: '1.1' }), document);
    await world.act(author, attachFile, { document, kind: 'final', objectKey: final });
    await world.act(author, sendForReview, { document, approvers: [other.uid] });
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    expect(await rowOf(org, document)).toMatchObject({ status: 'EFFECTIVE', effective_version: '1.1' });
    const versions = await services.database.read(world.org, (db) =>
      db
        .selectFrom('read.document_version')
        .select(['version', 'status'])
        .where('document_uid', '=', document)
        .execute(),
    );
    expect(versions.map(({ version, status }) => `${version} ${status}`).sort()).toEqual([
      '1.0 RETIRED',
      '1.1 EFFECTIVE',
    ]);
  });

  it('of a document that is not retired is refused', async () => {
    const { world, admin, author } = await organisation();
    const document = await world.create(author, { ...sop('001'), send: false });
    expect(await world.attempt(admin, reinstateDocument, { document })).toMatchObject({
      failure: { code: 'document_not_in_status' },
    });
  });
});
