import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Logger } from 'pino';
import { createLedger, type FullLedger } from '#events/ledger/append/append.ts';
import { createCheckpoints } from '#events/ledger/checkpoint.ts';
import { createProofs } from '#events/ledger/proof.ts';
import type { Instant } from '#events/time.ts';
import { project } from '#projections/registry.ts';
import { tables } from '#projections/table-keys.ts';
import type { Config } from '#app/adapters/environment/config.ts';
import { renewSignedPdf } from '#app/approvals/jobs/make-signed-pdf.ts';
import { createLocalCopies, type CheckpointCopies } from '#app/audit/checkpoints/copies.ts';
import { checkpointKeyName } from '#app/audit/checkpoints/key-name.ts';
import { createIdempotencyStore } from '#app/server/api/idempotency/store.ts';
import { createDatabaseClock, type DatabaseClock } from '#app/adapters/database/clock.ts';
import { createDatabase } from '#app/adapters/database/database.ts';
import { createLedgerGrowth } from '#app/adapters/database/ledger-growth.ts';
import { createPool } from '#app/adapters/database/pool.ts';
import { createIdentity } from '#app/sign-in/adapters/identity.ts';
import type { Argon2 } from '#app/adapters/secrets/passwords.ts';
import { enqueue } from '#app/notifications/jobs/reactions.ts';
import { createOutbox } from '#app/adapters/mail/outbox.ts';
import { createSmtp } from '#app/adapters/mail/smtp.ts';
import { createPdfs } from '#app/adapters/pdf/pdfs.ts';
import type { Ports } from '#app/kit/ports.ts';
import { createQueryCache } from '#app/kit/query/query-cache.ts';
import { createKeySafe } from '#app/adapters/pdf-signing/key-safe.ts';
import { createOrganisationCertificates } from '#app/adapters/pdf-signing/organisation-certificates.ts';
import { createQuickReports, createReportStarter } from '#app/reports/making/process/report-process.ts';
import { createSingleSignOn } from '#app/sign-in/adapters/single-sign-on/single-sign-on.ts';
import { createSpreadsheets } from '#app/adapters/spreadsheet/spreadsheets.ts';
import { createSignedUrls } from '#app/adapters/secrets/signed-url.ts';
import { createLocalStorage } from '#app/adapters/storage/local.ts';
import type { Storage } from '#app/adapters/storage/port.ts';
import { requireRoom } from '#app/adapters/storage/room.ts';
import { createUploads } from '#app/adapters/storage/uploads.ts';
import { createComparisons } from '#app/comparison/engine/comparisons.ts';
import { createTexts } from '#app/search/text/texts.ts';
import { createWebhooks } from '#app/integrations/adapters/webhooks.ts';
import { createWorkerPool, type WorkerPool } from '#app/adapters/workers/pool.ts';

/** The ports with their adapters. */
export interface Services extends Ports {
  readonly databaseClock: DatabaseClock;
  /** Waits for pending appends, then closes the database connections. It does not stop PostgreSQL. */
  close(): Promise<void>;
}

export interface ServicesOptions {
  config: Config;
  /** The migrated database, as its owner; the sessions switch to the application's role. */
  databaseUrl: string;
  log: Logger;
  /** Tests may move it. Default: the database's clock. */
  now?: () => Instant;
  /** Threads that others use too and that stay when the services close. Default: its own. */
  workers?: WorkerPool;
  /** How PDFs are read, in place of `createPdfs`. */
  makePdfs?: typeof createPdfs;
  /** How passwords are hashed, in place of `@node-rs/argon2`. */
  argon2?: Argon2;
}

