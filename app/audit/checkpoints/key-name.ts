/** The first part of every checkpoint's origin line: `imprimatur/<organisation uid>`. */
export const checkpointKeyName = 'imprimatur';
