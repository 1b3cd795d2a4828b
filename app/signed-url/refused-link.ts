/** The one wording of a link that grants nothing: it has expired, was changed, or its session has ended. */
export const refusedLink = {
  title: 'This link does not work',
  sentence: 'It has expired or is not valid. Request it again.',
} as const;

/** The wording of a link that somebody else opens in their own session. */
export const othersLink = {
  title: 'This link belongs to someone else',
  sentence: 'A link works for the person who requested it. Request one of your own.',
} as const;

/** 410 for a link that was good once, 403 for one that this product did not give. */
export const linkStatus = { expired: 410, forged: 403 } as const;
