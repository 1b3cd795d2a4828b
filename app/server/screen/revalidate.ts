import type { ShouldRevalidateFunction } from '@remix-run/react';

/**
 * For routes whose forms guard against lost updates: where one was refused because somebody else was faster (412), the page is loaded
 * again around what was typed, so that it shows what is there, and the form is for that. A preview, and a title that a dialog has checked
 * (`stay`), change nothing: loaded again for them, the page would take what others changed meanwhile for known, and
 * the frame the message that the last answer left for read: a preview that was asked for while its form was saved took the toast away.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, formData, defaultShouldRevalidate }) =>
  formData?.has('preview') || formData?.has('stay') ? false : defaultShouldRevalidate || actionStatus === 412;

/**
 * For what can be over meanwhile, as an approval, or training that was cancelled (409 too): the page is loaded again and shows what there
 * is to do by then, or leads away. As it stood it would be refused for ever.
 */
export const revalidateOnceOver: ShouldRevalidateFunction = (args) =>
  args.actionStatus === 409 || shouldRevalidate(args);
