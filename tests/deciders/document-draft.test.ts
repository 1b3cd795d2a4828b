import { describe, expect, it } from 'vitest';
import type { DraftDetails } from '#events/document/commands.ts';
import { admin, author, employee } from '#tests/deciders/people.ts';
import {
  commands,
  documentUid,
  eventsIn,
  final,
  live,
  lives,
  nextFinal,
  nextWorking,
  stateOf,
  working,
} from '#tests/deciders/document-world.ts';
import { documentDecider } from '#tests/deciders/rules.ts';
import { specify } from '#tests/deciders/specification.ts';

const { given } = specify(documentDecider);
const { CreateDocument, EditDraft, AttachFile, SendForReview, Discard } = commands;
const draft = () => eventsIn('CREATED');
const creating = (details: Partial<DraftDetails>) => ({
  ...CreateDocument,
  details: { ...CreateDocument.details, ...details },
});

describe('create', () => {
  it('records the draft, its owner and its intervals', () => {
    given()
      .when(creating({ name: '  Batch Record Review ', docNum: ' 017 ' }))
      .then({
        type: 'DocumentCreated',
        data: {
          document: documentUid,
          owner: { uid: author.uid, name: author.name },
          name: 'Batch Record Review',
          type: 'SOP',
          functionalArea: 'QA',
          docNum: '017',
          version: '1.0',
          externallyEffective: false,
          trainingInterval: 365,
          reviewInterval: 730,
        },
      });
  });

  it.each([
    [{ name: ' ' }, 'name', 'Must enter a valid document name.'],
    [{ name: '_draft' }, 'name', 'Name must not start with a special character.'],
    [{ name: 'x'.repeat(81) }, 'name', 'Invalid Input. Enter up to 80 characters on one line.'],
    [{ type: 'T' as const }, 'type', 'Invalid Input.'],
    [{ functionalArea: '' }, 'functionalArea', 'This field is required.'],
    [{ docNum: '' }, 'docNum', 'This field is required.'],
    [{ docNum: '000' }, 'docNum', 'Invalid Input. Enter an ID such as 001, not all zeros.'],
    [{ docNum: '017-01' }, 'docNum', 'Invalid Input. Enter an ID such as 001, not all zeros.'],
    [{ type: 'Form' as const }, 'docNum', 'Invalid Input. Enter an ID such as 001-01, not all zeros.'],
    [{ version: '1' }, 'version', 'Must use ###.## format'],
    [{ version: '0.0' }, 'version', 'Invalid Input. Enter a version above 0.0.'],
    [{ trainingInterval: 0 }, 'trainingInterval', 'Invalid Input.'],
    [{ trainingInterval: 1.5 }, 'trainingInterval', 'Invalid Input.'],
    [{ trainingInterval: 36_501 }, 'trainingInterval', 'Invalid Input.'],
    [{ reviewInterval: 0 }, 'reviewInterval', 'Invalid Input.'],
    [{ reviewInterval: 36_501 }, 'reviewInterval', 'Invalid Input.'],
  ])('refuses %o', (details, field, message) => {
    expect(given().when(creating(details)).thenRefused('invalid_input').fields).toEqual({ [field]: [message] });
  });

  it('takes intervals from a day to a hundred years', () => {
    const [created] = given()
      .when(creating({ trainingInterval: 1, reviewInterval: 36_500 }))
      .thenTypes('DocumentCreated');
    expect(created).toMatchObject({ data: { trainingInterval: 1, reviewInterval: 36_500 } });
  });

  it('names every field that is wrong at once', () => {
    const { fields } = given()
      .when(creating({ name: '', version: '', docNum: 'x' }))
      .thenRefused('invalid_input');
    expect(Object.keys(fields ?? {})).toEqual(['name', 'docNum', 'version']);
  });

  it('refuses a name, a doc ID and an area that do not fit the rest of the organisation', () => {
    const facts = CreateDocument.facts;
    const refused = (changed: Partial<typeof facts>) =>
      given().when({ ...CreateDocument, facts: { ...facts, ...changed } });
    expect(refused({ nameInUse: true }).thenRefused('document_name_in_use').fields).toEqual({
      name: ['Document name is already in use.'],
    });
    expect(refused({ numberInUse: true }).thenRefused('document_number_in_use').fields).toEqual({
      docNum: ['Document with matching Type and ID already exists.'],
    });
    const both = refused({ nameInUse: true, numberInUse: true }).thenRefused('document_name_in_use');
    expect(Object.keys(both.fields ?? {})).toEqual(['name', 'docNum']);
    refused({ functionalAreaExists: false }).thenRefused('functional_area_unknown');
  });

  it('lets an employee create nothing', () => {
    given()
      .when({ ...CreateDocument, principal: employee })
      .thenRefused('not_allowed');
  });
});

