import { limits } from '#events/limits.ts';
import { hasUnprintable, isBlank, lengthOf } from '#events/text.ts';
import { invalidText, texts } from '#events/texts.ts';

/** What is wrong with a required reason (trimmed, 1000 characters), in the specification's words; else null. */
export function reasonProblem(reason: string): string | null {
  const text = reason.trim();
  if (isBlank(text)) return texts.required;
  return lengthOf(text) > limits.reason || hasUnprintable(text) ? invalidText(limits.reason) : null;
}

/** The same for a comment or reason that may be left out. */
export const commentProblem = (comment: string | null): string | null =>
  comment === null || isBlank(comment) ? null : reasonProblem(comment);
