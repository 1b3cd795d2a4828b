/**
 * The GETs that change something: those of the specification, and `original`, which records that a file is taken. Each
 * needs a bearer token except `failedattempt`, which only records and is limited by network address. No other GET can
 * run a command.
 */
export const stateChangingGets: ReadonlySet<string> = new Set([
  '/api/users/{uid}/login',
  '/api/users/{uid}/credsupdated',
  '/api/users/{uid}/logout',
  '/api/users/failedattempt',
  '/api/docs/{uid}/original',
]);
