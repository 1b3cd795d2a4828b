/**
 * The specification's GETs that change something. Each needs a bearer token except `failedattempt`, which only records
 * and is limited by network address. None is cached. No other GET can run a command.
 */
export const stateChangingGets: ReadonlySet<string> = new Set([
  '/api/users/{uid}/login',
  '/api/users/{uid}/credsupdated',
  '/api/users/{uid}/logout',
  '/api/users/failedattempt',
]);