describe('edit draft', () => {
  it('[ISO13485-424c] [P11-10e] records each field with its old and new value, and nothing else', () => {
    given(...draft())
      .when({ ...EditDraft, details: { name: 'Batch Review', docNum: '017', version: '1.1' } })
      .then({
        type: 'DocumentEdited',
        data: {
          document: documentUid,
          changes: [
            { field: 'name', old: 'Batch Record Review', new: 'Batch Review' },
            { field: 'version', old: '1.0', new: '1.1' },
          ],
        },
      });
  });

  it('records nothing where nothing changed; the version may stay equal', () => {
    given(...draft())
      .when({ ...EditDraft, details: CreateDocument.details })
      .thenNothing();
  });

  it('refuses an older version', () => {
    const { fields } = given(...draft())
      .when({ ...EditDraft, details: { version: '0.9' } })
      .thenRefused('document_version_not_newer');
    expect(fields).toEqual({ version: ['Version number must be increasing'] });
  });

  it('leaves to its author what an admin has said to be effective outside the system', () => {
    const said = { ...EditDraft, principal: admin, details: { externallyEffective: true } };
    given(...live(...lives.CREATED, said))
      .when(EditDraft)
      .thenTypes('DocumentEdited');
  });

  it('[P11-10e] records whom its author means to ask, in whatever order they are named', () => {
    const asking = (...people: { uid: string; name: string }[]) => ({
      ...EditDraft,
      details: {},
      approvers: people.map(({ uid, name }) => ({ uid, name })),
    });
    const asked = live(...lives.CREATED, asking(admin, author));
    expect(asked.at(-1)).toMatchObject({
      data: { changes: [{ field: 'approvers', old: null, new: `${admin.name}, ${author.name}` }] },
    });
    given(...asked)
      .when(asking(author, admin))
      .thenNothing();
    given(...asked)
      .when(asking(author))
      .thenTypes('DocumentEdited');
  });

  it('asks for another form of doc ID when the type becomes a Form', () => {
    given(...draft())
      .when({ ...EditDraft, details: { type: 'Form' } })
      .thenRefused('invalid_input');
    given(...draft())
      .when({ ...EditDraft, details: { type: 'Form', docNum: '017-01' } })
      .thenTypes('DocumentEdited');
  });

  it('takes effect on what the draft is sent with', () => {
    const events = live(CreateDocument, {
      ...EditDraft,
      details: { name: 'Renamed', version: '3.0', trainingInterval: 30 },
    });
    expect(stateOf(events)).toMatchObject({ name: 'Renamed', trainingInterval: 30, current: { version: '3.0' } });
  });
});

describe('attach file', () => {
  it('[P11-10e] records the file, and the one that it replaces', () => {
    given(...draft())
      .when(AttachFile)
      .then({
        type: 'DocumentFileAttached',
        data: {
          document: documentUid,
          version: '1.0',
          kind: 'working',
          file: nextWorking,
          replaced: working,
          meantFor: 'draft',
        },
      });
  });

  it('records the same object once', () => {
    given(...draft())
      .when({ ...AttachFile, kind: 'final', file: final })
      .thenNothing();
  });

  it('[P11-70] records other bytes under the same object key as another file', () => {
    const [replacing] = given(...draft())
      .when({ ...AttachFile, kind: 'final', file: { ...final, sha256: nextFinal.sha256 } })
      .thenTypes('DocumentFileAttached');
    expect(replacing).toMatchObject({ data: { file: { sha256: nextFinal.sha256 }, replaced: final } });
  });

  it('keeps a file attached after a rejection for the revision; the rejected PDF stays as it was seen', () => {
    const events = live(
      CreateDocument,
      { ...AttachFile, file: working },
      { ...AttachFile, kind: 'final', file: final },
      SendForReview,
      commands.Reject,
      { ...AttachFile, kind: 'final', file: nextFinal },
    );
    expect(events.at(-1)).toMatchObject({ data: { meantFor: 'revision', replaced: null } });
    expect(stateOf(events)).toMatchObject({ current: { files: { final } }, nextFiles: { final: nextFinal } });
    const withoutFiles = { ...commands.Revise, files: { working: null, final: null } };
    const [carried] = given(...events)
      .when(withoutFiles)
      .thenTypes('DocumentRevised');
    expect(carried).toMatchObject({ data: { files: { working, final: nextFinal } } });
    const both = live(...lives.REJECTED, AttachFile, { ...AttachFile, kind: 'final', file: nextFinal });
    const [revised] = given(...both)
      .when(withoutFiles)
      .thenTypes('DocumentRevised');
    expect(revised).toMatchObject({ data: { files: { working: nextWorking, final: nextFinal } } });
  });
});

describe('discard', () => {
  it('is for drafts that were never sent', () => {
    given(...draft())
      .when(Discard)
      .then({ type: 'DocumentDiscarded', data: { document: documentUid, name: 'Batch Record Review' } });
    expect(
      given(...eventsIn('REJECTED'))
        .when(Discard)
        .thenRefused('document_ever_reviewed').detail,
    ).toContain('REJECTED');
  });
});
