import type { Failure } from '#events/failures.ts';

/** What PostgreSQL lacked (its error class 53) and the refusal it is told as. Each takes back the whole transaction. */
const refusals: Readonly<Record<string, Failure['code']>> = {
  // disk_full
  '53100': 'database_full',
  // too_many_connections
  '53300': 'ledger_busy',
};

/** The refusal of a command that the database had no room for; null for any other fault. */
export function failureOfNoRoom(fault: unknown): Failure | null {
  const code = fault instanceof Error && 'code' in fault ? refusals[String(fault.code)] : undefined;
  return code ? { code } : null;
}
