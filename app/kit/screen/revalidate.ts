import type { ShouldRevalidateFunction } from '@remix-run/react';

/**
 * Loads a page again after a conflict (412), so that the form applies to the current state. A preview and a title check
 * (`stay`) do not load it: that would renew the expected version and remove a toast that is still unread.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, formData, defaultShouldRevalidate }) =>
  formData?.has('preview') || formData?.has('stay') ? false : defaultShouldRevalidate || actionStatus === 412;

/** Also loads the page again after 409: an approval or training may be closed meanwhile, and the page shows that. */
export const revalidateOnceOver: ShouldRevalidateFunction = (args) =>
  args.actionStatus === 409 || shouldRevalidate(args);
