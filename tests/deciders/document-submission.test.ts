import { describe, expect, it } from 'vitest';
import { decideInTurn } from '#events/decider.ts';
import { initialState } from '#events/document/state.ts';
import { admin, author, choose, employee, superAdmin, uidOf } from '#tests/deciders/people.ts';
import {
  commands,
  documentUid,
  eventsIn,
  final,
  fileOf,
  live,
  lives,
  stateOf,
  working,
} from '#tests/deciders/document-world.ts';
import { documentDecider, type DocumentCommand } from '#tests/deciders/rules.ts';
import { specify } from '#tests/deciders/specification.ts';

const { given } = specify(documentDecider);
const { CreateDocument, EditDraft, AttachFile, SendForReview, DeclareExternallyEffective } = commands;
const draft = () => eventsIn('CREATED');

describe('send for review', () => {
  it('opens an approval for each approver', () => {
    given(...draft())
      .when(SendForReview)
      .then({
        type: 'DocumentSentForReview',
        data: {
          document: documentUid,
          version: '1.0',
          name: 'Batch Record Review',
          files: { working, final },
          approvals: SendForReview.approvers.map(({ approval, user, name }) => ({ uid: approval, user, name })),
        },
      });
  });

  it('[P11-10e] takes back that the draft is effective already, and says so', () => {
    const said = live(...lives.CREATED, { ...EditDraft, principal: admin, details: { externallyEffective: true } });
    const sent = given(...said)
      .when(SendForReview)
      .thenTypes('DocumentEdited', 'DocumentSentForReview');
    expect(sent[0]?.data).toEqual({
      document: documentUid,
      changes: [{ field: 'externallyEffective', old: 'true', new: 'false' }],
    });
    expect(stateOf([...said, ...sent])).toMatchObject({ status: 'IN_REVIEW', saidExternallyEffective: false });
  });

  it('needs both files', () => {
    const { fields, detail } = given(...live(CreateDocument))
      .when(SendForReview)
      .thenRefused('document_files_missing');
    expect(Object.keys(fields ?? {})).toEqual(['working', 'final']);
    expect(detail).toBe('This version needs a working file and a final PDF.');
    given(...live(CreateDocument))
      .when(DeclareExternallyEffective)
      .thenRefused('document_files_missing');
    given(...live(CreateDocument, { ...AttachFile, kind: 'final', file: final }))
      .when(SendForReview)
      .thenRefused('document_files_missing');
  });

  it('needs one or more approvers, each ADMIN or AUTHOR, ACTIVE, and listed once', () => {
    const send = (...approvers: typeof SendForReview.approvers) =>
      given(...draft()).when({ ...SendForReview, approvers });
    expect(send().thenRefused('document_approvers_missing').fields).toEqual({ approvers: ['This field is required.'] });
    for (const person of [
      employee,
      superAdmin,
      { ...admin, status: 'INVITED' as const },
      { ...admin, status: 'INACTIVE' as const },
    ]) {
      expect(send(choose(person, uidOf(1))).thenRefused('approver_not_eligible').detail).toContain(person.name);
    }
    send(choose(admin, uidOf(1)), choose(admin, uidOf(2))).thenRefused('approver_already_listed');
    send(choose(author, uidOf(1))).thenTypes('DocumentSentForReview');
  });

  it('happens in one go with creating and attaching, or not at all', () => {
    const files = [
      { ...AttachFile, file: working },
      { ...AttachFile, kind: 'final' as const, file: fileOf('b', 'final') },
    ];
    const inTurn = (...given: DocumentCommand[]) =>
      decideInTurn(
        documentDecider,
        given.map((command) => (state) => documentDecider.decide(command, state)),
        initialState,
      );
    const whole = inTurn(CreateDocument, ...files, SendForReview);
    expect(whole.ok && whole.events.map((event) => event.type)).toEqual([
      'DocumentCreated',
      'DocumentFileAttached',
      'DocumentFileAttached',
      'DocumentSentForReview',
    ]);
    const half = inTurn(CreateDocument, SendForReview);
    expect(half).toMatchObject({ ok: false, failure: { code: 'document_files_missing' } });
  });
});

describe('declare externally effective', () => {
  it('approves without approvals', () => {
    const events = [...draft(), ...specifyDeclared()];
    expect(stateOf(events)).toMatchObject({
      status: 'APPROVED',
      current: { approved: true, externallyEffective: true, approvals: [] },
    });
  });
  it('takes its reason, trimmed, of at most 1000 characters', () => {
    const because = (reason: string) => given(...draft()).when({ ...DeclareExternallyEffective, reason });
    expect(because(' In force since 2019. ').thenTypes('DocumentDeclaredExternallyEffective')).toMatchObject([
      { data: { reason: 'In force since 2019.' } },
    ]);
    because('x'.repeat(1001)).thenRefused('invalid_input');
  });
  const specifyDeclared = () =>
    given(...draft())
      .when(DeclareExternallyEffective)
      .thenTypes('DocumentDeclaredExternallyEffective');
});
