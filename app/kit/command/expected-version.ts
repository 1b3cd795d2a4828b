import { z } from 'zod';
import type { Actor } from '#events/actor.ts';
import type { EventType } from '#events/catalogue.ts';
import { refuse, type Failure } from '#events/failures.ts';
import { lastChange } from '#app/kit/words/phrases.ts';
import type { CommandContext } from '#app/kit/command/command.ts';
import type { LoadedStream } from '#app/kit/command/load.ts';

/**
 * Optional input of commands that edit: the stream's version that the person had read. Without it nothing is compared.
 */
export const expectedVersionInput = { expectedVersion: z.number().int().nonnegative().optional() };

/** Events that change nothing that people edit. */
const incidental: readonly EventType[] = [
  'SignedPdfMade',
  'ComparisonMade',
  'UserConfirmed',
  'UserReconfirmed',
  'VerificationCodeIssued',
  'PasswordSet',
  'AuthenticatorEnrolled',
  'AuthenticatorRevoked',
  'RecoveryCodesIssued',
  'DirectoryLinked',
  'SignatureStatementAccepted',
  'IdentityVerified',
  'FunctionGranted',
  'FunctionWithdrawn',
  'AbsenceDeclared',
  'AbsenceEnded',
  'EarlierPeopleVerified',
  'OrganisationExported',
  'OrganisationImported',
  'ClockMovedBack',
];

function nameOf(actor: Actor, { viewer }: CommandContext): string {
  if (actor.kind === 'visitor') return 'Somebody';
  if (actor.kind === 'user' && actor.uid === viewer?.uid) return 'You';
  return actor.name;
}

/**
 * Refuses a change of something that others changed since it was read, and names the last of them (`by`, `at` as ISO
 * 8601 in UTC); null if the version is the expected one or none is given.
 */
export function changedSince(
  { events, version }: LoadedStream,
  expectedVersion: number | undefined,
  context: CommandContext,
): { ok: false; failure: Failure } | null {
  // The rule refuses what does not exist.
  if (expectedVersion === undefined || expectedVersion === version || version === 0) return null;
  const since = events.filter((event) => event.version > expectedVersion && !incidental.includes(event.type));
  const last = since.at(-1);
  // Nobody can have read a version that does not exist.
  if (!last) return expectedVersion > version ? refuse('changed_meanwhile') : null;
  const by = nameOf(last.actor, context);
  const at = last.recordedAt;
  return refuse('changed_meanwhile', { detail: lastChange(by, at), facts: { by, at, version } });
}
