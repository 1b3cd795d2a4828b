import path from 'node:path';
import type { Config } from '#app/adapters/environment/config.ts';
import type { Services } from '#app/server/services.ts';
import type { Story } from '#app/set-up/demonstration/demonstration.ts';
import { demonstrationProgress } from '#app/kit/job/demonstration-progress.ts';
import { failureOf } from '#app/set-up/demonstration/accepted.ts';
import { isEmpty, setupCode } from '#app/kit/session/set-up-code.ts';

/** What begins, a line each: the first start takes minutes, in which somebody wonders whether anything happens. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** What is said before the database is opened. */
export const openingOf = (config: Config): string =>
  config.databaseUrl ? 'Connecting to the database' : `Starting the database in ${shown(config.dataDir)}/`;

/**
 * The console's lines once the server is ready: the address, the set-up code while the database is empty, and where
 * emails are while there is no mail server. With `demonstration`, loads what is missing of the demonstration
 * organisation and adds its sign-ins.
 */
export async function greet(
  services: Services,
  options: { demonstration: boolean; story?: Story },
  begins = say,
): Promise<string[]> {
  const { config } = services;
  const [address, ...rest] = await readyLines(services, options, begins);
  const email = config.smtpUrl ? [] : [`Email: files in ${shown(path.join(config.dataDir, 'outbox'))}`];
  return [`Imprimatur ${config.version} is ready at ${config.publicUrl}${address}`, ...rest, ...email];
}

/** What follows the address, and the lines below it. */
async function readyLines(
  services: Services,
  options: { demonstration: boolean; story?: Story },
  begins: (line: string) => void,
): Promise<string[]> {
  const { config, database } = services;
  const progress = await demonstrationProgress(services);
  if (options.demonstration) {
    if (progress === 'incomplete' || (await isEmpty(database.pool))) begins('Loading the demonstration');
    // Imported here, because it needs a PDF writer that nothing else needs.
    const { loadDemonstration } = await import('#app/set-up/demonstration/demonstration.ts');
    try {
      const lines = await loadDemonstration(services, options.story);
      return lines ? ['', ...lines] : [' (the demonstration was not loaded: the database is not empty)'];
    } catch (error) {
      // A person who has worked in it, or works while it is loaded, has ended its simulated past.
      if (!failureOf(error) || (await demonstrationProgress(services)) !== 'incomplete') throw error;
      services.log.warn({ err: error }, 'demonstration.incomplete');
      return [' (the demonstration stays incomplete: somebody has worked in it)'];
    }
  }
  if (progress === 'incomplete') return [' (the demonstration is incomplete: npm start -- --demo loads the rest)'];
  return (await isEmpty(database.pool)) ? ['', `Enter the set-up code: ${setupCode(config.secretKey)}`] : [''];
}

/** A folder as the operator types it: from where the server was started, if it is in there. */
function shown(folder: string): string {
  const fromHere = path.relative(process.cwd(), folder);
  return fromHere.startsWith('..') ? folder : fromHere;
}
