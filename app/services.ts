import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Logger } from 'pino';
import { createLedger } from '#events/ledger/append/append.ts';
import { createCheckpoints } from '#events/ledger/checkpoint.ts';
import { createProofs } from '#events/ledger/proof.ts';
import { project } from '#projections/registry.ts';
import { tables } from '#projections/tables.ts';
import type { Config } from '#app/config.ts';
import { createIdempotencyStore } from '#app/api/idempotency/store.ts';
import { createDatabase } from '#app/database/database.ts';
import { createPool } from '#app/database/pool.ts';
import { createIdentity } from '#app/identity/identity.ts';
import { enqueue } from '#app/jobs/reactions.ts';
import { createOutbox } from '#app/email/outbox.ts';
import { createSmtp } from '#app/email/smtp.ts';
import { createPdfs } from '#app/pdf/pdfs.ts';
import type { Ports } from '#app/ports.ts';
import { createQueryCache } from '#app/queries/query-cache.ts';
import { createKeySafe } from '#app/pdf-signing/key-safe.ts';
import { createOrganisationCertificates } from '#app/pdf-signing/organisation-certificates.ts';
import { createReportStarter } from '#app/reports/report-process.ts';
import { createSignedUrls } from '#app/signed-url/signed-url.ts';
import { createLocalStorage } from '#app/storage/local.ts';
import type { Storage } from '#app/storage/port.ts';
import { createUploads } from '#app/storage/uploads.ts';
import { createWorkerPool } from '#app/workers/pool.ts';

/** What begins the origin line of every checkpoint: `imprimatur/<organisation uid>`. */
export const checkpointKeyName = 'imprimatur';

/** The wired product: what commands, queries, jobs and the server work with. */
export interface Services extends Ports {
  /** Waits for the appends under way, then lets go of the database. The PostgreSQL server is its starter's. */
  close(): Promise<void>;
}

export interface ServicesOptions {
  config: Config;
  /** Of the migrated database; the owner's, whose sessions take on the application's role. */
  databaseUrl: string;
  log: Logger;
  /** ISO 8601 in UTC with milliseconds. Tests may move it. Default: the server's clock. */
  now?: () => string;
}

/** The composition root: the only place that chooses adapters and gives them their settings. */
export async function createServices({
  config,
  databaseUrl,
  log,
  now = serverClock,
}: ServicesOptions): Promise<Services> {
  const database = createDatabase({ url: databaseUrl, as: 'application' });
  // Connections of its own: a query that reads the ledger holds one of the database's meanwhile, and as many of them as there are
  // connections would wait for each other for ever.
  const ledgerPool = createPool({ url: databaseUrl, as: 'application' });
  const ledger = createLedger({ pool: ledgerPool, reactions: { tables, project, enqueue } });
  const { secretKey } = config;
  const signedUrls = createSignedUrls(config.publicUrl, secretKey);
  const storage: Storage = config.s3
    ? // A tenth of a start is its client, which a folder of this machine does without.
      (await import('#app/storage/s3.ts')).createS3Storage(config.s3)
    : createLocalStorage(path.join(config.dataDir, 'files'), signedUrls);
  const identity = createIdentity({ database, secretKey, cookieSecure: config.publicUrl.startsWith('https:') });
  const mail = config.smtpUrl ? createSmtp(config.smtpUrl) : createOutbox(path.join(config.dataDir, 'outbox'));
  const workers = createWorkerPool();
  const pdfs = createPdfs(workers, storage);
  const newId = () => randomUUID();
  const proofs = createProofs(ledgerPool);
  return {
    config,
    database,
    queryCache: createQueryCache(),
    ledger,
    proofs,
    checkpoints: createCheckpoints(database.pool, { name: checkpointKeyName, privateKey: config.signingKey }),
    identity,
    idempotency: createIdempotencyStore({ database, secretKey }),
    signedUrls,
    storage,
    uploads: createUploads({ database, storage, pdfs, signedUrls, now, newId }),
    pdfs,
    certificates: createOrganisationCertificates({
      database,
      safe: createKeySafe(secretKey),
      configured: config.signingCertificate,
      log,
    }),
    startReport: createReportStarter(databaseUrl),
    workers,
    mail,
    log,
    now,
    newId,
    async close() {
      await ledger.close();
      await workers.close();
      await mail.close();
      await database.close();
      await ledgerPool.end();
    },
  };
}

const serverClock = (): string => new Date().toISOString();
