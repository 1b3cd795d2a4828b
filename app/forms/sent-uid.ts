import { z } from 'zod';

/**
 * A uid that somebody sends, as it is stored: written in capitals it is the same one (RFC 9562 section 4). Streams are named by it, so that
 * in capitals it would name another stream of the same thing.
 */
export const sentUid = (error?: string) => z.uuid(error).toLowerCase();
