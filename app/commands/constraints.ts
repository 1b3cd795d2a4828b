import type { Failure } from '#events/failures.ts';
import { constraints } from '#projections/tables.ts';

/** The read models' unique indexes and the refusal that each one makes true when two people act at once. */
const refusals: Record<string, Failure['code']> = {
  [constraints.documentName]: 'document_name_in_use',
  [constraints.documentNumber]: 'document_number_in_use',
  [constraints.departmentName]: 'department_exists',
  [constraints.functionalAreaName]: 'functional_area_exists',
  [constraints.userEmail]: 'email_in_use',
};

/** The refusal for a violated unique index; throws for a constraint that no command can meet, because that is a bug. */
export function failureOfConstraint(constraint: string): Failure {
  const code = refusals[constraint];
  if (!code) throw new Error(`A read model's constraint was violated: ${constraint}`);
  return { code };
}
