import type { Services } from '#app/services.ts';
import { isEmpty, setupCode } from '#app/setup/code.ts';

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
    // It brings paper and pens of its own, which nobody else needs.
    const { loadDemonstration } = await import('#app/setup/demonstration.ts');
    const signIns = await loadDemonstration(services);
    return [ready, ...signIns];
  }
  return [empty ? `${ready} - set-up code: ${setupCode(config.secretKey)}` : ready];
}
