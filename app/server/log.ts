import { renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pino, type Logger } from 'pino';
import type { Config } from '#app/config.ts';
import { Fault } from '#app/fault.ts';
import { makeFolder } from '#app/folder.ts';

/** Names whose values never reach a log, at whatever depth they stand. */
const secret =
  /^(?:.*password|passphrase|authorization|cookie|set-cookie|code|token|.*token|.*secret|secretkey|signingkey|apikey|credentials?|hash)$/i;
const hidden = '[not logged]';

/** One that grew larger is kept beside it, until the next one does. */
const largest = 64 * 1024 * 1024;

/** Of what cannot be written for the time being, in characters. */
const kept = 4 * 1024 * 1024;

/**
 * The product's log: JSON lines, to `config.logFile` or to the standard output. Secrets are left out by name. `rotates`: of several
 * processes that write to one file, the first alone moves a large one aside.
 */
export function createLog(
  config: Pick<Config, 'logFile' | 'logLevel'>,
  { rotates = true }: { rotates?: boolean } = {},
): Logger {
  if (!config.logFile) return createLogTo(standardOutput(), config.logLevel);
  const file = openFile(config.logFile, rotates);
  process.on('SIGHUP', () => file.reopen());
  if (rotates) watchSize(config.logFile);
  return createLogTo(file, config.logLevel);
}

let opened: ReturnType<typeof pino.destination> | undefined;
const standardOutput = () => (opened ??= pino.destination({ dest: 1, sync: true }));

/**
 * Writes what another process logs to the standard output, line by line, to that of this one: several that wrote to one pipe would write
 * into each other's lines where one is longer than the 4 kB that the system keeps together.
 */
export function passOn(lines: Readable): void {
  createInterface({ input: lines, crlfDelay: Infinity }).on('line', (line) => standardOutput().write(`${line}\n`));
}

function openFile(name: string, rotates: boolean) {
  try {
    makeFolder(path.dirname(path.resolve(name)), 0o711);
    if (rotates) rotate(name);
    // Written at once: the last lines before a crash are the ones that matter.
    const file = pino.destination({ dest: name, sync: true, append: true, mode: 0o600, maxLength: kept });
    // On a full disk lines wait, and the product goes on: an error that nobody listens to would end it.
    return file.on('error', () => undefined);
  } catch {
    throw new Fault(`LOG_FILE must be a file that can be written to: ${name} is not.`);
  }
}

/** Answers whether it was moved aside. */
function rotate(file: string): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= largest) return false;
  renameSync(file, `${file}.1`);
  return true;
}

/** A server that runs for months would fill its disk. All processes that write to the file open the new one at this signal. */
function watchSize(file: string): void {
  const look = () => {
    try {
      if (statSync(file, { throwIfNoEntry: false })?.isFile() && rotate(file)) process.emit('SIGHUP');
    } catch {
      // Its folder takes no other name just now: it is tried again.
    }
  };
  setInterval(look, 60_000).unref();
}

/** Node's own warnings go to the log, since the console belongs to the address and the set-up code; and so does what ends the process. */
export function heed(log: Logger): void {
  process.removeAllListeners('warning').on('warning', (warning) => log.warn({ err: warning }, 'node warns'));
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'the server broke down'));
}

/** The same log to any destination. */
export function createLogTo(destination: { write(line: string): void }, level: Config['logLevel'] = 'info'): Logger {
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
 * An error in the log: what it is, where it happened and why. Other properties stay out: PostgreSQL's `detail` quotes the
 * row's values, and a client's error its request.
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
