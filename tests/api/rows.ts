import type { Row } from './matrix.ts';
import { changeRows } from './rows/changes.ts';
import { documentRows } from './rows/documents.ts';
import { departmentRows } from './rows/departments.ts';
import { fileRows } from './rows/files.ts';
import { identityRows } from './rows/identity.ts';
import { listRows } from './rows/lists.ts';
import { lifeRows } from './rows/life.ts';
import { organisationRows } from './rows/organisation.ts';
import { recordRows } from './rows/records.ts';
import { revisionRows } from './rows/revision.ts';
import { signingRows } from './rows/signing.ts';
import { reminderRows } from './rows/reminders.ts';
import { reportRows } from './rows/reports.ts';
import { ownSessionRows } from './rows/own-session.ts';
import { accessRows } from './rows/access.ts';
import { activationRows } from './rows/activation.ts';
import { teamRows } from './rows/team.ts';
import { functionRows } from './rows/functions.ts';
import { routeRows } from './rows/routes.ts';
import { webhookRows } from './rows/webhooks.ts';
import { userRows } from './rows/users.ts';

/** Every operation. What ends a session or changes people or a password comes last. */
export const rows: readonly Row[] = [
  ...userRows,
  ...changeRows,
  ...reportRows,
  ...organisationRows,
  ...documentRows,
  ...fileRows,
  ...revisionRows,
  ...lifeRows,
  ...recordRows,
  ...listRows,
  ...signingRows,
  ...reminderRows,
  ...departmentRows,
  ...functionRows,
  ...routeRows,
  ...webhookRows,
  ...accessRows,
  ...teamRows,
  ...activationRows,
  ...ownSessionRows,
  ...identityRows,
];
