import { saveDepartments, tabLoader } from './load-tab.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { DocumentTab as default, tabMeta as meta, revalidateTab as shouldRevalidate } from './document-tab.tsx';

/** A scheduled or effective document, with the first tab of the role. */
export const loader = tabLoader(null);

export const action = saveDepartments;
