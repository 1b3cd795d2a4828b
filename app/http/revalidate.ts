import type { ShouldRevalidateFunction } from '@remix-run/react';

/**
 * For routes whose forms guard against lost updates: where one was refused because somebody else was faster (412), the page is loaded
 * again around what was typed, so that it shows what is there, and the form is for that. A preview changes nothing.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, formData, defaultShouldRevalidate }) =>
  formData?.has('preview') ? false : defaultShouldRevalidate || actionStatus === 412;
