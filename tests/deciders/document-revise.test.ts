import { describe, expect, it } from 'vitest';
import type { Revise } from '#events/document/commands.ts';
import { approvedVersions, effectiveVersionOf, signablePdfs, versionOf } from '#events/document/state.ts';
import { lifeStatuses } from '#events/document/status.ts';
import { choose, employee, uidOf } from '#tests/deciders/people.ts';
import {
  commands,
  documentUid,
  eventsIn,
  final,
  live,
  lives,
  nextFinal,
  nextWorking,
  revisedWhileEffective,
  stateOf,
  working,
} from '#tests/deciders/document-world.ts';
import { documentDecider } from '#tests/deciders/rules.ts';
import { specify } from '#tests/deciders/specification.ts';

const { given } = specify(documentDecider);
const revising = (changed: Partial<Revise>) => ({ ...commands.Revise, ...changed });
const revisable = ['IN_REVIEW', 'APPROVED', 'REJECTED', 'PENDING', 'EFFECTIVE'] as const;

describe('revise', () => {
  it('sends a newer version to its approvers, with the working file carried over', () => {
    given(...eventsIn('EFFECTIVE'))
      .when(revising({ details: { name: 'Batch Review', trainingInterval: 180 } }))
      .then({
        type: 'DocumentRevised',
        data: {
          document: documentUid,
          fromVersion: '1.0',
          fromStatus: 'EFFECTIVE',
          version: '2.0',
          name: 'Batch Review',
          changes: [
            { field: 'name', old: 'Batch Record Review', new: 'Batch Review' },
            { field: 'trainingInterval', old: '365', new: '180' },
          ],
          files: { working, final: nextFinal },
          approvals: commands.Revise.approvers.map(({ approval, user, name }) => ({ uid: approval, user, name })),
          withdrawn: null,
          trainingRate: null,
          reason: null,
        },
      });
  });

  it('keeps the effective version in force, its files untouched', () => {
    const state = stateOf(revisedWhileEffective());
    if (state.kind !== 'document') expect.fail('no document');
    expect(state).toMatchObject({ status: 'IN_REVIEW', current: { version: '2.0' }, effectiveVersion: '1.0' });
    expect(effectiveVersionOf(state)?.files).toEqual({ working, final });
    expect(approvedVersions(state).map((one) => one.version)).toEqual(['1.0']);
    expect(signablePdfs(state.current)).toEqual([nextFinal.sha256]);
  });

  it('withdraws the scheduled version', () => {
    const [revised] = given(...eventsIn('PENDING'))
      .when(revising({}))
      .thenTypes('DocumentRevised');
    expect(revised).toMatchObject({ data: { withdrawn: '1.0', fromStatus: 'PENDING', trainingRate: 40 } });
    const state = stateOf(live(...lives.PENDING, commands.Revise));
    expect(state).toMatchObject({ status: 'IN_REVIEW', effectiveVersion: null });
  });

  it('cancels the open approvals of the version before, and leaves those that were signed', () => {
    const half = live(...lives.IN_REVIEW, commands.Approve, commands.Revise);
    expect(half.at(-2)).toMatchObject({
      type: 'ApprovalsCancelled',
      data: { version: '1.0', because: 'revised', approvals: [{ uid: uidOf(2002) }] },
    });
    const state = stateOf(half);
    expect(state.kind === 'document' && versionOf(state, '1.0')?.approvals.map((one) => one.status)).toEqual([
      'APPROVED',
      'CANCELLED',
    ]);
  });

  it.each(revisable)('asks for a newer version in %s', (status) => {
    for (const version of ['1.0', '0.9', '01.00']) {
      const { fields } = given(...eventsIn(status))
        .when(revising({ version }))
        .thenRefused('document_version_not_newer');
      expect(fields).toEqual({ version: ['Version number must be increasing'] });
    }
    const { fields } = given(...eventsIn(status))
      .when(revising({ version: '2' }))
      .thenRefused('invalid_input');
    expect(fields).toEqual({ version: ['Must use ###.## format'] });
  });

  it.each(revisable)('asks for a final PDF of its own in %s', (status) => {
    given(...eventsIn(status))
      .when(revising({ files: { working: nextWorking, final: null } }))
      .thenRefused('document_files_missing');
  });

  it('[ISO13485-424b] asks for approvers as a first version does', () => {
    given(...eventsIn('EFFECTIVE'))
      .when(revising({ approvers: [] }))
      .thenRefused('document_approvers_missing');
    given(...eventsIn('EFFECTIVE'))
      .when(revising({ approvers: [choose(employee, uidOf(9))] }))
      .thenRefused('approver_not_eligible');
  });

  it('checks changed intervals as first ones', () => {
    for (const field of ['trainingInterval', 'reviewInterval'])
      for (const days of [0, 36_501]) {
        const asked = given(...eventsIn('EFFECTIVE')).when(revising({ details: { [field]: days } }));
        expect(asked.thenRefused('invalid_input').fields).toEqual({ [field]: ['Invalid Input.'] });
      }
  });

  it('checks a changed title as a first one', () => {
    const named = (name: string, nameInUse = false) =>
      given(...eventsIn('EFFECTIVE')).when(revising({ details: { name }, nameInUse }));
    named('').thenRefused('invalid_input');
    named('Taken', true).thenRefused('document_name_in_use');
    named('Batch Record Review', true).thenTypes('DocumentRevised');
  });
});

