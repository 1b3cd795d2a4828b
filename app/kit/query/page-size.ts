/** Rows of one page of a list. */
export const pageSize = 25;
