import { describe, expect, it } from 'vitest';
import { approvedVersions } from '#events/document/state.ts';
import { lifeStatuses } from '#events/document/status.ts';
import {
  admin,
  approverOne,
  author,
  choose,
  employee,
  otherAuthor,
  superAdmin,
  type Person,
} from '#tests/deciders/people.ts';
import {
  commands,
  documentUid,
  eventsIn,
  live,
  lives,
  nextFinal,
  stateOf,
  working,
} from '#tests/deciders/document-world.ts';
import { documentDecider } from '#tests/deciders/rules.ts';
import { specify } from '#tests/deciders/specification.ts';

const { given } = specify(documentDecider);
const toward = (owner: Person, principal: Person = author) => ({
  ...commands.TransferOwnership,
  principal,
  owner: choose(owner, ''),
});
const reinstated = [...lives.RETIRED, commands.Reinstate] as const;

describe('transfer ownership', () => {
  it.each(lifeStatuses.filter((status) => status !== 'RETIRED'))('of a document that is %s', (status) => {
    given(...eventsIn(status))
      .when(commands.TransferOwnership)
      .then({
        type: 'OwnershipTransferred',
        data: {
          document: documentUid,
          version: '1.0',
          from: { uid: author.uid, name: author.name },
          to: { uid: otherAuthor.uid, name: otherAuthor.name },
          reason: 'Leaves the company.',
        },
      });
  });

  it('gives the new owner the rights of the old one, who loses them', () => {
    const events = live(...lives.EFFECTIVE, commands.TransferOwnership);
    given(...events)
      .when(commands.Revise)
      .thenRefused('not_allowed');
    given(...events)
      .when({ ...commands.Revise, principal: otherAuthor })
      .thenTypes('DocumentRevised');
  });

  it('changes nothing where the person owns it already', () => {
    given(...eventsIn('CREATED'))
      .when(toward(author))
      .thenNothing();
  });

  it.each([
    ['an employee', employee],
    ['an invited author', { ...otherAuthor, status: 'INVITED' }],
    ['a deactivated admin', { ...admin, status: 'INACTIVE' }],
  ] as [string, Person][])('never to %s', (_, person) => {
    const { fields } = given(...eventsIn('CREATED'))
      .when(toward(person))
      .thenRefused('owner_not_eligible');
    expect(fields).toHaveProperty('owner');
  });

  it('to every author and admin who is active', () => {
    for (const person of [admin, superAdmin, otherAuthor, approverOne])
      given(...eventsIn('PENDING'))
        .when(toward(person, admin))
        .thenTypes('OwnershipTransferred');
  });

  it('records an empty reason as none, and refuses one that is too long', () => {
    const because = (reason: string) => given(...eventsIn('CREATED')).when({ ...commands.TransferOwnership, reason });
    expect(because('  ').thenTypes('OwnershipTransferred')[0]?.data).toMatchObject({ reason: null });
    expect(because('x'.repeat(1001)).thenRefused('invalid_input').fields).toHaveProperty('reason');
  });
});

describe('reinstate', () => {
  it('makes the draft of a newer version, with nothing in force', () => {
    given(...eventsIn('RETIRED'))
      .when(commands.Reinstate)
      .then({
        type: 'DocumentReinstated',
        data: {
          document: documentUid,
          fromVersion: '1.0',
          version: '1.1',
          working,
          reason: 'The product is made again.',
        },
      });
    const state = stateOf(live(...reinstated));
    if (state.kind !== 'document') expect.fail('no document');
    expect(state).toMatchObject({
      status: 'CREATED',
      effectiveVersion: null,
      name: 'Batch Record Review',
      docNum: '017',
      current: { version: '1.1', approved: false, files: { working, final: null } },
    });
    expect(approvedVersions(state).map(({ version }) => version)).toEqual(['1.0']);
  });

  it('needs a final PDF of its own and approvers before anything else', () => {
    given(...live(...reinstated))
      .when(commands.SendForReview)
      .thenRefused('document_files_missing');
    const ready = live(...reinstated, { ...commands.AttachFile, kind: 'final', file: nextFinal });
    const [sent] = given(...ready)
      .when(commands.SendForReview)
      .thenTypes('DocumentSentForReview');
    expect(sent?.data).toMatchObject({ version: '1.1', files: { working, final: nextFinal } });
  });

  it('is refused where another document took the title', () => {
    const { detail } = given(...eventsIn('RETIRED'))
      .when({ ...commands.Reinstate, nameInUse: true })
      .thenRefused('document_name_in_use');
    expect(detail).toContain('“Batch Record Review”');
  });

  it('is no way to discard the document, to renumber it or to declare it effective', () => {
    const events = live(...reinstated);
    given(...events)
      .when(commands.Discard)
      .thenRefused('document_ever_reviewed');
    given(...events)
      .when(commands.DeclareExternallyEffective)
      .thenRefused('document_not_in_status');
    const edited = (details: object) => given(...events).when({ ...commands.EditDraft, principal: admin, details });
    edited({ externallyEffective: true }).thenRefused('document_not_in_status');
    expect(edited({ docNum: '018' }).thenRefused('invalid_input').fields).toHaveProperty('docNum');
    expect(edited({ type: 'Policy' }).thenRefused('invalid_input').fields).toHaveProperty('type');
    edited({ name: 'Batch Review' }).thenTypes('DocumentEdited');
  });

  it('takes any version that is newer than the retired one', () => {
    const events = live(...reinstated, { ...commands.EditDraft, details: { version: '3.0' } });
    const numbered = (version: string) => given(...events).when({ ...commands.EditDraft, details: { version } });
    numbered('0.9').thenRefused('document_version_not_newer');
    numbered('1.0').thenRefused('document_version_not_newer');
    numbered('2.0').thenTypes('DocumentEdited');
  });

  it('never gives a version of the past again: a second retirement goes on from the newest', () => {
    const again = live(
      ...reinstated,
      { ...commands.AttachFile, kind: 'final', file: nextFinal },
      commands.SendForReview,
      commands.Retire,
      commands.Reinstate,
    );
    expect(again.at(-1)?.data).toMatchObject({ fromVersion: '1.1', version: '1.2' });
  });

  it('is refused where no version can follow', () => {
    const last = {
      ...commands.CreateDocument,
      details: { ...commands.CreateDocument.details, version: '999.98' },
    };
    given(...live(last, ...lives.RETIRED.slice(1).map((one) => one)))
      .when(commands.Reinstate)
      .thenRefused('document_version_not_newer');
  });
});
