import type { CallAnswerTables } from '#app/server/api/idempotency/tables.ts';
import type { DraftTables } from '#app/kit/saved-forms/tables.ts';
import type { IdentityTables } from '#app/sign-in/adapters/tables.ts';
import type { ReminderTables } from '#app/notifications/delivery/tables.ts';
import type { PreferenceTables } from '#app/home/preferences/tables.ts';
import type { ReportTables } from '#app/reports/making/tables.ts';
import type { CertificateTables } from '#app/adapters/pdf-signing/tables.ts';
import type { SingleSignOnTables } from '#app/sign-in/adapters/single-sign-on/tables.ts';
import type { StorageTables } from '#app/adapters/storage/tables.ts';
import type { TextTables } from '#app/search/text/tables.ts';
import type { WebhookTables } from '#app/integrations/adapters/tables.ts';
import type { ReadDatabase } from '#projections/tables.ts';

/**
 * Every table, as kysely sees it: names with their schema, for instance `read.documents`. Each part of the house
 * declares its own tables (an interface `…Tables`), and this one extends them all.
 */
export interface Database
  extends
    CallAnswerTables,
    DraftTables,
    IdentityTables,
    ReminderTables,
    PreferenceTables,
    ReadDatabase,
    ReportTables,
    CertificateTables,
    SingleSignOnTables,
    StorageTables,
    TextTables,
    WebhookTables {}
