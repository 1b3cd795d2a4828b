import type { commentEvents } from '#events/document/comment-events.ts';
import type { Descriptions } from '#app/kit/words/event-description.ts';
import { placeInWords } from '#app/documents/words/change-requests.ts';

/** The comments to versions in review, in words. */
export const commentDescriptions: Descriptions<keyof typeof commentEvents> = {
  CommentMade: (data) => ({
    sentence: `commented on page ${data.page} of version ${data.version}`,
    note: [data.mustFix && 'Must be fixed.', data.words && placeInWords({ page: null, words: data.words })]
      .filter(Boolean)
      .join(' '),
    reason: data.text,
  }),
  CommentAnswered: ({ page, version, to, text }) => ({
    sentence: `answered the comment of ${to.name} on page ${page} of version ${version}`,
    reason: text,
  }),
  CommentResolved: ({ page, version, mustFix, how }) => ({
    sentence: `resolved a comment on page ${page} of version ${version}${mustFix ? ' that must be fixed' : ''}`,
    reason: how,
  }),
};
