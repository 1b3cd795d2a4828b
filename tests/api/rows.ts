import type { Row } from './matrix.ts';
import { documentRows } from './rows/documents.ts';
import { identityRows } from './rows/identity.ts';
import { userRows } from './rows/users.ts';

/** Every operation. What ends a session or changes a password comes last. */
export const rows: readonly Row[] = [...userRows, ...documentRows, ...identityRows];
