/** Where the second skip link of a page goes: the rows of its list. */
export const rowsId = 'list-rows';

/** The attributes of that place; once a page. */
export const rowsPlace = { id: rowsId, tabIndex: -1 } as const;
