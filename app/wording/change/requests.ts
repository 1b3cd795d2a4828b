import type { Urgency } from '#events/request/kinds.ts';

export const urgencyWords: Record<Urgency, string> = { low: 'Low', normal: 'Normal', urgent: 'Urgent' };

/** As in `Page 4, “within 2 days”.` */
export function placeInWords({ page, words }: { page: number | null; words: string | null }): string {
  const parts = [page !== null && `Page ${page}`, words && `“${words}”`].filter(Boolean);
  return parts.length === 0 ? 'The whole document.' : `${parts.join(', ')}.`;
}
