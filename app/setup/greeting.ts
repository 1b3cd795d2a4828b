import type { Services } from '#app/services.ts';
import { isEmpty, setupCode } from '#app/setup/code.ts';

/**
 * What the console says once the product answers: one line with the address, and the set-up code while the database is
 * empty. With `demonstration`, the demonstration organisation is loaded into an empty database and its sign-ins follow.
 */
export async function greet(services: Services, options: { demonstration: boolean }): Promise<string[]> {
  const { config, database } = services;
  const ready = `Imprimatur ${config.version} is ready at ${config.publicUrl}`;
  if (options.demonstration) {
    // They bring paper and pens of their own, which nobody else needs.
    const [{ loadDemonstration }, { isNotFirst }] = await Promise.all([
      import('#app/setup/demonstration.ts'),
      import('#app/setup/world.ts'),
    ]);
    try {
      return [ready, ...(await loadDemonstration(services))];
    } catch (error) {
      // Not asked beforehand: another server on the same database may be loading it at this moment.
      if (!isNotFirst(error)) throw error;
      return [`${ready} (the demonstration was not loaded: the database is not empty)`];
    }
  }
  const empty = await isEmpty(database.pool);
  return [empty ? `${ready} - set-up code: ${setupCode(config.secretKey)}` : ready];
}
