/**
 * Something outside the product is not as it must be (a setting, a port, a folder's owner). Its message is one plain
 * sentence for the person who starts the product; it is shown without a stack trace.
 */
export class Fault extends Error {
  override name = 'Fault';
}

/** What an error says, with one full stop at its end. */
export const inASentence = (error: unknown): string =>
  `${(error instanceof Error ? error.message : String(error)).trim().replace(/\.$/, '')}.`;
