import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Ledger } from '#events/ledger/types.ts';
import type { Config } from '#app/config.ts';
import type { Database } from '#app/database/schema.ts';
import type { Identity } from '#app/identity/identity.ts';
import type { MailTransport } from '#app/mail/port.ts';
import type { Storage } from '#app/storage/port.ts';

/** Transactions that see one organisation alone: the database's row-level security is keyed by it. */
export interface TenantDatabase {
  /** Runs `work` in one read-only, repeatable-read transaction that sees nothing but organisation `org`. */
  read<T>(org: string, work: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  /** The same for what is not the ledger's: uploads, preferences. */
  write<T>(org: string, work: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  readonly pool: pg.Pool;
}

/** What commands, queries and jobs may use of the outside. `app/services.ts` alone wires it. */
export interface Ports {
  readonly config: Config;
  readonly ledger: Ledger;
  readonly database: TenantDatabase;
  readonly identity: Identity;
  readonly storage: Storage;
  readonly mail: MailTransport;
  readonly log: Logger;
  /** The server's clock: ISO 8601 in UTC with milliseconds. */
  now(): string;
  /** A new uid (UUID). */
  newId(): string;
}
