import type { FailureCode } from '#events/failures.ts';
import { scopeOf } from '#app/server/api/scopes.ts';
import type { Endpoint } from '#app/kit/call/endpoint.ts';

/** Refusals that follow from the endpoint's declaration; no endpoint lists them itself. */
function generalRefusals(endpoint: Endpoint): FailureCode[] {
  const codes: FailureCode[] = [
    'malformed',
    // A parameter that there is not.
    'invalid_input',
    'request_timeout',
    'headers_too_large',
    'too_many_requests',
    'fault',
    'database_away',
    'storage_away',
    'busy',
  ];
  if (endpoint.permission !== 'anyone' || endpoint.takesSession)
    codes.push('not_signed_in', ...refusalsOfTokens(endpoint));
  if (endpoint.permission !== 'anyone' && endpoint.permission !== 'signed-in') codes.push(endpoint.refusedAs);
  if (endpoint.params) codes.push('not_found');
  if (endpoint.body) codes.push('not_json', 'body_too_large');
  if (endpoint.method === 'POST') {
    codes.push('idempotency_key_invalid', 'idempotency_key_reused', 'idempotency_key_in_use');
  }
  if (endpoint.changes) codes.push('conflict', 'ledger_busy', 'clock_not_confirmed', 'database_full');
  if (endpoint.versioned && endpoint.method !== 'GET') codes.push('changed_meanwhile');
  return codes;
}

/** Of the token of a service account. */
const refusalsOfTokens = ({ operation, changes }: Endpoint): FailureCode[] => [
  'service_account_expired',
  'service_account_revoked',
  'service_account_suspended',
  'service_account_network',
  ...(changes || scopeOf(operation) === 'never' ? (['service_account_forbidden'] as const) : []),
  ...(scopeOf(operation) === 'never' || scopeOf(operation) === 'any' ? [] : (['service_account_scope'] as const)),
];

/** All refusals of an endpoint. */
export const refusalsOf = (endpoint: Endpoint): Set<FailureCode> =>
  new Set([...generalRefusals(endpoint), ...endpoint.refusals]);
