import { z } from 'zod';
import { declareAbsence, endAbsence } from '#app/people/commands/absence.ts';
import { named, uidOf } from '#app/kit/call/own-organisation.ts';
import { absence, dayText, toAbsence } from '#app/people/calls/function-entity.ts';
import { byUid, uid } from '#app/kit/call/parameters.ts';
import { listAbsences } from '#app/kit/people/absences.ts';
import { askFor, reads, runs, type Answer, type Call } from '#app/kit/call/endpoint.ts';

const tag = 'Functions and absences';
const absences = z.object({
  own: z.array(absence).describe('Of the person.'),
  standsIn: z.array(absence).describe('Those in which the person is the deputy.'),
});

const toAnswer = ({ own, standsIn }: Awaited<ReturnType<typeof read>>): Answer<z.input<typeof absences>> => ({
  data: { own: own.map(toAbsence), standsIn: standsIn.map(toAbsence) },
});
const read = (user: string, call: Pick<Call, 'ports' | 'viewer' | 'now'>) => askFor(call, listAbsences, { user });

export const getAbsences = reads({
  method: 'GET',
  path: '/api/users/{uid}/absences',
  operation: 'listAbsences',
  tag,
  summary: 'The absences of a person that are not over',
  description: "One's own; anybody's for admins.",
  params: byUid,
  data: absences,
  asks: listAbsences,
  input: ({ params }) => ({ user: params.uid }),
  answer: toAnswer,
});

export const postAbsence = runs({
  method: 'POST',
  path: '/api/users/{uid}/absences',
  operation: 'declareAbsence',
  tag,
  summary: 'Declare an absence, with the deputy who approves meanwhile',
  description:
    'Both days are included. Admins declare the absence of another person, for a reason. Nobody stands in for a ' +
    'deputy, nor for training.',
  params: byUid,
  body: z.object({
    from: dayText.describe('Today or later.'),
    until: dayText,
    deputy: named.describe('The deputy, or the uid.'),
  }),
  data: absences,
  status: 201,
  refusals: ['absence_overlaps', 'deputy_not_eligible', 'user_not_in_status'],
  command: declareAbsence,
  input: ({ params, body }) => ({ ...body, deputy: uidOf(body.deputy), user: params.uid }),
  answer: async ({ absence: declared, user }, call) => ({
    ...toAnswer(await read(user, call)),
    uid: declared,
    location: `/api/users/${user}/absences`,
  }),
});

export const deleteAbsence = runs({
  method: 'DELETE',
  path: '/api/users/{uid}/absences/{absence}',
  operation: 'endAbsence',
  tag,
  summary: 'End an absence before its last day, at once',
  params: byUid.extend({ absence: uid }),
  data: absences,
  refusals: ['absence_over'],
  command: endAbsence,
  input: ({ params }) => ({ user: params.uid, absence: params.absence }),
  answer: async ({ user }, call) => toAnswer(await read(user, call)),
});
