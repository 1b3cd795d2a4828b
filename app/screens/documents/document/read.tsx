import { tabLoader } from './load-tab.ts';

export { DocumentTab as default, tabMeta as meta, revalidateTab as shouldRevalidate } from './document-tab.tsx';

/** The PDF of a document. `?page=`: the page of it that is shown. */
export const loader = tabLoader('read');
