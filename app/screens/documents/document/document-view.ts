import type { DocumentPage } from '#app/queries/document/document-page.ts';
import type { VersionLine } from '#app/queries/document/version-history.ts';
import type { TrainingCount } from '#app/queries/document/training-rate.ts';
import { showDate } from '#app/ui/text/date.ts';
import { toLifeView } from '#app/wording/lifeline.ts';

/** What a document's page shows. */
export type DocumentView = ReturnType<typeof toDocumentView>;

/** The data of the page's parts. */
export type DocumentPageData = Omit<DocumentView, 'shown'> & {
  shown: VersionLine;
  commandId: string;
  retireId: string;
  title: string;
  manages: boolean;
  admin: boolean;
};

/** The view of a document's page, of which a version must be shown. */
export function toDocumentView(found: DocumentPage & { shown: VersionLine }, zone: string, now: string) {
  const { document, shown, life, lastTrained, ...rest } = found;
  return {
    ...rest,
    // Which of the versions; to have it twice in the page's data would make the page longer.
    shown: shown.version,
    document,
    /** Whether the training counts are those of the version shown. */
    counted: document.status === 'PENDING' ? shown.version === document.version : true,
    current: shown.version === document.version,
    life: toLifeView(life, zone),
    lastTrained: lastTrained && { ...lastTrained, trained: trained(document.training, lastTrained.people) },
    date: shown.effectiveAt ? showDate(shown.effectiveAt, zone) : '',
    now,
    zone,
  };
}

/** How many are trained: people, as long as each has one record. The rate is of records. Nothing where everybody is deactivated. */
function trained({ assigned, completed }: TrainingCount, people: number): string {
  if (people === 0) return '';
  if (people < assigned)
    return `${completed} of ${assigned} training records of ${people === 1 ? '1 person' : `${people} people`} are signed.`;
  return `${completed} of ${people === 1 ? '1 person is' : `${people} people are`} trained.`;
}

/** The version that the page is about. */
export const versionShown = ({ versions, shown }: Pick<DocumentView, 'versions' | 'shown'>): VersionLine =>
  versions.find(({ version }) => version === shown)!;
