/** The storage gives no answer, or one that says that it cannot work: what was asked may be asked again. Its message is that of the cause. */
export class StorageAway extends Error {
  override name = 'StorageAway';
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message || cause.name : String(cause), { cause });
  }
}

/** By its name: the server and the screens are two bundles, each with a class of its own. */
export const isStorageAway = (fault: unknown): boolean => fault instanceof Error && fault.name === 'StorageAway';
