import type { DocumentPage } from '#app/queries/document/page.ts';
import type { VersionLine } from '#app/queries/document/history.ts';
import { tellLife } from './life-words.ts';
import { showDate } from '#app/ui/text/date.ts';

/** What a document's page shows of what was found, for whoever is shown it in the minute. It is frozen, and the same object that long. */
export type ToldDocument = ReturnType<typeof tell>;

const told = new WeakMap<object, { zone: string; minute: string; told: ToldDocument }>();

/**
 * Puts what was found for a document's page into words. Dates are in `zone` (IANA name). `now` (ISO 8601 in UTC) counts by its minute, so that
 * the HTML of it is kept (`app/ui/kept`). A version must be shown.
 */
export function tellDocument(found: DocumentPage, shown: VersionLine, zone: string, now: string): ToldDocument {
  const minute = `${now.slice(0, 16)}:00.000Z`;
  const before = told.get(found);
  if (before?.zone === zone && before.minute === minute) return before.told;
  const after = { zone, minute, told: tell(found, shown, zone, minute) };
  told.set(found, after);
  return after.told;
}

function tell({ shown: _, ...found }: DocumentPage, shown: VersionLine, zone: string, minute: string) {
  const { document, life } = found;
  return Object.freeze({
    ...found,
    /** Of the version shown, which is among the versions. */
    number: shown.version,
    /** Whether the training counts are those of the version shown. */
    counted: document.status === 'PENDING' ? shown.version === document.version : true,
    current: shown.version === document.version,
    life: tellLife(life, zone),
    date: shown.effectiveAt ? showDate(shown.effectiveAt, zone) : '',
    now: minute,
    zone,
  });
}
