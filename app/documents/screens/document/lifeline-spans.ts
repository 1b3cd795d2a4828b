import type { Instant } from '#events/time.ts';
import type { VersionLine } from '#app/documents/queries/version-history.ts';
import type { LifeSpan } from '#app/ui/lifeline/scale.ts';

/** The data of a version in the drawing. */
export type LifeVersion = Pick<
  VersionLine,
  | 'version'
  | 'status'
  | 'submittedAt'
  | 'effectiveAt'
  | 'effectiveZone'
  | 'supersededAt'
  | 'supersededZone'
  | 'withdrawnAt'
  | 'retiredAt'
> & { claimed?: VersionLine['claimed'] | undefined };

/** When each version was written and in force. `createdAt`: when the document was created. */
export function spansOf(createdAt: Instant, oldestFirst: readonly LifeVersion[]): LifeSpan[] {
  return oldestFirst.map((line, i) => {
    // A version that never came into force ends when the next one is submitted.
    const followed = line.effectiveAt ? null : oldestFirst[i + 1]?.submittedAt;
    const until = line.supersededAt ?? line.retiredAt ?? line.withdrawnAt ?? followed;
    return {
      version: line.version,
      // How long an imported version was written is not known.
      begun: Date.parse(line.claimed ? line.effectiveAt! : i === 0 ? createdAt : line.submittedAt),
      from: line.effectiveAt ? Date.parse(line.effectiveAt) : null,
      until: until ? Date.parse(until) : null,
    };
  });
}
