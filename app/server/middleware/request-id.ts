import { randomBytes } from 'node:crypto';

/** A new id of one request: 12 characters of base64url, which its answer bears and by which the log is searched. */
export const newRequestId = (): string => randomBytes(9).toString('base64url');
