import { z } from 'zod';
import { instant, named, uid } from '#events/common.ts';
import { documentType, storedFile, versionFiles } from '#events/document/events.ts';
import { event, never } from '#events/event.ts';

/** What the source of an import says of a version: days, and who approved it. */
export const versionClaim = z.object({
  approvedOn: z.iso.date().nullable(),
  approvedBy: z.array(z.string()),
  effectiveOn: z.iso.date(),
  supersededOn: z.iso.date().nullable(),
});
export type VersionClaim = z.infer<typeof versionClaim>;

/** What the source says that a document has to do with another of the same import, in its own words. */
export const relationClaim = z.object({ related: named, relation: z.string().min(1) });

/** Events of stream `document-<uid>` that an import records. */
export const importedDocumentEvents = {
  /**
   * From another system, with its versions (`VersionImported`), which follow. `version`: the newest;
   * `effectiveVersion`: the one in force. It is shown once its import is completed.
   */
  DocumentImported: event(null, never, {
    document: uid,
    name: z.string(),
    type: documentType,
    functionalArea: z.string(),
    docNum: z.string(),
    /** The number that it had there; null where it keeps it. */
    formerNumber: z.string().nullable(),
    owner: named,
    trainingInterval: z.number().int().positive(),
    reviewInterval: z.number().int().positive(),
    departments: z.array(named),
    version: z.string(),
    /** Of the newest version. */
    files: versionFiles,
    effectiveVersion: z.string().nullable(),
    effectiveAt: instant.nullable(),
    retiredAt: instant.nullable(),
    relations: z.array(relationClaim).min(1).optional(),
    import: uid,
  }),
  /** A version with its approvals as the source claims them: nobody signed it here. */
  VersionImported: event(null, never, {
    document: uid,
    version: z.string(),
    name: z.string(),
    files: versionFiles,
    claimed: versionClaim,
    /** Midnight of the claimed dates, in the zone of the organisation. */
    effectiveAt: instant,
    supersededAt: instant.nullable(),
    retiredAt: instant.nullable(),
    /** A scan of the page with the signatures. */
    evidence: storedFile.nullable(),
    reason: z.string().nullable(),
    departments: z.array(named),
    /** The organisation's zone. */
    zone: z.string(),
    import: uid,
  }),
} as const;
