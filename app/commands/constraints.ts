import type { Failure } from '#events/failures.ts';

/** The read models' unique indexes and the refusal that each one makes true when two people act at once. */
const refusals: Record<string, Failure['code']> = {
  document_name_unique: 'document_name_in_use',
  document_number_unique: 'document_number_in_use',
  department_name_unique: 'department_exists',
  functional_area_name_unique: 'functional_area_exists',
  functional_area_pkey: 'functional_area_exists',
  user_account_email_unique: 'email_in_use',
};

/** The refusal for a violated unique index; throws for a constraint that no command can meet, because that is a bug. */
export function failureOfConstraint(constraint: string): Failure {
  const code = refusals[constraint];
  if (!code) throw new Error(`A read model's constraint was violated: ${constraint}`);
  return { code };
}
