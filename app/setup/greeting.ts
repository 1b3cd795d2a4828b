import { existsSync } from 'node:fs';
import type { Services } from '#app/services.ts';
import { isEmpty, setupCode } from '#app/setup/code.ts';

/** Loads the demonstration organisation through the real commands; answers a line for each sign-in. */
export type LoadDemonstration = (services: Services) => Promise<readonly string[]>;

/**
 * What the console says once the product answers: one line with the address, and the set-up code while the database is
 * empty. With `demonstration`, the demonstration organisation is loaded into an empty database and its sign-ins follow.
 */
export async function greet(services: Services, options: { demonstration: boolean }): Promise<string[]> {
  const { config, database } = services;
  const ready = `Imprimatur ${config.version} is ready at ${config.publicUrl}`;
  const empty = await isEmpty(database.pool);
  if (options.demonstration) {
    if (!empty) return [`${ready} (the demonstration was not loaded: the database is not empty)`];
    const signIns = await (await demonstration())(services);
    return [ready, ...signIns];
  }
  return [empty ? `${ready} - set-up code: ${setupCode(config.secretKey)}` : ready];
}

async function demonstration(): Promise<LoadDemonstration> {
  const module = new URL('demonstration.ts', import.meta.url);
  if (!existsSync(module)) return () => Promise.resolve(['There is no demonstration in this build.']);
  const { loadDemonstration } = (await import(module.href)) as { loadDemonstration: LoadDemonstration };
  return loadDemonstration;
}
