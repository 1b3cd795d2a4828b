import { randomUUID } from 'node:crypto';

/** An unused email address, a new one each time: failures are counted by address, and tests share a database. */
export const nobodysAddress = (): string => `nobody@${randomUUID()}.example`;
