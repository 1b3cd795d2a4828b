import { saveDepartments, tabLoader } from './tabs/load-tab.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { RecordTab as default } from './tabs/record-tab.tsx';

export { tabMeta as meta, revalidateTab as shouldRevalidate } from './use-document-tab.ts';

/** A scheduled or effective document, with the first tab of the role. */
export const loader = tabLoader(null);

export const action = saveDepartments;
