import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { type Config, loadConfig } from '#app/adapters/environment/config.ts';
import { createPool } from '#app/adapters/database/pool.ts';
import { Fault } from '#app/adapters/environment/fault.ts';
import type { Services } from '#app/server/services.ts';
import { start } from '#app/server/start.ts';

/** What a command of the command line works with. */
export interface Product {
  services: Services;
  config: Config;
  /** As the database's owner. */
  pool: Pool;
}

/** Prints the usage and ends where `--help` or `-h` is asked for. */
export function helpIfAsked(usage: string): void {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return;
  print(usage);
  process.exit(0);
}

/**
 * The command and the options of this process, and the file that commands of `withFile` take. Throws a `Fault` with the
 * usage where they are wrong.
 */
export function readArguments<O extends NonNullable<ParseArgsConfig['options']>, C extends string>(
  usage: string,
  commands: readonly C[],
  options: O,
  withFile: readonly C[] = [],
) {
  helpIfAsked(usage);
  const { positionals, values } = parsed(usage, options);
  const [named, file = ''] = positionals;
  const command = commands.find((name) => name === named);
  if (!command || positionals.length !== (withFile.includes(command) ? 2 : 1)) throw new Fault(usage);
  return { command, file, values };
}

function parsed<O extends NonNullable<ParseArgsConfig['options']>>(usage: string, options: O) {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    // Node continues with a hint about arguments that these commands do not have.
    const [reason] = (error instanceof Error ? error.message : String(error)).split(/\.(?:\s|$)/, 1);
    throw new Fault(`${reason}.\nUsage: ${usage}`);
  }
}

/** The uid of `--org`. Throws a `Fault` where it is none. */
export function orgOption(value: string | undefined): string | undefined {
  const org = value?.toLowerCase();
  if (org !== undefined && !/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(org))
    throw new Fault('--org takes the uid of an organisation.');
  return org;
}

/** The organisation of `--org`, or all of them. Throws a `Fault` where `--org` names none of them. */
export function chosenOrganisations(all: readonly string[], org: string | undefined): readonly string[] {
  if (org !== undefined && !all.includes(org)) throw new Fault(`There is no organisation ${org}.`);
  if (all.length === 0) print('There is no organisation yet.');
  return org === undefined ? all : [org];
}

/** Runs a command on the product, also beside a running server; its result is the exit code of the process. */
export async function withProduct(work: (product: Product) => Promise<number>): Promise<void> {
  const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }));
  const config = await loadConfig();
  const { services, ownerUrl, close } = await start(config, log, 'tool');
  const pool = createPool({ url: ownerUrl, as: 'owner', max: 3 });
  try {
    process.exitCode = await work({ services, config, pool });
  } finally {
    await pool.end();
    await close();
  }
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

const number = new Intl.NumberFormat('en-US');
/** `1,234 events`. */
export const count = (value: number | bigint, things: string): string => `${number.format(value)} ${things}`;
