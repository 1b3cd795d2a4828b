import type { VersionClaim } from '#events/import/document-events.ts';
import type { TrainingClaim } from '#events/training/events.ts';
import { showDate } from '#app/ui/text/date.ts';

const showDay = (day: string): string => showDate(day, 'UTC');

const claimed = 'as claimed by the source';

/** What the source of an imported version says of its approval. It is no signature. */
export function claimInWords({ approvedOn, approvedBy, effectiveOn, supersededOn }: VersionClaim): string {
  const by = approvedBy.length > 0 ? ` by ${approvedBy.join(', ')}` : '';
  const on = approvedOn === null ? '' : ` on ${showDay(approvedOn)}`;
  const until = supersededOn === null ? '' : `, until ${showDay(supersededOn)}`;
  return `Approved outside${by}${on}, effective from ${showDay(effectiveOn)}${until}, ${claimed}.`;
}

const kinds = { read: 'read', practical: 'practical training', classroom: 'classroom training' } as const;

/** What the source says of imported training. */
export function trainingClaimInWords({ completedOn, kind, trainer, score }: TrainingClaim): string {
  const details = [kinds[kind], trainer && `trainer ${trainer}`, score && `score ${score}`].filter(Boolean).join(', ');
  return `Completed ${showDay(completedOn)} (${details}), ${claimed}. Nobody signed it here.`;
}
