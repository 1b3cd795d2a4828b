import { saveDepartments, tabLoader } from './load-tab.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { RecordTab as default } from './record-tab.tsx';

export { tabMeta as meta, revalidateTab as shouldRevalidate } from '../use-document-tab.ts';

/** The departments, the training and the files of a document. */
export const loader = tabLoader('record');

export const action = saveDepartments;
