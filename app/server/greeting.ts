import type { Services } from '#app/server/services.ts';
import type { Story } from '#app/set-up/demonstration/demonstration.ts';
import { demonstrationProgress } from '#app/kit/job/demonstration-progress.ts';
import { failureOf } from '#app/set-up/demonstration/accepted.ts';
import { isEmpty, setupCode } from '#app/kit/session/set-up-code.ts';

/**
 * The console's lines once the server is ready: the address, and the set-up code while the database is empty. With
 * `demonstration`, loads what is missing of the demonstration organisation and adds its sign-ins.
 */
export async function greet(services: Services, options: { demonstration: boolean; story?: Story }): Promise<string[]> {
  const { config, database } = services;
  const ready = `Imprimatur ${config.version} is ready at ${config.publicUrl}`;
  const incomplete = (await demonstrationProgress(services)) === 'incomplete';
  if (options.demonstration) {
    // Imported here, because it needs a PDF writer that nothing else needs.
    const { loadDemonstration } = await import('#app/set-up/demonstration/demonstration.ts');
    try {
      const lines = await loadDemonstration(services, options.story);
      return lines ? [ready, ...lines] : [`${ready} (the demonstration was not loaded: the database is not empty)`];
    } catch (error) {
      // A person who has worked in it, or works while it is loaded, has ended its simulated past.
      if (!failureOf(error) || (await demonstrationProgress(services)) !== 'incomplete') throw error;
      services.log.warn({ err: error }, 'demonstration.incomplete');
      return [`${ready} (the demonstration stays incomplete: somebody has worked in it)`];
    }
  }
  if (incomplete) return [`${ready} (the demonstration is incomplete: npm start -- --demo loads the rest)`];
  return [(await isEmpty(database.pool)) ? `${ready} - set-up code: ${setupCode(config.secretKey)}` : ready];
}
