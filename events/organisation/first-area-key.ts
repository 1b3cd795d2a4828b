import { normaliseLine } from '#events/text.ts';

/** The identity of an area that was created before areas could be renamed, from its first name. */
export const firstAreaKey = (name: string): string => normaliseLine(name.normalize('NFKC')).toUpperCase();
