import { statusLabel } from '#events/document/status.ts';
import { typeLabel } from '#events/document/type.ts';
import type { CopyMarks } from '#app/adapters/pdf/header-footer.ts';
import type { Rendition } from '#events/document/events.ts';
import type { Instant } from '#events/time.ts';
import type { FoundFile, VersionStanding } from '#app/documents/queries/file.ts';
import { showDate, showSeconds } from '#app/ui/text/date.ts';
import { copiedFrom } from '#app/ui/text/rendition.ts';

/** Who takes a copy, and when. `zone` (IANA) is the organisation's, for the dates of the version. */
export interface Taking {
  name: string;
  at: Instant;
  zone: string;
}

/** The words of a controlled copy's margin. The time is in UTC and says so. */
export function copyMarks(
  document: FoundFile['document'],
  standing: VersionStanding,
  taking: Taking,
  rendition?: Rendition,
): CopyMarks {
  const { type, functionalArea, docNum, version } = document;
  const at = `${showDate(taking.at, 'UTC')} ${showSeconds(taking.at)} UTC`;
  const origin = rendition ? ` ${copiedFrom[rendition.because]}` : '';
  return {
    name: `${typeLabel(type)} - ${functionalArea} - ${docNum}, version ${version}`,
    status: standingWords(standing, taking.zone),
    taken: `Controlled copy taken by ${taking.name}, ${at}. Uncontrolled when printed.${origin}`,
    warning: warningOf(standing),
  };
}

function standingWords({ status, since, zone: chosen, trainingRate }: VersionStanding, zone: string): string {
  const label = status === 'WITHDRAWN' ? 'Withdrawn' : statusLabel(status, trainingRate);
  if (since === null) return label;
  const between = { APPROVED: ', approved', PENDING: ', scheduled for' }[status as string] ?? '';
  return `${label}${between} ${showDate(since, chosen ?? zone)}`;
}

const instead = (version: string | null): string =>
  version === null ? 'No version is in force.' : `Version ${version} is in force.`;

function warningOf({ status, inForce }: VersionStanding): CopyMarks['warning'] {
  switch (status) {
    case 'EFFECTIVE':
      return null;
    case 'APPROVED':
    case 'PENDING':
      return { words: `NOT YET EFFECTIVE. ${instead(inForce)}`, tone: 'wait' };
    default:
      return { words: `${status}: do not work from this copy. ${instead(inForce)}`, tone: 'stop' };
  }
}
