import { tabLoader } from './load-tab.ts';

export { DocumentTab as default, tabMeta as meta, revalidateTab as shouldRevalidate } from './document-tab.tsx';

/** What happened to a document. */
export const loader = tabLoader('timeline');
