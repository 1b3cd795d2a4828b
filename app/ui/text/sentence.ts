/** Ends a sentence with a full stop, where a name at its end (`Northmere Ltd.`) has not brought one. */
export const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);
