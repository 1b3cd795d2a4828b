import { saveDepartments, tabLoader } from './load-tab.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { DocumentTab as default, tabMeta as meta, revalidateTab as shouldRevalidate } from './document-tab.tsx';

/** The departments, the training and the files of a document. */
export const loader = tabLoader('record');

export const action = saveDepartments;
