import { randomUUID } from 'node:crypto';

/** An e-mail address that nobody has, another one each time: failures are counted by address, and tests share a database. */
export const nobodysAddress = (): string => `nobody@${randomUUID()}.example`;
