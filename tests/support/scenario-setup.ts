import { rm } from 'node:fs/promises';
import pino from 'pino';
import { loadConfig } from '#app/adapters/environment/config.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { ask, type Query } from '#app/kit/query/query.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { createServices, type Services } from '#app/server/services.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import type { Result } from '#events/failures.ts';
import type { z } from 'zod';
import { copyOf } from '#tests/support/copied-world.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import {
  buildOrganisation,
  organisationFrom,
  savedOrganisation,
  type ScenarioOrganisation,
} from '#tests/support/scenario.ts';
import { testSecrets } from '#tests/support/services.ts';
import { shared } from '#tests/support/shared.ts';

/** An organisation with documents in every status, and the questions that its people ask. */
export interface Setup {
  ours: ScenarioOrganisation;
  /** When making it began: at most a run ago. */
  begun: Date;
  services: Services;
  db: TestDatabase;
  ask<S extends z.ZodType, O>(person: Person, query: Query<S, O>, input: z.input<S>): Promise<Result<O>>;
  /** The person as signed in. */
  viewer(person: Person): Promise<Viewer>;
  close(): Promise<void>;
}

export async function openSetup(): Promise<Setup> {
  const { db, dataDir, saved } = await copyOf({
    name: 'scenario_organisation',
    build: async (services) => ({
      begun: new Date(),
      organisation: savedOrganisation(await buildOrganisation(services, 'Northmere Diagnostics', 'northmere')),
    }),
  });
  const config = await loadConfig({ DATA_DIR: dataDir, ...testSecrets, PDF_SECONDS: '120' });
  const services = await createServices({ config, databaseUrl: db.url, log: pino({ level: 'silent' }), ...shared });
  const ours = await organisationFrom(services, saved.organisation);
  const viewer = async (person: Person): Promise<Viewer> => {
    const session = { org: person.org, user: person.uid, publicId: '0'.repeat(64) };
    return (await services.database.read(person.org, (read) => readViewer(read, session)))!;
  };
  return {
    ours,
    begun: new Date(saved.begun),
    services,
    db,
    viewer,
    async ask(person, query, input) {
      return ask(query, input, { ports: services, viewer: await viewer(person), now: services.now() });
    },
    async close() {
      await services.close();
      await db.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
