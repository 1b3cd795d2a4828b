import { Lifeline } from '#app/ui/lifeline/lifeline.tsx';
import { Section } from '#app/ui/page/section.tsx';
import { inWordsFirst } from '#app/ui/text/count.ts';
import { showDate } from '#app/ui/text/date.ts';
import { spansOf, type LifeVersion } from './lifeline-spans.ts';

const time = (moment: string): number => Date.parse(moment);

/** One version in a sentence, for those who do not see the drawing. */
function inForceWords({ version, effectiveAt, supersededAt, retiredAt, status }: LifeVersion, zone: string): string {
  if (effectiveAt === null) return `Version ${version} not in force.`;
  const until = supersededAt ?? retiredAt;
  const from = showDate(effectiveAt, zone);
  if (status === 'PENDING') return `Version ${version} to be effective ${from}.`;
  return until
    ? `Version ${version} in force ${from} to ${showDate(until, zone)}.`
    : `Version ${version} in force since ${from}.`;
}

/** Since when there is anything to draw: what was brought in from outside was in force before it was created here. */
const firstOf = ({ createdAt }: DrawnLife['document'], versions: readonly LifeVersion[]): string =>
  versions.reduce((first, { effectiveAt }) => (effectiveAt && effectiveAt < first ? effectiveAt : first), createdAt);

/** What the drawing is of. `now` (ISO 8601 in UTC) need not be exact: the drawing is of years. */
export interface DrawnLife {
  document: { createdAt: string };
  versions: readonly LifeVersion[];
  now: string;
  zone: string;
  /** `12 Mar 2026 14:05 UTC`, where it is drawn as it was at that moment, which is `now` then. */
  asOf?: string | undefined;
}

/** What stands beside the drawing of the past. */
export const laterIsNotShown = 'What came after this moment is not shown.';

/** The versions of the document along time. */
export function DocumentLife({ of: { document, versions, now, zone, asOf } }: { of: DrawnLife }) {
  const oldestFirst = [...versions].reverse();
  const count = versions.length;
  return (
    <Section
      id="life"
      title="Timeline"
      note={
        asOf
          ? laterIsNotShown
          : `${inWordsFirst(count)} ${count === 1 ? 'version' : 'versions'} since ${showDate(firstOf(document, versions), zone)}. Every entry comes from the audit trail.`
      }
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
