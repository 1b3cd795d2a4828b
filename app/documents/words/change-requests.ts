import type { Urgency } from '#events/request/kinds.ts';
import type { RequestStatus } from '#events/request/request.ts';

export const urgencyWords: Record<Urgency, string> = { low: 'Low', normal: 'Normal', urgent: 'Urgent' };

/** What became of a request, as in `Carried out in version 2.0`. */
export function requestStatusWords({
  status,
  carriedOutVersion,
}: {
  status: RequestStatus;
  carriedOutVersion: string | null;
}): string {
  if (status === 'CARRIED_OUT') return `Carried out in version ${carriedOutVersion}`;
  return { OPEN: 'Open', ACCEPTED: 'Accepted', DECLINED: 'Declined' }[status];
}

/** As in `Page 4, “within 2 days”.` */
export function placeInWords({ page, words }: { page: number | null; words: string | null }): string {
  const parts = [page !== null && `Page ${page}`, words && `“${words}”`].filter(Boolean);
  return parts.length === 0 ? 'The whole document.' : `${parts.join(', ')}.`;
}

const most = 120;

/** The beginning of what was asked, which names a request where its text is too long. */
export function beginningOf(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > most ? `${line.slice(0, most).trimEnd()}…` : line;
}
