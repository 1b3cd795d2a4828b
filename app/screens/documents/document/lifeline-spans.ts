import type { VersionLine } from '#app/queries/document/version-history.ts';
import type { LifeSpan } from '#app/ui/lifeline/scale.ts';

/** What the drawing needs of a version. Moments are ISO 8601 in UTC. */
export type LifeVersion = Pick<
  VersionLine,
  'version' | 'status' | 'submittedAt' | 'effectiveAt' | 'supersededAt' | 'withdrawnAt' | 'retiredAt'
>;

/** When each version was worked on and in force, of a document that was created at `createdAt`. */
export function spansOf(createdAt: string, oldestFirst: readonly LifeVersion[]): LifeSpan[] {
  return oldestFirst.map((line, i) => {
    // What was never approved was worked on until the next version was sent off.
    const followed = line.effectiveAt ? null : oldestFirst[i + 1]?.submittedAt;
    const until = line.supersededAt ?? line.retiredAt ?? line.withdrawnAt ?? followed;
    return {
      version: line.version,
      begun: Date.parse(i === 0 ? createdAt : line.submittedAt),
      from: line.effectiveAt ? Date.parse(line.effectiveAt) : null,
      until: until ? Date.parse(until) : null,
    };
  });
}
