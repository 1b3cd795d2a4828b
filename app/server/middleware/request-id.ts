import { randomBytes } from 'node:crypto';

/** A new request id: 12 characters of base64url. */
export const newRequestId = (): string => randomBytes(9).toString('base64url');
