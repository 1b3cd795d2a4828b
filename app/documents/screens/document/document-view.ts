import type { DocumentPage } from '#app/documents/queries/document-page.ts';
import type { RelatedDocument } from '#app/documents/queries/related.ts';
import type { VersionLine } from '#app/documents/queries/version-history.ts';
import { documentAddress } from '#app/kit/screen/document-address.ts';
import { showEffectiveDate } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { statusLabel } from '#events/document/status.ts';
import type { Instant } from '#events/time.ts';
import type { RefusedEmailView } from '#app/kit/email/refused/notice.tsx';
import type { ChangeFact } from '#app/documents/screens/change-facts.tsx';
import type { LoadedReading } from '#app/documents/screens/reading/load-reading.ts';
import { toLifeView } from '#app/documents/words/lifeline.ts';

/** A related document as the tab Record shows it; `isOther`: it is the other document that has the relation. */
export interface RelatedLine {
  to: string;
  title: string;
  status: string;
  relation: string;
  isOther: boolean;
  source: string;
}

export type TabName = 'read' | 'timeline' | 'record';

/** The view model of a document's page. */
export type DocumentView = ReturnType<typeof toDocumentView>;

/** The data of the page's parts. */
export type DocumentPageData = Omit<DocumentView, 'shown'> & {
  shown: VersionLine;
  commandId: string;
  retireId: string;
  title: string;
  tab: TabName;
  /** The viewer's own open training on the document. */
  waiting: { record: string; version: string; dueAt: Instant } | null;
  /** Of the tab Record. */
  change: ChangeFact[];
  /** Of the tab Record. */
  related: readonly RelatedLine[];
  /** Of the tab Read. */
  loaded: LoadedReading | null;
  refusedEmails: readonly RefusedEmailView[];
  manages: boolean;
  excepts: boolean;
  /** How many people have no training on the imported version in force; 0 where nobody may assign it here. */
  lacking: number;
  admin: boolean;
  /** The viewer may download the audit trail. */
  seesTrail: boolean;
};

/** The version before it, of those that the viewer sees, newest first. */
const olderThan = (version: string, versions: readonly VersionLine[]): string | undefined =>
  versions[versions.findIndex((line) => line.version === version) + 1]?.version;

/** Builds the view model of a page with a shown version. */
export function toDocumentView(found: DocumentPage & { shown: VersionLine }, zone: string, now: Instant) {
  const { document, shown, life, ...rest } = found;
  return {
    ...rest,
    // Only its number: the version itself is among `versions`.
    shown: shown.version,
    document,
    /** Whether the training counts are of the shown version. */
    counted: document.status === 'PENDING' ? shown.version === document.version : true,
    current: shown.version === document.version,
    life: toLifeView(life, zone),
    comparesTo: olderThan(shown.version, found.versions),
    date: showEffectiveDate(shown),
    now,
    zone,
  };
}

export const toRelatedLine = (of: RelatedDocument, asof?: string): RelatedLine => ({
  to: documentAddress(of, asof),
  title: `${documentNumber(of)}, ${of.name}`,
  status: statusLabel(of.status, of.labelRate),
  relation: of.relation,
  isOther: of.isOther,
  source: of.source,
});

/** The shown version of the page. */
export const versionShown = ({ versions, shown }: Pick<DocumentView, 'versions' | 'shown'>): VersionLine =>
  versions.find(({ version }) => version === shown)!;

/** The PDF to read: pages of signatures that carry the original as an attachment are no reading. */
export const readablePdf = ({ signed, final }: VersionLine) =>
  signed && !signed.isAttached
    ? ({ kind: 'signed', file: signed } as const)
    : ({ kind: 'final', file: final } as const);
