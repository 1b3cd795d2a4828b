import type { Recorded } from '#events/catalogue.ts';
import type { StoredFile } from '#events/document/events.ts';
import type { DayOrders } from '#events/import/events.ts';
import type { PackProblem } from '#app/library-import/source-pack/columns.ts';
import { exceptionKey } from '#app/library-import/source-pack/pack-cells.ts';
import type { SentAt } from '#app/library-import/source-pack/pack-files.ts';

/** The files of an import as they are now, and when each was sent. */
export function packOf(events: readonly Recorded[]): { files: readonly StoredFile[]; sentAt: SentAt } {
  const sentAt = new Map<string, number>();
  let [files, sent]: [readonly StoredFile[], number] = [[], 0];
  for (const event of events) {
    if (event.type !== 'ImportBegun' && event.type !== 'ImportFilesMended') continue;
    files = event.data.files;
    for (const { objectKey } of files) if (!sentAt.has(objectKey)) sentAt.set(objectKey, sent);
    sent++;
  }
  return { files, sentAt };
}

/** What was answered for columns whose order of day and month is open. */
export function dayOrdersIn(events: readonly Recorded[]): DayOrders {
  const orders: DayOrders = {};
  for (const event of events)
    if (event.type === 'ImportDatesOrdered')
      for (const [table, columns] of Object.entries(event.data.orders))
        orders[table] = { ...orders[table], ...columns };
  return orders;
}

/** The exceptions that were accepted, by whom and why. */
export const acceptedIn = (events: readonly Recorded[]): Map<string, NonNullable<PackProblem['accepted']>> =>
  new Map(
    events.flatMap((event) => {
      if (event.type !== 'ImportExceptionsAccepted') return [];
      const { reason, exceptions } = event.data;
      const by = event.actor.kind === 'user' ? event.actor.name : '';
      return exceptions.map((one) => [exceptionKey(one), { by, at: event.recordedAt, reason }] as const);
    }),
  );

/** What is said of files that operating systems added. */
export const passedOverIn = (passedOver: ReadonlyMap<string, number>): PackProblem => ({
  kind: 'passed_over',
  table: null,
  row: null,
  column: null,
  says:
    'Added by an operating system and not imported: ' +
    `${[...passedOver].map(([part, n]) => `${part} (${n})`).join(', ')}.`,
});
