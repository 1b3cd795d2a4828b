import type { Services } from '#app/services.ts';
import { refusalOf } from '#app/setup/accepted.ts';
import { demonstrationLoaded } from '#app/demo/fixtures.ts';
import { isEmpty, setupCode } from '#app/setup/code.ts';

/**
 * What the console says once the product answers: one line with the address, and the set-up code while the database is
 * empty. With `demonstration`, the demonstration organisation is loaded into an empty database, or the rest of it where it was loaded in
 * part, and its sign-ins follow.
 */
export async function greet(services: Services, options: { demonstration: boolean }): Promise<string[]> {
  const { config, database } = services;
  const ready = `Imprimatur ${config.version} is ready at ${config.publicUrl}`;
  if (options.demonstration) {
    // It brings paper and pens of its own, which nobody else needs.
    const { loadDemonstration } = await import('#app/demo/demonstration.ts');
    const inPart = (await demonstrationLoaded(services)) === 'in part';
    try {
      const lines = await loadDemonstration(services);
      if (lines) return [ready, ...lines];
      return [`${ready} (the demonstration was not loaded: the database is not empty)`];
    } catch (error) {
      // Whoever has signed in to a part of it has changed what its other steps rest on.
      if (!inPart || !refusalOf(error)) throw error;
      services.log.warn({ err: error }, 'the demonstration stays loaded in part');
      return [`${ready} (the demonstration stays loaded in part: somebody has worked in it)`];
    }
  }
  if (await isEmpty(database.pool)) return [`${ready} - set-up code: ${setupCode(config.secretKey)}`];
  const inPart = (await demonstrationLoaded(services)) === 'in part';
  return [inPart ? `${ready} (the demonstration is loaded in part: npm start -- --demo loads the rest)` : ready];
}
