/** Whether a browser fetches ahead: that is not a person's download. */
export const isPrefetch = ({ headers }: Request): boolean =>
  ['sec-purpose', 'purpose', 'x-moz'].some((name) => /prefetch|prerender|preview/.test(headers.get(name) ?? ''));