/** The composition root: it chooses the adapters and gives them their settings. */
export async function createServices({
  config,
  databaseUrl,
  log,
  now: movedClock,
  workers: shared,
  makePdfs = createPdfs,
  argon2,
}: ServicesOptions): Promise<Services> {
  const database = createDatabase({ url: databaseUrl, as: 'application' });
  // A pool of its own: a query that reads the ledger holds a connection of `database` meanwhile, so one pool could
  // deadlock.
  const ledgerPool = createPool({ url: databaseUrl, as: 'application' });
  const databaseClock = await createDatabaseClock(database.pool, log);
  const recording = createLedger({ pool: ledgerPool, reactions: { tables, project, enqueue }, clock: databaseClock });
  const ledger = config.databaseUrl ? recording : pausedWithoutRoom(recording, config.dataDir);
  const now = movedClock ?? databaseClock.now;
  const { secretKey } = config;
  const signedUrls = createSignedUrls(config.publicUrl, secretKey);
  const storage: Storage = config.s3
    ? // Loaded on demand: the S3 client takes a tenth of a start.
      (await import('#app/adapters/storage/s3.ts')).createS3Storage(config.s3)
    : createLocalStorage(path.join(config.dataDir, 'files'), signedUrls);
  const identity = createIdentity({
    database,
    secretKey,
    publicUrl: config.publicUrl,
    cookieSecure: config.publicUrl.startsWith('https:'),
    ...(argon2 && { argon2 }),
    onExchanged: ({ org, user }) => log.error({ org, user }, 'identity.password_hash_exchanged'),
  });
  const mail = config.smtpUrl ? createSmtp(config.smtpUrl) : createOutbox(path.join(config.dataDir, 'outbox'));
  const workers = shared ?? createWorkerPool();
  const pdfs = makePdfs(workers, storage, config.pdfSeconds);
  const newId = () => randomUUID();
  const proofs = createProofs(ledgerPool);
  const services: Services = {
    config,
    database,
    databaseClock,
    queryCache: createQueryCache(),
    ledger,
    ledgerGrowth: createLedgerGrowth(ledger),
    proofs,
    checkpoints: createCheckpoints(database.pool, { name: checkpointKeyName, privateKey: config.signingKey }),
    checkpointCopies: await createCheckpointCopies(config),
    identity,
    idempotency: createIdempotencyStore({ database, secretKey }),
    signedUrls,
    storage,
    uploads: createUploads({ database, storage, pdfs, signedUrls, now, newId }),
    pdfs,
    texts: createTexts(workers, storage),
    spreadsheets: createSpreadsheets(workers),
    comparisons: createComparisons(workers, storage),
    certificates: createOrganisationCertificates({
      database,
      safe: createKeySafe(secretKey),
      configured: config.signingCertificate,
      log,
    }),
    startReport: createReportStarter(databaseUrl),
    quickReport: createQuickReports(databaseUrl, workers),
    webhooks: createWebhooks({
      database,
      secretKey,
      allowPrivate: config.webhookAllowPrivate,
      version: config.version,
    }),
    singleSignOn: createSingleSignOn({
      database,
      secretKey,
      publicUrl: config.publicUrl,
      allowPrivate: config.webhookAllowPrivate,
      log,
    }),
    workers,
    renewSignedPdf: (of) => renewSignedPdf(services, of),
    mail,
    log,
    now,
    newId,
    async close() {
      databaseClock.close();
      await ledger.close();
      if (!shared) await workers.close();
      await mail.close();
      await database.close();
      await ledgerPool.end();
    },
  };
  return services;
}

/** The checkpoint of each ledger is copied to DATA_DIR, and to the bucket where there is one. */
async function createCheckpointCopies({ dataDir, s3 }: Config): Promise<CheckpointCopies[]> {
  const local = createLocalCopies(path.join(dataDir, 'checkpoints'));
  if (!s3) return [local];
  const { createS3Client } = await import('#app/adapters/storage/s3.ts');
  const { createBucketCopies } = await import('#app/audit/checkpoints/bucket-copies.ts');
  return [local, createBucketCopies(createS3Client(s3), s3.bucket)];
}

/** The embedded PostgreSQL is on the disk of `folder`: nothing is recorded while that is all but full. */
const pausedWithoutRoom = (ledger: FullLedger, folder: string): FullLedger => ({
  ...ledger,
  async append(request) {
    await requireRoom(folder);
    return ledger.append(request);
  },
});
