import type { DocumentPage } from '#app/queries/document/page.ts';
import type { VersionLine } from '#app/queries/document/history.ts';
import { eachMinute } from '#app/ui/kept/each-minute.ts';
import { showDate } from '#app/ui/text/date.ts';
import { tellLife } from './life-words.ts';

/** What a document's page shows of what was found. */
export type ToldDocument = ReturnType<typeof tellDocument>;

/** Puts what was found for a document's page into words; a version of it must be shown. */
export const tellDocument = eachMinute((found: DocumentPage & { shown: VersionLine }, zone, now) => {
  const { document, shown, life, ...rest } = found;
  return {
    ...rest,
    // Which of the versions; to have it twice in the page's data would make the page longer.
    shown: shown.version,
    document,
    /** Whether the training counts are those of the version shown. */
    counted: document.status === 'PENDING' ? shown.version === document.version : true,
    current: shown.version === document.version,
    life: tellLife(life, zone),
    date: shown.effectiveAt ? showDate(shown.effectiveAt, zone) : '',
    now,
    zone,
  };
});

/** The version that the page is about. */
export const versionShown = ({ versions, shown }: Pick<ToldDocument, 'versions' | 'shown'>): VersionLine =>
  versions.find(({ version }) => version === shown)!;
