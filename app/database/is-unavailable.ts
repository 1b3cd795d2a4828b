/** PostgreSQL's own: it ends, has crashed, or does not take connections yet; and the class of broken connections. */
const ofTheServer = /^(?:57P0[123]|08...)$/;
const ofTheNetwork = /^(?:ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|ENOTFOUND$|EAI_AGAIN$|ENOENT$)/;
/** What pg says without a code. */
const ofTheClient =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable)/;

/** Whether a fault is that PostgreSQL is not there at the moment, as while it starts anew; what was asked may be asked again. */
export function isDatabaseAway(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  if (ofTheClient.test(fault.message)) return true;
  const { code = '', syscall } = fault as { code?: unknown; syscall?: unknown };
  if (ofTheServer.test(String(code))) return true;
  // Where all addresses of a name fail the reasons are inside.
  if (fault instanceof AggregateError) return fault.errors.length > 0 && fault.errors.every(isDatabaseAway);
  return ofTheNetwork.test(String(code)) && ['connect', 'read', 'write', 'getaddrinfo'].includes(String(syscall));
}
