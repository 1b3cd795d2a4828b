import type { CallAnswerTables } from '#app/api/idempotency/tables.ts';
import type { DraftTables } from '#app/drafts/tables.ts';
import type { IdentityTables } from '#app/identity/tables.ts';
import type { ReminderTables } from '#app/email/tables.ts';
import type { PreferenceTables } from '#app/preferences/tables.ts';
import type { ReportTables } from '#app/reports/tables.ts';
import type { CertificateTables } from '#app/pdf-signing/tables.ts';
import type { SingleSignOnTables } from '#app/single-sign-on/tables.ts';
import type { StorageTables } from '#app/storage/tables.ts';
import type { TextTables } from '#app/text/tables.ts';
import type { WebhookTables } from '#app/webhooks/tables.ts';
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
