import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Command } from '#app/kit/command/command.ts';
import { addApprover, addApprovers, removeApprover, replaceApprover } from '#app/documents/commands/approvers.ts';
import { editDraft } from '#app/documents/commands/edit-draft.ts';
import { publishDocument } from '#app/documents/commands/publish.ts';
import { recordReview } from '#app/documents/commands/record-review.ts';
import { rescheduleDocument } from '#app/documents/commands/reschedule.ts';
import { discardDocument, retireDocument } from '#app/documents/commands/retire.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { sendForReview } from '#app/documents/commands/send.ts';
import { renameDepartment } from '#app/organisation/commands/save-department.ts';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { ask } from '#app/kit/query/query.ts';
import { getDocument } from '#app/documents/queries/get-document.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { eventsOf, inDays, organisation, rowOf, sop, type Organisation } from '#tests/support/organisation.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';

type AnyCommand = Command<z.ZodType, unknown>;

/** The version that a person's screen holds. */
async function seenBy({ services, world }: Organisation, person: Person, document: string): Promise<number> {
  const viewer = await services.database.read(world.org, (db) =>
    readViewer(db, { org: world.org, user: person.uid, publicId: '0'.repeat(64) }),
  );
  const found = await ask(getDocument, { document }, { ports: services, viewer: viewer!, now: services.now() });
  return found.ok ? found.value.streamVersion : -1;
}

