/** A browser that fetches ahead of the person: not somebody taking a file. */
export const isPrefetch = ({ headers }: Request): boolean =>
  ['sec-purpose', 'purpose', 'x-moz'].some((name) => /prefetch|prerender|preview/.test(headers.get(name) ?? ''));
