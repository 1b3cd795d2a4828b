import type { Logger } from 'pino';
import type { FullLedger } from '#events/ledger/append/append.ts';
import type { Checkpoints } from '#events/ledger/checkpoint.ts';
import type { Proofs } from '#events/ledger/proof.ts';
import type { Instant } from '#events/time.ts';
import type { Config } from '#app/adapters/environment/config.ts';
import type { Comparisons } from '#app/comparison/engine/comparisons.ts';
import type { CheckpointCopies } from '#app/audit/checkpoints/copies.ts';
import type { IdempotencyStore } from '#app/server/api/idempotency/store.ts';
import type { Database } from '#app/adapters/database/database.ts';
import type { LedgerGrowth } from '#app/adapters/database/ledger-growth.ts';
import type { Identity } from '#app/sign-in/adapters/identity.ts';
import type { MailTransport } from '#app/adapters/mail/port.ts';
import type { Pdfs } from '#app/adapters/pdf/pdfs.ts';
import type { QueryCache } from '#app/kit/query/query-cache.ts';
import type { OrganisationCertificates } from '#app/adapters/pdf-signing/organisation-certificates.ts';
import type { QuickReport, StartReport } from '#app/reports/making/process/report-process.ts';
import type { SingleSignOn } from '#app/sign-in/adapters/single-sign-on/single-sign-on.ts';
import type { Spreadsheets } from '#app/adapters/spreadsheet/spreadsheets.ts';
import type { SignedUrls } from '#app/adapters/secrets/signed-url.ts';
import type { Storage } from '#app/adapters/storage/port.ts';
import type { Uploads } from '#app/adapters/storage/uploads.ts';
import type { Texts } from '#app/search/text/texts.ts';
import type { Webhooks } from '#app/integrations/adapters/webhooks.ts';
import type { WorkerPool } from '#app/adapters/workers/pool.ts';

/** The outside as commands, queries and jobs may use it. `app/server/services.ts` wires it. */
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
  /** Makes the signed PDF of a version where there is none, or an act followed it that it does not list. */
  renewSignedPdf(of: { org: string; document: string; version: string }): Promise<void>;
  readonly mail: MailTransport;
  readonly log: Logger;
  /** The database's clock. */
  now(): Instant;
  /** A new uid (UUID). */
  newId(): string;
}
