import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cancelBecauseOfDocument, cancelBecauseOfPerson, moveDueDates, uncovered } from '#events/training/cancel.ts';
import { dueAt, isOverdue, trainingRate } from '#events/training/record.ts';
import { laboratory, now, quality, tomorrow, uidOf } from '#tests/deciders/people.ts';
import { document, version, member, record, completed } from '#tests/deciders/training-records.ts';

describe('due date and rate', () => {
  it('is due on the effective date, or so many days after assignment where that is later', () => {
    expect(dueAt('2026-06-01T00:00:00.000Z', now, 14)).toBe('2026-06-01T00:00:00.000Z');
    expect(dueAt(tomorrow, now, 14)).toBe('2026-03-26T14:05:00.000Z');
    expect(dueAt(tomorrow, now, 0)).toBe(tomorrow);
  });

  it('is overdue after its due date while open', () => {
    const due = record(uidOf(4));
    expect([isOverdue(due, '2026-03-15T00:00:00.000Z'), isOverdue(due, '2026-03-15T00:00:00.001Z')]).toEqual([
      false,
      true,
    ]);
    expect(isOverdue(completed(uidOf(4), now), '2027-01-01T00:00:00.000Z')).toBe(false);
  });

  it('rounds the rate down; 100 where nobody is assigned or training was waived', () => {
    expect(trainingRate({ completed: 0, open: 0 })).toBe(100);
    expect(trainingRate({ completed: 0, open: 3 }, true)).toBe(100);
    expect(trainingRate({ completed: 2, open: 1 })).toBe(66);
    expect(trainingRate({ completed: 34, open: 1 })).toBe(97);
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(5000), (done, open) => {
        const rate = trainingRate({ completed: done, open });
        expect(rate === 100).toBe(open === 0);
        expect(rate).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('[P11-10e] moves the due dates of open records with the effective date, old and new', () => {
    const records = [record(uidOf(1)), record(uidOf(2), { status: 'CANCELLED' }), completed(uidOf(3), now)];
    expect(moveDueDates(document, { ...version, effectiveAt: '2026-05-01T00:00:00.000Z' }, records, 14)).toEqual([
      {
        type: 'TrainingDueChanged',
        data: {
          because: 'effective_date_changed',
          document,
          records: [
            {
              record: uidOf(5000),
              user: uidOf(1),
              document: document.uid,
              version: '1.0',
              old: '2026-03-15T00:00:00.000Z',
              new: '2026-05-01T00:00:00.000Z',
            },
          ],
        },
      },
    ]);
    // Training that was open before a waived version keeps the date that it had.
    const brought = [record(uidOf(1)), record(uidOf(1), { version: '2.0' }), record(uidOf(2), { version: '2.0' })];
    const waived = { version: '2.0', effectiveAt: '2026-05-01T00:00:00.000Z', carriesOver: true };
    const [event] = moveDueDates(document, waived, brought, 14);
    expect(event?.data.records.map(({ user, version: on }) => [user, on])).toEqual([[uidOf(2), '2.0']]);
    expect(moveDueDates(document, { ...version, effectiveAt: '2026-03-02T00:00:00.000Z' }, records, 14)).toEqual([]);
  });
});

describe('cancel', () => {
  const open = Array.from({ length: 501 }, (_, index) =>
    record(uidOf(20_000 + index), { record: uidOf(30_000 + index) }),
  );

  it('cancels what is open, in batches, and never touches what is completed', () => {
    const events = cancelBecauseOfDocument('retired', document, [...open, completed(uidOf(9), now)]);
    expect(events.map((event) => event.data.records.length)).toEqual([500, 1]);
    expect(events[0]?.data).toMatchObject({ because: 'retired', document, user: null });
    expect(cancelBecauseOfDocument('superseded', document, [completed(uidOf(9), now)])).toEqual([]);
    const user = { uid: uidOf(4), name: 'Noor Haddad' };
    expect(cancelBecauseOfPerson('person_deactivated', user, [record(uidOf(4))])).toMatchObject([
      { data: { because: 'person_deactivated', user, document: null } },
    ]);
  });

  it('finds the open records that no department calls for any more', () => {
    const members = [
      member(1),
      member(2, { departments: [laboratory.uid] }),
      member(3, { status: 'INACTIVE' }),
      member(4, { departments: [laboratory.uid, quality.uid] }),
    ];
    const records = [1, 2, 3, 4].map((number) => record(uidOf(number)));
    expect(uncovered(records, members, [version]).map((one) => one.user)).toEqual([uidOf(2), uidOf(3)]);
    expect(uncovered(records, members, [])).toHaveLength(4);
    expect(uncovered([record(uidOf(9))], members, [version]).map((one) => one.user)).toEqual([uidOf(9)]);
    expect(uncovered([completed(uidOf(2), now)], members, [version])).toEqual([]);
  });
});
