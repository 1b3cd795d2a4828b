/** How urgent a requested change is. Here without a schema, so that a page needs no zod. */
export const urgencies = ['low', 'normal', 'urgent'] as const;
export type Urgency = (typeof urgencies)[number];
