import { streams } from '#events/streams.ts';
import { webhookEvolution } from '#events/webhook/webhook.ts';

/** The stream of a webhook, and the version of it that the person saw, where a request names one. */
export const targetOf = (webhook: string, expectedVersion?: number) => ({
  stream: streams.webhook(webhook),
  evolution: webhookEvolution,
  expectedVersion,
});
