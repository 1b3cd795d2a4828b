import type { Logger } from 'pino';
import type { FullLedger } from '#events/ledger/append/append.ts';
import type { Checkpoints } from '#events/ledger/checkpoint.ts';
import type { Proofs } from '#events/ledger/proof.ts';
import type { Config } from '#app/config.ts';
import type { Comparisons } from '#app/comparison/comparisons.ts';
import type { CheckpointCopies } from '#app/checkpoints/copies.ts';
import type { IdempotencyStore } from '#app/api/idempotency/store.ts';
import type { Database } from '#app/database/database.ts';
import type { LedgerGrowth } from '#app/database/ledger-growth.ts';
import type { Identity } from '#app/identity/identity.ts';
import type { MailTransport } from '#app/email/port.ts';
import type { Pdfs } from '#app/pdf/pdfs.ts';
import type { QueryCache } from '#app/queries/query-cache.ts';
import type { OrganisationCertificates } from '#app/pdf-signing/organisation-certificates.ts';
import type { QuickReport, StartReport } from '#app/reports/process/report-process.ts';
import type { SingleSignOn } from '#app/single-sign-on/single-sign-on.ts';
import type { Spreadsheets } from '#app/spreadsheet/spreadsheets.ts';
import type { SignedUrls } from '#app/signed-url/signed-url.ts';
import type { Storage } from '#app/storage/port.ts';
import type { Uploads } from '#app/storage/uploads.ts';
import type { Texts } from '#app/text/texts.ts';
import type { Webhooks } from '#app/webhooks/webhooks.ts';
import type { WorkerPool } from '#app/workers/pool.ts';

/** The outside as commands, queries and jobs may use it. `app/services.ts` wires it. */
export interface Ports {
  readonly config: Config;
  readonly ledger: FullLedger;
  readonly ledgerGrowth: LedgerGrowth;
  readonly proofs: Proofs;
  readonly checkpoints: Checkpoints;
  readonly checkpointCopies: readonly CheckpointCopies[];
  readonly database: Database;
  readonly queryCache: QueryCache;
  readonly identity: Identity;
  readonly idempotency: IdempotencyStore;
  readonly signedUrls: SignedUrls;
  readonly storage: Storage;
  readonly uploads: Uploads;
  readonly pdfs: Pdfs;
  readonly texts: Texts;
  readonly spreadsheets: Spreadsheets;
  readonly comparisons: Comparisons;
  readonly certificates: OrganisationCertificates;
  readonly startReport: StartReport;
  readonly quickReport: QuickReport;
  readonly webhooks: Webhooks;
  readonly singleSignOn: SingleSignOn;
  readonly workers: WorkerPool;
  readonly mail: MailTransport;
  readonly log: Logger;
  /** The database's clock: ISO 8601 in UTC with milliseconds. */
  now(): string;
  /** A new uid (UUID). */
  newId(): string;
}
