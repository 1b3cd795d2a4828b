import { z } from 'zod';

/** A uid in lower case, as it is stored (RFC 9562 section 4): streams are named by it. */
export const sentUid = (error?: string) => z.uuid(error).toLowerCase();

/** A uid for a new entity, reserved by a form: random (version 4). Unclaimed uploads use the nil one. */
export const newUid = z.uuidv4().toLowerCase();
