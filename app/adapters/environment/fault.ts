import { hasCode } from '#events/error-code.ts';

/**
 * Something outside the product is not as it must be (a setting, a port, a folder's owner). Its message is one plain
 * sentence for the person who starts the product; it is shown without a stack trace.
 */
export class Fault extends Error {
  readonly code = 'fault';
}

/** Recognises a `Fault`, of whichever copy of this module. */
export const isFault = (error: unknown): error is Fault => hasCode(error, 'fault');

/** What an error says, with one full stop at its end. */
export function inASentence(error: unknown): string {
  const words = (error instanceof Error ? error.message : String(error)).trim();
  return `${words.replace(ofOpenSsl, tlsReason).replace(/\.$/, '')}.`;
}

/** OpenSSL's errors name numbers and places of its own source around the reason. */
const ofOpenSsl = /(?:\w+ EPROTO )?[\dA-F]+:error:[\dA-F]+:[^:]*:[^:]*:([^:]+):.*$/s;

const tlsReason = (_whole: string, reason: string): string =>
  reason === 'wrong version number' ? 'what answers there does not speak TLS' : `TLS failed (${reason})`;
