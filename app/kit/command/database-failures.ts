import type { Failure } from '#events/failures.ts';
import { overlapWords } from '#events/route/route.ts';
import { codeOf } from '#events/error-code.ts';
import { constraints } from '#projections/constraints.ts';

/** The unique indexes of the read tables, and the refusal of each when two people act at once. */
const ofConstraints: Record<string, Failure> = {
  [constraints.documentName]: { code: 'document_name_in_use' },
  [constraints.documentNumber]: { code: 'document_number_in_use' },
  [constraints.departmentName]: { code: 'department_exists' },
  [constraints.functionalAreaName]: { code: 'functional_area_exists' },
  [constraints.functionName]: { code: 'function_exists' },
  [constraints.userEmail]: { code: 'email_in_use' },
  [constraints.routeScope]: { code: 'invalid_input', fields: { types: [overlapWords('just defined')] } },
};

/** The refusal for a violated unique index. Throws for any other constraint, because that is a bug. */
export function failureOfConstraint(constraint: string): Failure {
  const failure = ofConstraints[constraint];
  if (!failure) throw new Error(`A read model's constraint was violated: ${constraint}`);
  return failure;
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
