import { codeOf } from '#events/error-code.ts';

/**
 * The storage gives no answer, or says that it cannot work; the request may be sent again. Carries the message of its
 * cause.
 */
export class StorageUnavailable extends Error {
  readonly code = 'storage_unavailable';
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message || cause.name : String(cause), { cause });
  }
}

export const isStorageUnavailable = (error: unknown): boolean => codeOf(error) === 'storage_unavailable';
