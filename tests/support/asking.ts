import type { z } from 'zod';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { ask, type Query } from '#app/kit/query/query.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { inDays, organisation, sop, type Organisation } from '#tests/support/organisation.ts';

/** A person as queries are asked by them. */
export async function asViewer({ database }: Organisation['services'], person: Person): Promise<Viewer> {
  const viewer = await readViewer(database.kysely, { org: person.org, user: person.uid, publicId: '0'.repeat(64) });
  if (!viewer) throw new Error('Nobody asks');
  return viewer;
}

/** Asks as a person; answers the value, or the code of the refusal. */
export async function answer<S extends z.ZodType, O>(
  { services }: Organisation,
  person: Person,
  query: Query<S, O>,
  input: z.input<S>,
) {
  const viewer = await asViewer(services, person);
  const result = await ask(query, input, { ports: services, viewer, now: services.now() });
  return result.ok ? result.value : (result.failure.code as never);
}

export const names = (list: { documents: { name: string }[] }) => list.documents.map(({ name }) => name);

/** One document of each standing. */
export async function everything() {
  const org = await organisation();
  const { world, author, other, admin, employee } = org;
  await world.create(author, { ...sop('001', 'Änderungen'), send: false });
  await world.create(author, { ...sop('002', 'Batch Record'), approvers: [other, admin] });
  const approved = await world.create(other, { ...sop('003', 'Cleaning'), approvers: [author] });
  await world.sign(author, approved);
  const pending = await world.create(other, { ...sop('004', 'Drying'), approvers: [author], functionalArea: 'ENG' });
  await world.sign(author, pending);
  await world.publish(pending, ['Laboratory'], inDays(9));
  const effective = await world.create(author, { ...sop('005', 'electronic records'), approvers: [other] });
  await world.sign(other, effective);
  await world.publishNow(effective, ['Quality']);
  await world.train(employee, effective);
  const rejected = await world.create(author, { ...sop('006', 'Filling'), approvers: [other] });
  await world.sign(other, rejected, 'Step 6.3 is wrong.');
  const retired = await world.create(author, { ...sop('007', 'Gowning'), approvers: [other] });
  await world.act(admin, retireDocument, { document: retired, reason: 'Merged.' });
  return { ...org, approved, pending, effective };
}
