import type { Failure } from '#events/failures.ts';
import { codeOf } from '#events/error-code.ts';
import { constraints } from '#projections/constraints.ts';

/** The unique indexes of the read tables, and the refusal of each when two people act at once. */
const ofConstraints: Record<string, Failure['code']> = {
  [constraints.documentName]: 'document_name_in_use',
  [constraints.documentNumber]: 'document_number_in_use',
  [constraints.departmentName]: 'department_exists',
  [constraints.functionalAreaName]: 'functional_area_exists',
  [constraints.functionName]: 'function_exists',
  [constraints.userEmail]: 'email_in_use',
};

/** The refusal for a violated unique index. Throws for any other constraint, because that is a bug. */
export function failureOfConstraint(constraint: string): Failure {
  const code = ofConstraints[constraint];
  if (!code) throw new Error(`A read model's constraint was violated: ${constraint}`);
  return { code };
}

/** PostgreSQL's codes for a lack of resources (class 53), and their refusals. Each rolls back the transaction. */
const ofResources: Readonly<Record<string, Failure['code']>> = {
  // disk_full
  '53100': 'database_full',
  // too_many_connections
  '53300': 'ledger_busy',
};

/** The refusal for a database without resources; null for any other error. */
export function failureOfNoRoom(fault: unknown): Failure | null {
  const code = ofResources[String(codeOf(fault))];
  return code ? { code } : null;
}
