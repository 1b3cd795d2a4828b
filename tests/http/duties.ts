import { grantFunction } from '#app/people/commands/functions/grant.ts';
import { createFunction } from '#app/people/commands/functions/manage.ts';
import { declareAbsence } from '#app/people/commands/absence.ts';
import type { Site } from './site.ts';

/** A function that the author holds, and the author's absence, in which the approver stands in. */
export interface Duties {
  function: string;
  absence: string;
}

export async function makeDuties({ ours: { world, admin, author, approver } }: Site): Promise<Duties> {
  const { function: made } = await world.act(admin, createFunction, { name: 'Quality unit' });
  const from = '2030-01-01';
  await world.act(admin, grantFunction, { function: made, user: author.uid, from, reason: 'Appointed.' } as never);
  const days = { from, until: '2030-01-05', deputy: approver.uid };
  const { absence } = await world.act(author, declareAbsence, { user: author.uid, ...days } as never);
  return { function: made, absence };
}
