/** PostgreSQL is shutting down, has crashed or is starting; class 08 is broken connections. */
const serverCodes = /^(?:57P0[123]|08...)$/;
const networkCodes = /^(?:ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|ENOTFOUND$|EAI_AGAIN$|ENOENT$)/;
const networkCalls = ['connect', 'read', 'write', 'getaddrinfo'];
/** Errors of pg that have no code. */
const clientMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable)/;

/** Whether an error says that PostgreSQL is unreachable for now: the request may be repeated. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (clientMessages.test(error.message)) return true;
  const { code = '', syscall } = error as { code?: unknown; syscall?: unknown };
  if (serverCodes.test(String(code))) return true;
  // Where every address of a name fails, the reasons are inside.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseUnavailable);
  return networkCodes.test(String(code)) && networkCalls.includes(String(syscall));
}
