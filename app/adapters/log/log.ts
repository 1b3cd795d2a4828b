import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pino, type Logger } from 'pino';
import pinoRoll from 'pino-roll';
import type { Config } from '#app/adapters/environment/config.ts';
import { Fault } from '#app/adapters/environment/fault.ts';
import { makeFolder } from '#app/adapters/environment/folder.ts';

/** Names whose values never reach a log, at any depth. */
const secret =
  /^(?:.*password|passphrase|authorization|cookie|set-cookie|code|token|.*token|.*secret|secretkey|signingkey|apikey|credentials?|hash)$/i;
const hidden = '[not logged]';

/** Characters of log lines held in memory while the disk is full. */
const maxWaiting = 4 * 1024 * 1024;

export interface LogDestination {
  write(line: string): unknown;
}

/**
 * The log: JSON lines to the rolling files of `config.logFile`, or to the standard output. Secrets are left out by
 * name.
 */
export async function openLog(
  config: Pick<Config, 'logFile' | 'logLevel'>,
): Promise<{ log: Logger; destination: LogDestination }> {
  const destination = config.logFile ? await openFile(config.logFile) : pino.destination({ dest: 1, sync: true });
  return { log: createLogTo(destination, config.logLevel), destination };
}

/** Rolling files of 64 MB for `server.log`: `server.1.log`, `server.2.log` …, of which the last two remain. */
async function openFile(name: string) {
  try {
    makeFolder(path.dirname(name), 0o711);
    const { dir, name: base, ext } = path.parse(name);
    const files = { file: path.join(dir, base), extension: ext || '.log', size: '64m' };
    // Synchronous, so that the last lines before a crash are written.
    const writing = { sync: true, mode: 0o600, maxLength: maxWaiting };
    const file = await pinoRoll({ ...files, ...writing, limit: { count: 2, removeOtherLogFiles: true } });
    // On a full disk lines wait; an error without a listener would end the process.
    return file.on('error', () => undefined);
  } catch {
    throw new Fault(`LOG_FILE must be a file that can be written to: ${name} is not.`);
  }
}

/** Forwards the lines of a child process, so that only one process writes to the log. */
export function forwardLines(lines: Readable, destination: LogDestination): void {
  createInterface({ input: lines, crlfDelay: Infinity }).on('line', (line) => destination.write(`${line}\n`));
}

/** Logs Node's warnings and the error that ends the process. */
export function attachLog(log: Logger): void {
  process.removeAllListeners('warning').on('warning', (warning) => log.warn({ err: warning }, 'node.warning'));
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'server.crashed'));
}

/** A log to any destination. */
export function createLogTo(destination: LogDestination, level: Config['logLevel'] = 'info'): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: object) => withoutSecrets(fields, 0) as Record<string, unknown>,
    },
    serializers: { err: describe },
  };
  return pino(options, destination);
}

function withoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (depth > 8) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  if (value instanceof Date) return value;
  if (value instanceof Headers || value instanceof Map) return withoutSecrets(Object.fromEntries(value), depth + 1);
  if (value instanceof URLSearchParams || value instanceof FormData) {
    return withoutSecrets(Object.fromEntries(value as Iterable<[string, unknown]>), depth + 1);
  }
  if (Buffer.isBuffer(value)) return `[${value.length} bytes]`;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, secret.test(name) ? hidden : withoutSecrets(item, depth + 1)]),
  );
}

/**
 * An error's type, message, stack, code and cause. Other properties stay out: PostgreSQL's `detail` quotes values of
 * the row.
 */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, cause } = error as Error & { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' && { reason: code }),
    ...(cause instanceof Error && { cause: describe(cause) }),
  };
}
