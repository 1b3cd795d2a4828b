import fc from 'fast-check';
import { expect, it } from 'vitest';
import { publishDocument } from '#app/documents/commands/publish.ts';
import { previewTraining, type TrainingPreview } from '#app/documents/commands/preview-training.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { editUser } from '#app/people/commands/edit.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { inDays, organisation, revision, somebody, sop, type Organisation } from '#tests/support/organisation.ts';
import { howMany } from '#tests/support/suite.ts';

const departments = fc.subarray(['Quality', 'Laboratory'], { minLength: 1 });
/** Somebody of the crowd, by number. */
const one = fc.nat(3);

const course = fc.record({
  /** Where each of the crowd works by then. */
  places: fc.array(departments, { minLength: 4, maxLength: 4 }),
  first: departments,
  trained: fc.subarray([0, 1, 2, 3]),
  chosen: departments,
  days: fc.constantFrom(1, 13.99, 14.01, 40),
  waiveTraining: fc.boolean(),
  /** What happens between what is shown and what is done. */
  meanwhile: fc.oneof(
    fc.record({ kind: fc.constant('moves' as const), who: one, to: departments }),
    fc.record({ kind: fc.constant('trains' as const), who: one }),
    fc.constant({ kind: 'comes' as const }),
    fc.constant({ kind: 'goes' as const }),
  ),
});

const everybody = ({ departments: found }: TrainingPreview) =>
  new Set(found.flatMap(({ people }) => people.map(({ uid }) => uid)));

/** What was recorded of version 2.0, and whom of its people the document was new to. */
async function recorded({ services, world }: Organisation, document: string, effectiveAt: string) {
  const records = await services.database.read(world.org, (db) =>
    db.selectFrom('read.training_record').selectAll().where('document_uid', '=', document).execute(),
  );
  // Training that is carried over is nobody's assignment.
  const assigned = records.filter(({ version, carried_from }) => version === '2.0' && carried_from === null);
  const knowing = new Set(records.filter(({ status }) => status === 'COMPLETED').map((record) => record.user_uid));
  return {
    people: new Set(assigned.map((record) => record.user_uid)),
    assigned: assigned.length,
    isNew: assigned.filter((record) => !knowing.has(record.user_uid)).length,
    overdue: assigned.filter((record) => record.due_at <= effectiveAt).length,
  };
}

it('records what the preview shows or nothing, while people train, move, join and leave', async () => {
  const org = await organisation();
  const { world, admin, author, other, employee } = org;
  const crowd = [author, other, employee, await world.invite(somebody('Noor', 'Haddad', 'EMPLOYEE'), ['Quality'])];
  const move = ({ uid: user, firstName, lastName, role }: Person, to: readonly string[]) =>
    world.act(admin, editUser, { user, firstName, lastName, role, departments: world.uidsOf(to) });
  const counts = { accepted: 0, refused: 0 };
  let number = 0;
  await fc.assert(
    fc.asyncProperty(course, async ({ places, first, trained, chosen, days, waiveTraining, meanwhile }) => {
      number += 1;
      for (const [index, to] of places.entries()) await move(crowd[index]!, to);
      const guest = await world.invite(somebody('Guest', 'Example', 'EMPLOYEE'), ['Quality']);
      const details = sop(String(number).padStart(3, '0'));
      const document = await world.create(admin, { ...details, externallyEffective: true });
      await world.publishNow(document, first);
      const trains = async (who: number) => {
        const covered = places[who]!.some((place) => first.includes(place));
        if (covered && who < 3) await world.train(crowd[who]!, document);
      };
      for (const who of trained) await trains(who);
      await world.act(admin, reviseDocument, await revision(org, document, admin, '2.0', [other]));
      await world.sign(other, document);

      const effectiveAt = inDays(days);
      const input = { document, departments: world.uidsOf(chosen), effectiveAt, waiveTraining };
      let shown = await world.act(admin, previewTraining, input);
      if (meanwhile.kind === 'moves') await move(crowd[meanwhile.who]!, meanwhile.to);
      if (meanwhile.kind === 'trains' && !trained.includes(meanwhile.who)) await trains(meanwhile.who);
      if (meanwhile.kind === 'comes') await world.invite(somebody('Late', 'Example', 'EMPLOYEE'), ['Laboratory']);
      if (meanwhile.kind === 'goes') await world.act(admin, deactivateUser, { user: guest.uid });
      const done = await world.attempt(admin, publishDocument, { ...input, previewToken: shown.previewToken });
      if (!done.ok) {
        counts.refused += 1;
        expect(done.failure.code).toBe('preview_outdated');
        expect((await recorded(org, document, effectiveAt)).assigned).toBe(0);
        const before = everybody(shown);
        shown = await world.act(admin, previewTraining, input);
        expect(everybody(shown)).not.toEqual(before);
        await world.act(admin, publishDocument, { ...input, previewToken: shown.previewToken });
      } else counts.accepted += 1;
      const { assigned, isNew, overdue } = shown;
      const happened = await recorded(org, document, effectiveAt);
      expect(happened.people).toEqual(everybody(shown));
      expect(happened.assigned).toBe(assigned);
      expect(happened.overdue).toBe(overdue);
      if (meanwhile.kind !== 'trains') expect(happened.isNew).toBe(isNew);
    }),
    { numRuns: howMany({ day: 6, long: 12 }), seed: 4 },
  );
  // Both ends were come to.
  expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(0);
});
