import { z } from 'zod';
import { named, sha256, uid } from '#events/common.ts';
import { event, never } from '#events/event.ts';

/** What a pack of evidence can be about. */
export const evidenceKind = z.enum(['document', 'person', 'training-record', 'organisation']);
export type EvidenceKind = z.infer<typeof evidenceKind>;

/** Days (`2026-03-12`) in the organisation's zone, both included. */
export const evidencePeriod = z.object({ from: z.string(), to: z.string() });
export type EvidencePeriod = z.infer<typeof evidencePeriod>;

/** Events of stream `evidence-<userUid>`: who took which evidence out of the system. */
export const evidenceEvents = {
  EvidenceExported: event(null, never, {
    kind: evidenceKind,
    document: named.nullable(),
    person: named.nullable(),
    record: uid.nullable(),
    period: evidencePeriod.nullable(),
    /** The checkpoint that the pack is made at: it can be made again from it, byte for byte. */
    size: z.number().int().positive(),
    root: sha256,
    /** How many events it holds. */
    events: z.number().int().positive(),
  }),
} as const;
