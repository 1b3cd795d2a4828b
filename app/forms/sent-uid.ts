import { z } from 'zod';

/**
 * A uid that somebody sends, as it is stored: written in capitals it is the same one (RFC 9562 section 4). Streams are
 * named by it, so that in capitals it would name another stream of the same thing.
 */
export const sentUid = (error?: string) => z.uuid(error).toLowerCase();

/**
 * A uid that a form was given for what it makes: random (version 4), as all are. The nil one is where uploads land that
 * nobody has taken yet.
 */
export const newUid = z.uuidv4().toLowerCase();