describe('deciding on what somebody else changed meanwhile', () => {
  it('records the first of two edits of one draft, and names who was faster and when to the second', async () => {
    const org = await organisation();
    const { world, services, author, admin } = org;
    const document = await world.create(author, { ...sop('001'), send: false });
    const expectedVersion = await seenBy(org, author, document);
    const edit = (name: string) => ({ ...sop('001', name), document, version: '1.0', send: false, expectedVersion });
    await world.act(admin, editDraft, edit('By the admin'));
    const last = (await services.ledger.readStream(world.org, `document-${document}`)).events.at(-1);
    expect(await world.attempt(author, editDraft, edit('By the author'))).toMatchObject({
      failure: {
        code: 'changed_meanwhile',
        detail: expect.stringMatching(/^Ines Okafor changed it on \d\d \w{3} \d{4} \d\d:\d\d UTC\.$/) as string,
        facts: { by: 'Ines Okafor', at: last?.recordedAt, version: expectedVersion + 1 },
      },
    });
    expect((await rowOf(org, document))?.name).toBe('By the admin');
    // Having looked again, the author may.
    await world.act(author, editDraft, { ...edit('By the author'), expectedVersion: expectedVersion + 1 });
    expect((await rowOf(org, document))?.name).toBe('By the author');
    expect(await world.attempt(author, editDraft, { ...edit('Another window'), expectedVersion })).toMatchObject({
      failure: { facts: { by: 'You' } },
    });
  });

  it('refuses the second of two revisions, and a revision over a signature that it did not expect', async () => {
    const org = await organisation();
    const { world, author, other, admin } = org;
    const document = await world.create(author, { ...sop('001'), approvers: [other, admin] });
    const expectedVersion = await seenBy(org, author, document);
    await world.sign(other, document);
    const files = await world.upload(author, world.paperOf({ ...sop('001'), version: '1.1' }));
    const revision = { ...sop('001'), document, version: '1.1', ...files, approvers: [other.uid], expectedVersion };
    expect(await world.attempt(author, reviseDocument, revision)).toMatchObject({
      failure: { code: 'changed_meanwhile', facts: { by: 'Marit Solheim' } },
    });
    expect(await eventsOf(org, document)).not.toContain('DocumentRevised');
  });

  it('refuses a version that was never there', async () => {
    const { world, author } = await organisation();
    const document = await world.create(author, { ...sop('001'), send: false });
    const edit = { ...sop('001', 'Renamed'), document, version: '1.0', send: false, expectedVersion: 99 };
    expect(await world.attempt(author, editDraft, edit)).toMatchObject({ failure: { code: 'changed_meanwhile' } });
  });

  it('does not mind what the product adds by itself', async () => {
    const org = await organisation();
    const { world, services, author, other } = org;
    const document = await world.create(author, { ...sop('001'), approvers: [other] });
    await world.sign(other, document);
    const expectedVersion = await seenBy(org, author, document);
    const row = await rowOf(org, document);
    const actor = { kind: 'system' as const, name: 'The system' };
    const file = row!.final_file!;
    const written = await services.ledger.append({
      org: world.org,
      actor,
      commandId: services.newId(),
      writes: [
        {
          stream: `document-${document}`,
          expectedVersion: expectedVersion,
          events: [
            {
              type: 'SignedPdfMade',
              schema: 1,
              data: { document, version: '1.0', original: file.sha256, file: { ...file } },
            },
          ],
        },
      ],
    });
    expect(written.kind).toBe('appended');
    const departments = world.uidsOf(['Quality']);
    await world.act(world.admin, publishDocument, { document, departments, effectiveAt: inDays(9), expectedVersion });
    const attempts: [AnyCommand, object][] = [
      [rescheduleDocument, { departments: world.uidsOf(['Laboratory']) }],
      [retireDocument, { reason: 'No longer needed.' }],
      [publishDocument, { departments, effectiveAt: inDays(9) }],
      [addApprover, { user: other.uid }],
    ];
    for (const [command, input] of attempts) {
      expect(await world.attempt(world.admin, command, { document, ...input, expectedVersion })).toMatchObject({
        failure: { code: 'changed_meanwhile' },
      });
    }
  });

  it('is refused by every command on a document with an expected version, before the decision', async () => {
    const { world, author, other, admin } = await organisation();
    const document = await world.create(author, { ...sop('002'), send: false });
    const attempts: [AnyCommand, object][] = [
      [sendForReview, { approvers: [other.uid] }],
      [discardDocument, {}],
      [addApprovers, { users: [other.uid] }],
      [removeApprover, { approval: other.uid }],
      [replaceApprover, { approval: other.uid, user: other.uid, reason: 'On leave.' }],
      [recordReview, { outcome: 'no_change_needed', comment: 'Read against the work.' }],
    ];
    for (const [command, input] of attempts) {
      const refused = await world.attempt(admin, command, { document, ...input, expectedVersion: 1 });
      expect([command.name, refused]).toMatchObject([command.name, { failure: { code: 'changed_meanwhile' } }]);
    }
  });

  it('guards people, departments and settings the same way', async () => {
    const { world, services, admin, employee } = await organisation();
    const versionOf = async (stream: string) =>
      (await services.ledger.streamVersions(world.org, [stream])).get(stream) ?? 0;
    const { firstName, lastName, email, role } = employee;
    const profile = { firstName, lastName, email, role, departments: world.uidsOf(['Quality']) };
    const quality = world.uidsOf(['Quality'])[0]!;
    const viewer = await services.database.read(world.org, (db) =>
      readViewer(db, { org: world.org, user: admin.uid, publicId: '0'.repeat(64) }),
    );
    const settings = { name: world.name, settings: viewer!.settings, reason: 'As agreed.' };
    const edits: [AnyCommand, string, object, object][] = [
      [
        editUser,
        `user-${employee.uid}`,
        { user: employee.uid, ...profile, lastName: 'Sato' },
        { user: employee.uid, ...profile },
      ],
      [
        renameDepartment,
        `department-${quality}`,
        { department: quality, name: 'Quality Unit' },
        { department: quality, name: 'QA' },
      ],
      [changeSettings, 'organisation', { ...settings, name: 'Northmere Limited' }, settings],
    ];
    for (const [command, stream, first, second] of edits) {
      const expectedVersion = await versionOf(stream);
      await world.act(admin, command, { ...first, expectedVersion });
      expect(await world.attempt(admin, command, { ...second, expectedVersion }), stream).toMatchObject({
        failure: { code: 'changed_meanwhile' },
      });
    }
  });
});

describe('the same form sent twice', () => {
  it('gets the first answer if the first is carried out just before the second is decided', async () => {
    const org = await organisation();
    const { world, services, author, admin, other } = org;
    const document = await world.create(author, { ...sop('001'), approvers: [other] });
    const retire = () => world.attempt(admin, retireDocument, { document, reason: 'The line was closed.' }, 'one form');
    const { ledger } = services;
    const { commandAnswer } = ledger;
    ledger.commandAnswer = async (...asked) => {
      ledger.commandAnswer = commandAnswer;
      const earlier = await commandAnswer(...asked);
      await retire();
      return earlier;
    };
    expect(await retire()).toMatchObject({ ok: true, value: { document } });
    expect((await eventsOf(org, document)).filter((type) => type === 'DocumentRetired')).toHaveLength(1);
  });
});
