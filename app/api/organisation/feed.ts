import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { actorSchema } from '#events/actor.ts';
import { instant, sha256 } from '#events/common.ts';
import { readActingPerson } from '#app/commands/acting-person.ts';
import { byOrganisation } from '#app/api/parameters.ts';
import { ownOrganisation } from '#app/api/users/user-body.ts';
import { listFeed } from '#app/queries/audit/feed.ts';
import { askFor, reads, RefusedCall } from '#app/server/endpoint.ts';

/** How often a waiting request looks again. */
const everyMs = 500;

const event = z
  .object({
    position: z.string().regex(/^\d+$/).describe('Its place in the ledger: decimal digits, from 1 without gaps.'),
    leafHash: sha256.describe(
      'SHA-256 of the byte 0x00 and of `event` as canonical JSON (RFC 8785): the leaf of the Merkle tree (RFC 6962).',
    ),
    event: z
      .looseObject({
        org: z.uuid(),
        stream: z.string(),
        version: z.int(),
        type: z.string(),
        schema: z.int().describe('The version of the shape of `data`.'),
        recordedAt: instant,
        actor: actorSchema,
        commandId: z.string(),
        data: z.looseObject({}),
      })
      .describe('The event exactly as it was hashed.'),
  })
  .meta({ id: 'LedgerEvent' });

export const listEvents = reads({
  method: 'GET',
  path: '/api/orgs/{orgUid}/events',
  operation: 'listEvents',
  tag: 'Organisation and ledger',
  summary: 'The events of the ledger, in order',
  description:
    'Send `next` as `after` to go on; it is answered where nothing has happened too. A position that the ledger does ' +
    'not have is 422. With `wait` an empty answer is held back until there is an event, for so many seconds at most.',
  params: byOrganisation,
  query: z.object({
    after: z
      .string()
      .regex(/^\d{1,19}$/)
      .optional()
      .describe('The `next` of the answer before. Default: 0, the beginning.'),
    limit: z.coerce.number().int().min(1).max(1000).optional().describe('The most events to answer. Default: 100.'),
    types: z
      .string()
      .max(2000)
      .optional()
      .describe('Only these types, with commas: `DocumentPublished,DocumentRetired`.'),
    wait: z.coerce.number().int().min(0).max(30).optional().describe('Seconds. Default: 0.'),
  }),
  list: 'feed',
  data: z.array(event),
  asks: listFeed,
  input: (call) => {
    ownOrganisation(call, call.params.orgUid);
    return inputOf(call);
  },
  answer: async (first, call) => {
    const until = performance.now() + (call.query.wait ?? 0) * 1000;
    let found = first;
    while (found.events.length === 0 && performance.now() < until) {
      await setTimeout(Math.min(everyMs, Math.max(1, until - performance.now())));
      found = await askFor(call, listFeed, { ...inputOf(call), after: found.next });
    }
    // Rights may have ended during the wait.
    const acting = found === first ? null : await readActingPerson(call.ports.ledger, call.viewer);
    if (acting?.ok === false) throw new RefusedCall(acting.failure);
    const data = found.events.map(({ position, leaf, canonical }) => ({
      position,
      leafHash: leaf.toString('hex'),
      event: JSON.parse(canonical) as z.infer<typeof event>['event'],
    }));
    return { data, next: found.next };
  },
});

const inputOf = ({
  query: { after, limit, types },
}: {
  query: { after?: string; limit?: number; types?: string };
}) => ({
  after,
  limit,
  types: types === undefined ? [] : types.split(',').map((type) => type.trim()),
});
