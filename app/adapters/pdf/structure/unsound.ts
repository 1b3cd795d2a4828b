import { hasCode } from '#events/error-code.ts';

/**
 * What is wrong with a PDF's skeleton: `cut` says that its end is missing, `outdated` that its newest change cannot be
 * read, `miscounted` that it has other pages than it says, `objects`, `index` and `unpacked` that it exceeds a limit.
 */
export class UnsoundPdf extends Error {
  readonly code = 'pdf_unsound';

  constructor(
    readonly kind: 'cut' | 'outdated' | 'miscounted' | 'broken' | 'objects' | 'index' | 'unpacked',
    message: string,
  ) {
    super(message);
  }
}

export const isUnsoundPdf = (error: unknown): error is UnsoundPdf => hasCode(error, 'pdf_unsound');

/** Whatever a parser throws says that the file is broken. */
export async function sound<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUnsoundPdf(error)) throw error;
    throw new UnsoundPdf('broken', error instanceof Error ? error.message : String(error));
  }
}
