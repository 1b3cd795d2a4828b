import type { Row } from './matrix.ts';
import { accountRows } from './rows/account.ts';
import { changeRows } from './rows/changes.ts';
import { auditRows } from './rows/audit.ts';
import { documentRows } from './rows/documents.ts';
import { evidenceRows } from './rows/evidence.ts';
import { notificationRows } from './rows/notifications.ts';
import { passkeyRows } from './rows/passkeys.ts';
import { importRows } from './rows/imports.ts';
import { mendedImportRows } from './rows/imports-mended.ts';
import { reportRows } from './rows/reports.ts';
import { secondFactorRows } from './rows/second-factor.ts';
import { routeRows } from './rows/routes.ts';
import { settingsRows } from './rows/settings.ts';
import { signingRows } from './rows/signing.ts';
import { trainingRows } from './rows/training.ts';
import { verifyRows } from './rows/verify.ts';
import { accessRows } from './rows/team-access.ts';
import { singleSignOnRows } from './rows/single-sign-on.ts';
import { functionRows } from './rows/functions.ts';
import { webhookRows } from './rows/webhooks.ts';
import { departmentRows } from './rows/departments.ts';
import { teamRows } from './rows/team.ts';

/** Every route. Cases that change a document come last. */
export const rows: readonly Row[] = [
  ...auditRows,
  ...evidenceRows,
  ...verifyRows,
  ...reportRows,
  ...accessRows,
  ...teamRows,
  ...departmentRows,
  ...settingsRows,
  // They need imports that the others end.
  ...mendedImportRows,
  ...importRows,
  ...singleSignOnRows,
  ...functionRows,
  ...webhookRows,
  ...passkeyRows,
  ...changeRows,
  ...signingRows,
  ...trainingRows,
  ...documentRows,
  // After those that ask for the route of a document: these retire it.
  ...routeRows,
  ...secondFactorRows,
  ...accountRows,
  ...notificationRows,
];
