import { z } from 'zod';
import { named, sha256, uid } from '#events/common.ts';
import { storedFile } from '#events/document/events.ts';
import { event, never } from '#events/event.ts';
import { signature } from '#events/signature.ts';

export const importCounts = z.object({
  people: z.number().int().nonnegative(),
  documents: z.number().int().nonnegative(),
  versions: z.number().int().nonnegative(),
  relations: z.number().int().nonnegative().optional(),
  training: z.number().int().nonnegative(),
  files: z.number().int().nonnegative(),
});
export type ImportCounts = z.infer<typeof importCounts>;

/** By table and column: the head of the source that stands for it; empty where the source has none. */
export const columnMap = z.record(z.string(), z.record(z.string(), z.string()));
export type ColumnMap = z.infer<typeof columnMap>;

/** Whether dates as 03/04/2019 begin with the day or with the month. */
export const dayOrder = z.enum(['day_first', 'month_first']);
export type DayOrder = z.infer<typeof dayOrder>;
/** By table and column. */
export const dayOrders = z.record(z.string(), z.record(z.string(), dayOrder));
export type DayOrders = z.infer<typeof dayOrders>;

/** Stream `import-<uid>`: the import of a library from another system. */
export const importEvents = {
  ImportBegun: event(null, never, {
    import: uid,
    /** The system that the library comes from. */
    source: z.string(),
    reason: z.string(),
    /** Of the names and fingerprints of the files: it identifies the pack. */
    manifest: sha256,
    files: z.array(storedFile).min(1),
    importer: named,
  }),
  ImportColumnsMapped: event(null, never, { import: uid, columns: columnMap }),
  /** Titles over the longest, which the importer accepts to be cut; the pack is read again with them. */
  ImportTitlesCut: event(null, never, {
    import: uid,
    titles: z.array(z.object({ given: z.string(), cut: z.string() })).min(1),
  }),
  /** Answers for columns whose order of day and month is open; the pack is read again with them. */
  ImportDatesOrdered: event(null, never, { import: uid, orders: dayOrders }),
  /** Problems of the preview that an admin accepts as exceptions, each by its row and its words. */
  ImportExceptionsAccepted: event(null, never, {
    import: uid,
    exceptions: z
      .array(z.object({ kind: z.string(), table: z.string(), row: z.number().int(), says: z.string() }))
      .min(1),
    reason: z.string(),
  }),
  /**
   * Files that were sent later, instead of those that they replace or beside them; the pack is read again.
   * `files` and `manifest` are those of the whole pack now.
   */
  ImportFilesMended: event(null, never, {
    import: uid,
    sent: z.array(z.string()).min(1),
    manifest: sha256,
    files: z.array(storedFile).min(1),
  }),
  /** The pack was read and checked. `plan` says what the import would record, and every problem. */
  ImportPreviewed: event(null, never, {
    import: uid,
    counts: importCounts,
    problems: z.number().int().nonnegative(),
    warnings: z.number().int().nonnegative(),
    plan: storedFile,
    /** The ledger's root at this moment, in hexadecimal, and its size: the sample was drawn from it. */
    root: sha256,
    size: z.string(),
    /** The rows of the sample, as `versions 12`. */
    sample: z.array(z.string()),
  }),
  /** Somebody compared the rows of the sample with their source. */
  ImportChecked: event(null, never, {
    import: uid,
    verdicts: z.array(z.object({ row: z.string(), equal: z.boolean() })),
    signature,
  }),
  ImportApproved: event(null, never, { import: uid, signature }),
  /** Everything is recorded, and shown from now on. `first`, `last`: positions of its first and its last document. */
  ImportCompleted: event(null, never, {
    import: uid,
    first: z.string(),
    last: z.string(),
    counts: importCounts,
    report: storedFile,
  }),
  ImportAbandoned: event(null, never, { import: uid, reason: z.string() }),
} as const;
