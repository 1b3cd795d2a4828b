import { streams } from '#events/streams.ts';
import type { DisabledBecause } from '#events/webhook/events.ts';
import { webhookEvolution } from '#events/webhook/webhook.ts';
import * as rules from '#events/webhook/webhook.ts';
import { change } from '#app/kit/command/change.ts';
import { systemContext } from '#app/kit/command/system.ts';
import type { Ports } from '#app/kit/ports.ts';

/** Turns a webhook off that failed for three days or is gone. Records nothing where it is off already. */
export const disableWebhook = (ports: Ports, org: string, webhook: string, because: DisabledBecause) =>
  change(
    systemContext(ports, org, 'The system', ports.newId()),
    { stream: streams.webhook(webhook), evolution: webhookEvolution },
    (state, { principal }) => ({
      decision: rules.disableWebhook({ principal, because }, state),
      answer: null,
    }),
  );
