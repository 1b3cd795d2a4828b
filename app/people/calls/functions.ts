import { z } from 'zod';
import { grantFunction, withdrawFunction } from '#app/people/commands/functions/grant.ts';
import { createFunction, editFunction } from '#app/people/commands/functions/manage.ts';
import { named, uidOf } from '#app/kit/call/own-organisation.ts';
import { functionName } from '#app/kit/call/fields.ts';
import { dayText, jobFunction, toFunction } from '#app/people/calls/function-entity.ts';
import { partOf } from '#app/kit/call/paging.ts';
import { byUid, uid } from '#app/kit/call/parameters.ts';
import { getFunction, listFunctions } from '#app/people/queries/functions/list.ts';
import { askFor, reads, RefusedCall, runs, type Answer, type Call } from '#app/kit/call/endpoint.ts';

const tag = 'Functions and absences';

async function functionAnswer(
  named: string,
  call: Pick<Call, 'ports' | 'viewer' | 'now'>,
): Promise<Answer<z.input<typeof jobFunction>>> {
  const { streamVersion } = await askFor(call, getFunction, { function: named });
  const row = (await askFor(call, listFunctions, {})).find((one) => one.uid === named);
  if (!row) throw new RefusedCall({ code: 'not_found' });
  return { data: toFunction(row), version: streamVersion };
}

const dataOf = async (...asked: Parameters<typeof functionAnswer>) => ({ data: (await functionAnswer(...asked)).data });

export const getFunctions = reads({
  method: 'GET',
  path: '/api/functions',
  operation: 'listFunctions',
  tag,
  summary: 'The functions of the organisation by name, each with who holds it',
  list: true,
  data: z.array(jobFunction),
  asks: listFunctions,
  input: () => ({}),
  answer: (rows, { page }) => {
    const { data, next } = partOf(rows, page, (row) => row.uid);
    return { data: data.map(toFunction), next };
  },
});

export const postFunction = runs({
  method: 'POST',
  path: '/api/functions',
  operation: 'createFunction',
  tag,
  summary: 'Create a function',
  body: z.object({ name: functionName }),
  data: jobFunction,
  status: 201,
  versioned: true,
  refusals: ['function_exists'],
  command: createFunction,
  input: ({ body }) => body,
  answer: async ({ function: named }, call) => ({
    ...(await functionAnswer(named, call)),
    uid: named,
    location: '/api/functions',
  }),
});

export const putFunction = runs({
  method: 'PUT',
  path: '/api/functions/{uid}',
  operation: 'editFunction',
  tag,
  summary: 'Rename a function, retire it or take it back into use',
  description: 'Retiring it and taking it back always needs a reason. Those who hold a retired function keep it.',
  params: byUid,
  body: z.object({ name: functionName, retired: z.boolean().optional().describe('Left out: as it is.') }),
  data: jobFunction,
  versioned: true,
  refusals: ['function_exists'],
  command: editFunction,
  input: ({ params, body, expectedVersion }) => ({ ...body, function: params.uid, expectedVersion }),
  answer: ({ function: named }, call) => functionAnswer(named, call),
});

export const postHolder = runs({
  method: 'POST',
  path: '/api/functions/{uid}/holders',
  operation: 'grantFunction',
  tag,
  summary: 'Grant a function to a person',
  description: 'Both days are included. A person has one grant of a function at a time.',
  params: byUid,
  body: z.object({
    user: named.describe('A person, or the uid.'),
    from: dayText.describe('Today or later.'),
    until: dayText.nullish().describe('Left out: without end.'),
  }),
  data: jobFunction,
  refusals: ['function_retired', 'function_already_held', 'user_not_in_status'],
  command: grantFunction,
  input: ({ params, body }) => ({ ...body, user: uidOf(body.user), function: params.uid }),
  answer: (_, call) => dataOf(call.params.uid, call),
});

export const deleteHolder = runs({
  method: 'DELETE',
  path: '/api/functions/{uid}/holders/{user}',
  operation: 'withdrawFunction',
  tag,
  summary: 'Withdraw a function from a person, at once',
  params: byUid.extend({ user: uid }),
  data: jobFunction,
  refusals: ['function_not_held'],
  command: withdrawFunction,
  input: ({ params }) => ({ function: params.uid, user: params.user }),
  answer: (_, call) => dataOf(call.params.uid, call),
});
