/**
 * The specification's GETs that change something, in one list: each needs a bearer token but `failedattempt`, which only records, and is
 * limited by the network address. None is kept by a cache. A GET that is not listed here cannot run a command.
 */
export const stateChangingGets: ReadonlySet<string> = new Set([
  '/api/users/{uid}/login',
  '/api/users/{uid}/credsupdated',
  '/api/users/{uid}/logout',
  '/api/users/failedattempt',
]);
