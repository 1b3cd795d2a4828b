import { tabLoader } from './load-tab.ts';

export { ReadTab as default } from './read-tab.tsx';

export { tabMeta as meta, revalidateTab as shouldRevalidate } from '../use-document-tab.ts';

/** The PDF of a document. `?page=`: the page of it that is shown. */
export const loader = tabLoader('read');
