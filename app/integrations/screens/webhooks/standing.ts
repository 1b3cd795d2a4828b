import type { WebhookRow } from '#app/integrations/queries/webhooks/list.ts';
import { showMoment } from '#app/ui/text/date.ts';
import { disabledWords } from '#app/integrations/words/webhooks.ts';

/** How a webhook is doing, in a line. */
export function standingOf({ disabled, last }: Pick<WebhookRow, 'disabled' | 'last'>): string {
  if (disabled) return `Turned off ${showMoment(disabled.at)}: ${lowerFirst(disabledWords[disabled.because])}`;
  if (!last) return 'Nothing sent yet';
  const answer = last.status === null ? 'no answer' : `answer ${last.status}`;
  return `${last.state === 'delivered' ? 'Last delivered' : 'Last attempt failed'} ${showMoment(last.at)}, ${answer}`;
}

const lowerFirst = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
