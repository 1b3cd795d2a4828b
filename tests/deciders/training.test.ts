import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { determineAssignments, idsNeeded, type AssignmentQuestion } from '#events/training/assign.ts';
import { trainingBatchSize } from '#events/training/events.ts';
import { type TrainingRecord } from '#events/training/record.ts';
import { laboratory, now, quality, tomorrow, uidOf } from '#tests/deciders/people.ts';
import { document, version, inForce, member, record, completed, ids } from '#tests/deciders/training-records.ts';

const ask = (changed: Partial<AssignmentQuestion>) =>
  determineAssignments({
    because: 'published',
    document,
    user: null,
    members: [member(4)],
    versions: [version],
    records: [],
    trainingDueDays: 14,
    now,
    newIds: ids(20),
    ...changed,
  });
const assignmentsOf = (event: ReturnType<typeof determineAssignments>[number]) =>
  event.type === 'TrainingAssigned' ? event.data.assignments : [];
const assigned = (changed: Partial<AssignmentQuestion>): string[] =>
  ask(changed).flatMap((event) => assignmentsOf(event).map((one) => one.user));

describe('assign', () => {
  it('records who, on what, why and due when', () => {
    expect(ask({})).toEqual([
      {
        type: 'TrainingAssigned',
        data: {
          because: 'published',
          document,
          user: null,
          assignments: [
            {
              record: uidOf(10_000),
              user: uidOf(4),
              document: document.uid,
              version: '1.0',
              dueAt: '2026-03-26T14:05:00.000Z',
            },
          ],
        },
      },
    ]);
  });

  it('covers ACTIVE and INVITED members of the chosen departments, each once', () => {
    const members = [
      member(1),
      member(2, { status: 'INVITED' }),
      member(3, { status: 'INACTIVE' }),
      member(4, { departments: [laboratory.uid] }),
      member(5, { departments: [laboratory.uid, quality.uid] }),
      member(6, { departments: [] }),
    ];
    expect(assigned({ members })).toEqual([uidOf(1), uidOf(2), uidOf(5)]);
    const both = { ...version, departments: [quality.uid, laboratory.uid] };
    expect(assigned({ members, versions: [both] })).toEqual([uidOf(1), uidOf(2), uidOf(4), uidOf(5)]);
  });

  it('assigns nobody twice, and nobody where training is waived; that is recorded too', () => {
    expect(ask({ records: [record(uidOf(4))] })).toMatchObject([{ data: { assignments: [] } }]);
    expect(ask({ records: [completed(uidOf(4), now)] })).toMatchObject([{ data: { assignments: [] } }]);
    expect(assigned({ versions: [{ ...version, trainingWaived: true }] })).toEqual([]);
    expect(ask({ members: [] })).toHaveLength(1);
  });

  it('assigns again who was cancelled, who is new to a later version, or whose training is an interval old', () => {
    expect(assigned({ records: [record(uidOf(4), { status: 'CANCELLED' })] })).toEqual([uidOf(4)]);
    expect(assigned({ records: [record(uidOf(4), { version: '0.9' })] })).toEqual([uidOf(4)]);
    expect(assigned({ because: 'reactivated', records: [completed(uidOf(4), '2025-03-01T00:00:00.000Z')] })).toEqual([
      uidOf(4),
    ]);
  });

  it('assigns one person to every version that covers them', () => {
    const other = { ...version, document: { uid: uidOf(1001), name: 'Other' }, version: '3.0' };
    const events = ask({
      because: 'confirmed',
      document: null,
      user: { uid: uidOf(4), name: 'Noor' },
      versions: [version, other],
    });
    expect(events.flatMap((event) => assignmentsOf(event).map((one) => one.version))).toEqual(['1.0', '3.0']);
  });

  it('asks again so early that training is due an interval after completion, not a moment before', () => {
    const again = (completedAt: string, changed: Partial<AssignmentQuestion> = {}) =>
      ask({ because: 'retraining', records: [completed(uidOf(4), completedAt)], ...changed }).flatMap((event) =>
        assignmentsOf(event).map(({ dueAt: due }) => due),
      );
    // Now is 2026-03-12T14:05: 351 days after completion, with 14 days of 365 left.
    expect(again('2025-03-26T14:05:00.000Z', { versions: [inForce] })).toEqual(['2026-03-26T14:05:00.000Z']);
    expect(again('2025-03-26T14:05:00.001Z', { versions: [inForce] })).toEqual([]);
    // Found late, it is overdue: the date is that of the interval.
    expect(again('2025-03-01T00:00:00.000Z', { versions: [inForce] })).toEqual(['2026-03-01T00:00:00.000Z']);
    expect(again('2025-03-12T14:05:00.000Z', { versions: [inForce], trainingDueDays: 0 })).toEqual([now]);
    expect(again('2025-03-12T14:05:00.001Z', { versions: [inForce], trainingDueDays: 0 })).toEqual([]);
    // Nothing is due before the version is in force.
    expect(again('2025-03-01T00:00:00.000Z')).toEqual([tomorrow]);
  });

  it('asks again half an interval before where the interval is no longer than the training due days', () => {
    const weekly = [{ ...inForce, trainingInterval: 10 }];
    const again = (completedAt: string) =>
      ask({ because: 'retraining', versions: weekly, records: [completed(uidOf(4), completedAt)] }).flatMap((event) =>
        assignmentsOf(event).map(({ dueAt: due }) => due),
      );
    expect(again('2026-03-07T14:05:00.000Z')).toEqual(['2026-03-17T14:05:00.000Z']);
    expect(again('2026-03-07T14:05:00.001Z')).toEqual([]);
  });

  it('asks again only who was trained, by the last completion, and nobody who has it open', () => {
    const versions = [inForce];
    expect(ask({ because: 'retraining', versions })).toEqual([]);
    const twice = [completed(uidOf(4), '2024-03-12T14:05:00.000Z'), completed(uidOf(4), '2025-04-20T00:00:00.000Z')];
    expect(ask({ because: 'retraining', versions, records: twice })).toEqual([]);
    expect(assigned({ because: 'reactivated', versions, records: twice })).toEqual([]);
    const open = [completed(uidOf(4), '2025-01-01T00:00:00.000Z'), record(uidOf(4))];
    expect(ask({ because: 'retraining', versions, records: open })).toEqual([]);
    // The clock asks a person who comes back within the last days, with the date of the interval.
    const soon = [completed(uidOf(4), '2025-03-20T00:00:00.000Z')];
    expect(assigned({ because: 'reactivated', versions, records: soon })).toEqual([]);
    expect(assigned({ because: 'retraining', versions, records: soon })).toEqual([uidOf(4)]);
  });

  it('counts the completion of an earlier version for people whose training is carried over', () => {
    const versions = [{ ...inForce, version: '2.0', carriesOver: true, effectiveAt: '2025-04-01T00:00:00.000Z' }];
    const first = '2025-03-20T00:00:00.000Z';
    const carried = { ...completed(uidOf(4), first), version: '2.0' };
    const dates = (records: TrainingRecord[], changed: Partial<AssignmentQuestion> = {}) =>
      ask({ because: 'retraining', versions, records, ...changed }).flatMap((event) =>
        assignmentsOf(event).map(({ version: on, dueAt: due }) => [on, due]),
      );
    expect(dates([completed(uidOf(4), first), carried])).toEqual([['2.0', '2026-03-20T00:00:00.000Z']]);
    // They signed the earlier version once more before the waived one came into force.
    const again = completed(uidOf(4), '2025-03-29T00:00:00.000Z');
    expect(dates([completed(uidOf(4), first), again, carried])).toEqual([]);
    expect(dates([completed(uidOf(4), first), again, carried], { now: '2026-03-15T00:00:00.000Z' })).toEqual([
      ['2.0', '2026-03-29T00:00:00.000Z'],
    ]);
  });

  it('carries a signature over where the waiver does, keeps open records, and assigns everybody else', () => {
    const waived = { ...version, version: '2.0', carriesOver: true };
    const at = '2025-11-01T08:00:00.000Z';
    const dueDate = '2026-02-01T00:00:00.000Z';
    const members = [member(4), member(5), member(6), member(7)];
    const records = [
      completed(uidOf(4), at),
      { ...record(uidOf(5)), dueAt: dueDate },
      completed(uidOf(6), at),
      { ...record(uidOf(6)), dueAt: dueDate },
    ];
    const [assignments, carried, ...rest] = ask({ members, versions: [waived], records });
    expect(rest).toEqual([]);
    expect(assignments).toMatchObject({
      type: 'TrainingAssigned',
      data: {
        assignments: [
          { user: uidOf(5), version: '2.0', dueAt: dueDate },
          { user: uidOf(6), version: '2.0', dueAt: dueDate },
          { user: uidOf(7), version: '2.0' },
        ],
      },
    });
    expect(carried).toMatchObject({
      type: 'TrainingCarriedOver',
      data: { records: [{ user: uidOf(4), version: '2.0', from: '1.0', signedAt: at }] },
    });
  });

  it('carries over nothing of a person whom the departments do not oblige, or who is deactivated', () => {
    const waived = { ...version, version: '2.0', carriesOver: true };
    const at = '2025-11-01T08:00:00.000Z';
    const inLaboratory = { departments: [laboratory.uid] };
    const members = [
      member(4, inLaboratory),
      member(5, inLaboratory),
      member(6, { ...inLaboratory, status: 'INACTIVE' }),
    ];
    const obliged = [member(7), member(8, { status: 'INACTIVE' })];
    const records = [4, 6, 7, 8].map((one) => completed(uidOf(one), at)).concat(record(uidOf(5)));
    const people = (because: AssignmentQuestion['because']) =>
      ask({ because, members: [...members, ...obliged], versions: [waived], records }).flatMap((event) =>
        event.type === 'TrainingCarriedOver'
          ? event.data.records.map(({ user, from }) => [user, from])
          : event.data.assignments.map(({ user }) => [user]),
      );
    expect(people('published')).toEqual([[uidOf(7), '1.0']]);
    expect(people('retraining')).toEqual([[uidOf(7), '1.0']]);
    expect(assigned({ members, versions: [{ ...waived, carriesOver: false }], records })).toEqual([]);
  });

  it('records at most 500 in one event, all of them in the end, with uids of their own', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1700 }), (count) => {
        const members = Array.from({ length: count }, (_, index) => member(20_000 + index));
        const events = ask({ members, newIds: ids(idsNeeded({ members, versions: [version] })) });
        const all = events.flatMap(assignmentsOf);
        expect(all.map((one) => one.user)).toEqual(members.map((one) => one.uid));
        expect(new Set(all.map((one) => one.record)).size).toBe(count);
        expect(events).toHaveLength(Math.max(1, Math.ceil(count / trainingBatchSize)));
        for (const event of events) expect(assignmentsOf(event).length).toBeLessThanOrEqual(trainingBatchSize);
      }),
      { numRuns: 20 },
    );
  });

  it('counts too few uids as the bug that it is', () => {
    expect(() => ask({ newIds: [] })).toThrow('Too few new uids');
  });
});
