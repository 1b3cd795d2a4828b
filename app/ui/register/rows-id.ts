/** Where the second skip link of a page goes: the rows of its table. */
export const rowsId = 'list-rows';
