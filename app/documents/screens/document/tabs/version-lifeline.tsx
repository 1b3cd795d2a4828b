import { Link } from '@remix-run/react';
import type { Instant } from '#events/time.ts';
import { addresses } from '#app/kit/addresses.ts';
import { usePast } from '#app/ui/as-of/as-of.tsx';
import type { IconName } from '#app/ui/icon/names.ts';
import { Timeline, type TimelineEntry } from '#app/ui/lifeline/event-list.tsx';
import { SignedBy } from '#app/ui/signature/signature.tsx';
import { counted, inWordsFirst, listed } from '#app/ui/text/count.ts';
import { showMoment } from '#app/ui/text/date.ts';
import { recordsCounted } from '#app/documents/words/training-rate.ts';
import type { LifeEntryView } from '#app/documents/words/lifeline.ts';
import { ComparisonLink } from '#app/documents/screens/comparison-link.tsx';
import type { DocumentPageData } from '../document-view.ts';

const icons: Record<LifeEntryView['what'], IconName> = {
  DocumentCreated: 'file-text',
  DocumentEdited: 'pencil',
  DocumentFileAttached: 'file-up',
  DocumentSentForReview: 'send',
  DocumentDeclaredExternallyEffective: 'badge-check',
  ApproverAdded: 'user-round-plus',
  ApproverRemoved: 'user-round-minus',
  ApproverReplaced: 'users-round',
  ApprovalGiven: 'signature',
  ApprovalRejected: 'circle-x',
  ApprovalsCancelled: 'circle-x',
  StepOpened: 'users-round',
  StepCompleted: 'circle-check',
  DocumentApproved: 'circle-check',
  DocumentRejected: 'circle-x',
  DocumentPublished: 'stamp',
  EffectiveDateChanged: 'calendar-clock',
  DocumentDepartmentsChanged: 'building-2',
  DocumentBecameEffective: 'badge-check',
  DocumentRevised: 'file-pen-line',
  DocumentRetired: 'archive',
  DocumentReinstated: 'rotate-ccw',
  OwnershipTransferred: 'user-round',
  SeparationOfDutiesWaived: 'shield-check',
  CommentMade: 'pencil',
  CommentAnswered: 'pencil',
  CommentResolved: 'check',
  DocumentReviewed: 'book-open',
  DocumentAreaRenamed: 'pencil',
  DocumentImported: 'file-up',
  VersionImported: 'file-up',
  DocumentDiscarded: 'trash-2',
  SignedPdfMade: 'file-check',
  ComparisonMade: 'layers',
};

const entryOf =
  (document: string) =>
  ({ key, at, kind, what, text, note, lines, quote, comparison }: LifeEntryView): TimelineEntry => ({
    key,
    at,
    kind,
    icon: icons[what],
    children: (
      <>
        {kind === 'signed' ? (
          <SignedBy name={text} />
        ) : (
          <p className={kind === 'effective' ? 'life-version' : undefined}>{text}</p>
        )}
        {note && <p className="meta">{note}</p>}
        {lines.length > 0 && (
          <ul className="meta">
            {lines.map((line, at) => (
              <li key={at}>{line}</li>
            ))}
          </ul>
        )}
        {quote && <blockquote>{quote}</blockquote>}
        {comparison && (
          <p className="meta">
            <ComparisonLink document={document} sha256={comparison} />
          </p>
        )}
      </>
    ),
  });

/** Up to this many versions are listed by their numbers. */
const mostListed = 6;

const versionsWords = (versions: readonly string[]): string =>
  versions.length > mostListed
    ? `${inWordsFirst(versions.length)} other versions`
    : `${versions.length === 1 ? 'Version' : 'Versions'} ${listed(versions)}`;

const time = (moment: Instant): number => Date.parse(moment);

/** The events of the shown version, newest first; those of other versions in a disclosure. */
export function VersionLife({ of }: { of: DocumentPageData }) {
  const {
    document,
    shown: { version: shown },
    life,
    lastTrained,
    comparesTo,
    counted: isCounted,
  } = of;
  const own = life.filter(({ version }) => version === shown);
  const others = life.filter(({ version }) => version !== shown);
  const versions = [...new Set(others.map(({ version }) => version))];
  const asof = usePast();
  const entries = own.map(entryOf(document.uid)).sort((a, b) => time(b.at) - time(a.at));
  return (
    <section className="stack" aria-labelledby="version">
      <h2 id="version">Version {shown}</h2>
      {/* Not an entry: it counts on, and an entry never changes. */}
      {lastTrained && isCounted && (
        <p className="meta">
          {recordsCounted(document.training)} are complete. {lastTrained.name} signed the latest on{' '}
          {showMoment(lastTrained.at)}.
        </p>
      )}
      {comparesTo && !asof && (
        <p>
          <Link to={addresses.compareVersions(document.uid, comparesTo, shown)}>
            What changed since version {comparesTo}
          </Link>
        </p>
      )}
      <Timeline entries={entries} />
      {others.length > 0 && (
        <details className="older">
          <summary>
            {versionsWords(versions)}, {counted(others.length, 'entry', 'entries')}
          </summary>
          <Timeline entries={others.map(entryOf(document.uid))} label="Other versions" />
        </details>
      )}
    </section>
  );
}
