import type { Instant } from '#events/time.ts';
import { Lifeline } from '#app/ui/lifeline/lifeline.tsx';
import { Section } from '#app/ui/page/page.tsx';
import { inWordsFirst } from '#app/ui/text/count.ts';
import { showDate, showEffectiveDate } from '#app/ui/text/date.ts';
import { spansOf, type LifeVersion } from './lifeline-spans.ts';

const time = (moment: Instant): number => Date.parse(moment);

/** A version in a sentence, for people who do not see the drawing. */
function inForceWords(line: LifeVersion, zone: string): string {
  const { version, effectiveAt, supersededAt, supersededZone, retiredAt, status } = line;
  if (effectiveAt === null) return `Version ${version} not in force.`;
  const until = supersededAt ?? retiredAt;
  const from = showEffectiveDate(line);
  if (status === 'PENDING') return `Version ${version} to be effective ${from}.`;
  return until
    ? `Version ${version} in force ${from} to ${showDate(until, supersededZone ?? zone)}.`
    : `Version ${version} in force since ${from}.`;
}

/** The beginning of the drawing: an externally effective version may begin before the document was created. */
const firstOf = ({ createdAt }: DrawnLife['document'], versions: readonly LifeVersion[]): string =>
  versions.reduce((first, { effectiveAt }) => (effectiveAt && effectiveAt < first ? effectiveAt : first), createdAt);

/** The data of the drawing. */
export interface DrawnLife {
  document: { createdAt: Instant };
  versions: readonly LifeVersion[];
  now: Instant;
  zone: string;
  /** The past moment that is drawn, such as `12 Mar 2026 14:05 UTC`; `now` is the same moment. */
  asOf?: string | undefined;
}

/** The note beside the drawing of a past moment. */
export const laterIsNotShown = 'What came after this moment is not shown.';

/** The section with the timeline of the versions. */
export function DocumentLife({ of: { document, versions, now, zone, asOf } }: { of: DrawnLife }) {
  const oldestFirst = [...versions].reverse();
  const count = versions.length;
  const versionCount = `${inWordsFirst(count)} ${count === 1 ? 'version' : 'versions'}`;
  const first = showDate(firstOf(document, versions), zone);
  return (
    <Section
      id="life"
      title="Timeline"
      note={asOf ? laterIsNotShown : `${versionCount} since ${first}. Every entry comes from the audit trail.`}
    >
      <Lifeline
        spans={spansOf(document.createdAt, oldestFirst)}
        now={time(now)}
        asOf={asOf}
        description={oldestFirst.map((line) => inForceWords(line, zone)).join(' ')}
      />
    </Section>
  );
}