describe('retire', () => {
  const { Retire } = commands;
  it('[A11-9b] needs a reason of at most 1000 characters', () => {
    const because = (reason: string) => given(...eventsIn('EFFECTIVE')).when({ ...Retire, reason });
    expect(because(' ').thenRefused('invalid_input').fields).toEqual({ reason: ['This field is required.'] });
    because('x'.repeat(1001)).thenRefused('invalid_input');
    because('x'.repeat(1000)).thenTypes('DocumentRetired');
    because('The line\u0007 was closed.').thenRefused('invalid_input');
    because('The line was closed.\nSee CR-12.').thenTypes('DocumentRetired');
    expect(because(' Merged. ').thenTypes('DocumentRetired')).toMatchObject([{ data: { reason: 'Merged.' } }]);
  });

  it('[P11-10e] records how far training was on what was scheduled, and of nothing else', () => {
    for (const [status, trainingRate] of [
      ['PENDING', 40],
      ['EFFECTIVE', null],
    ] as const) {
      const [retired] = given(...eventsIn(status))
        .when(Retire)
        .thenTypes('DocumentRetired');
      expect(retired).toMatchObject({ data: { trainingRate } });
    }
  });

  it('takes out of force also what is in force behind a revision, and cancels what is open', () => {
    const retired = live(...lives.EFFECTIVE, commands.Revise, Retire);
    expect(retired.slice(-2)).toMatchObject([
      { type: 'ApprovalsCancelled', data: { version: '2.0', because: 'retired' } },
      { type: 'DocumentRetired', data: { version: '2.0', fromStatus: 'IN_REVIEW', effectiveVersion: '1.0' } },
    ]);
    expect(stateOf(retired)).toMatchObject({ status: 'RETIRED', effectiveVersion: null });
  });

  it('[ISO9001-75c] keeps every version with its files', () => {
    const state = stateOf(live(...lives.EFFECTIVE, commands.Revise, Retire));
    if (state.kind !== 'document') expect.fail('no document');
    expect(versionOf(state, '1.0')?.files).toEqual({ working, final });
    expect(versionOf(state, '2.0')?.files).toEqual({ working, final: nextFinal });
  });
});

describe('periodic review', () => {
  const { RecordReview } = commands;
  it('records its outcome on the version in force', () => {
    given(...eventsIn('EFFECTIVE'))
      .when({ ...RecordReview, outcome: 'revise', comment: ' A new analyser. ' })
      .then({
        type: 'DocumentReviewed',
        data: { document: documentUid, version: '1.0', outcome: 'revise', comment: 'A new analyser.' },
      });
    for (const outcome of ['no_change_needed', 'revise'] as const)
      given(...eventsIn('EFFECTIVE'))
        .when({ ...RecordReview, outcome, comment: 'x'.repeat(1001) })
        .thenRefused('invalid_input');
  });

  it('asks why no change is needed; why it is to be revised may be left out', () => {
    for (const comment of [null, ' ']) {
      given(...eventsIn('EFFECTIVE'))
        .when({ ...RecordReview, comment })
        .thenRefused('invalid_input');
      given(...eventsIn('EFFECTIVE'))
        .when({ ...RecordReview, outcome: 'revise', comment })
        .thenTypes('DocumentReviewed');
    }
  });

  it('changes no state', () => {
    for (const status of lifeStatuses.filter((one) => one === 'EFFECTIVE')) {
      expect(stateOf(live(...lives[status], RecordReview))).toEqual(stateOf(eventsIn(status)));
    }
  });
});
