import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { encode, schemaOf, type E, type EventType } from '#events/catalogue.ts';
import { canonicalize } from '#events/ledger/canonical.ts';
import type { EventEnvelope, Json } from '#events/ledger/types.ts';
import { organisation, samples } from '#tests/golden/samples.ts';

/**
 * A recorded event: envelope, hashed canonical JSON and RFC 6962 leaf hash. A file in `events/` is never edited after a
 * release; a new schema version gets its own file.
 */
export interface Fixture {
  envelope: EventEnvelope;
  canonical: string;
  leafHash: string;
}

export const fixtureName = (type: string, schema: number): string => `${type}.${schema}.json`;
export const fixturePath = (name: string): URL => new URL(`events/${name}`, import.meta.url);
export const readFixture = (name: string): Fixture => JSON.parse(readFileSync(fixturePath(name), 'utf8')) as Fixture;

/** RFC 6962 section 2.1, written out here so that the ledger's own code is not its own witness. */
export const leafHashOf = (canonical: string): string =>
  createHash('sha256').update('\u0000').update(canonical, 'utf8').digest('hex');

/** The fixture of a type's sample, in the current schema. */
export function fixtureOf(type: EventType): Fixture {
  const envelope: EventEnvelope = {
    ...encode({ type, data: samples[type] } as E),
    org: organisation,
    stream: 'golden',
    version: 7,
    recordedAt: '2026-03-12T14:05:00.000Z',
    actor: {
      kind: 'user',
      uid: '0199a1b2-0000-7000-8000-000000000021',
      name: 'Inès Okafor',
      role: 'AUTHOR',
      session: '0199a1b2-0000-7000-8000-000000000060',
      address: '2001:db8::17',
    },
    commandId: `golden-${type}-${schemaOf(type)}`,
  };
  const canonical = canonicalize(envelope as unknown as Json);
  return { envelope, canonical, leafHash: leafHashOf(canonical) };
}
