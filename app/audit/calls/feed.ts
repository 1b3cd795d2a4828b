import { z } from 'zod';
import { actorSchema } from '#events/actor.ts';
import { catalogue } from '#events/catalogue.ts';
import { instant } from '#events/common.ts';
import { readActingPerson } from '#app/kit/command/acting-person.ts';
import { position, sha256 } from '#app/kit/call/fields.ts';
import { byOrganisation } from '#app/kit/call/parameters.ts';
import { ownOrganisation } from '#app/kit/call/own-organisation.ts';
import { listFeed } from '#app/audit/queries/feed.ts';
import { askFor, reads, RefusedCall } from '#app/kit/call/endpoint.ts';

const event = z
  .object({
    position: position.describe('Its place in the ledger: decimal digits, from 1 without gaps.'),
    leafHash: sha256.describe(
      'SHA-256 of the byte 0x00 and of `event` as canonical JSON (RFC 8785): the leaf of the Merkle tree (RFC 6962).',
    ),
    event: z
      .looseObject({
        org: z.uuid(),
        stream: z.string().meta({ maxLength: 400, examples: ['document-5f0c1d3a-7a53-4c60-9d0b-1c2f3a4b5c6d'] }),
        version: z.int(),
        type: z.string().meta({ enum: Object.keys(catalogue) }),
        schema: z.int().describe('The version of the shape of `data`.'),
        recordedAt: instant,
        actor: actorSchema,
        commandId: z.string().meta({ maxLength: 400, examples: ['0b8f7c9e-2f6c-4a2e-9a57-3a8f1d2c4b5e'] }),
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
      .meta({ examples: ['1042'] })
      .optional()
      .describe('The `next` of the answer before. Default: 0, the beginning.'),
    limit: z.coerce.number().int().min(1).max(1000).optional().describe('The most events to answer. Default: 100.'),
    types: z
      .string()
      .max(2000)
      .meta({ examples: ['DocumentPublished,DocumentRetired'] })
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
    while (found.events.length === 0) {
      const left = until - performance.now();
      if (left <= 0 || !(await call.ports.ledgerGrowth.wait(call.params.orgUid, found.next, left))) break;
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
