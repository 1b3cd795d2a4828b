/**
 * The statuses to filter the list of documents by; retired ones have a list of their own. EFFECTIVE: some version is.
 */
export const managedStatuses = ['CREATED', 'IN_REVIEW', 'APPROVED', 'REJECTED', 'PENDING', 'EFFECTIVE'] as const;
export type ManagedStatus = (typeof managedStatuses)[number];
