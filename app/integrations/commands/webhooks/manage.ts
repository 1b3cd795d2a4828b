import { z } from 'zod';
import { texts } from '#events/texts.ts';
import { webhookKinds } from '#events/webhook/kinds.ts';
import * as rules from '#events/webhook/webhook.ts';
import { change, isChange } from '#app/kit/command/change.ts';
import { unlessUnreasoned } from '#app/kit/command/reason.ts';
import { personalCommand, type CommandContext } from '#app/kit/command/command.ts';
import { targetOf } from '#app/integrations/commands/webhooks/target.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

/** Where a webhook goes, and of what it tells. The command says what is wrong with them. */
const fields = {
  url: z.string({ error: texts.required }).trim(),
  kinds: z.array(z.enum(webhookKinds, texts.invalid)).default([]),
};

const expectedVersion = z.number().optional();

/** Registers a webhook. `secret` of the answer names the signing secret, as `ports.webhooks.secretOf` takes it. */
export const registerWebhook = personalCommand({
  name: 'webhook.register',
  input: z.object(fields),
  permission: 'webhook.manage',
  async run({ url, kinds }, context) {
    const { ports } = context;
    const [webhook, secret] = [ports.newId(), ports.newId()];
    const { standing } = await ports.webhooks.lookUp(url);
    return change(context, targetOf(webhook), async (state, { principal }) => ({
      decision: rules.registerWebhook(
        { principal, webhook, secret, url, standing, kinds, others: await countWebhooks(context) },
        state,
      ),
      answer: { webhook, secret },
    }));
  },
});

/** Changes where a webhook goes, or of what it tells. */
export const changeWebhook = personalCommand({
  name: 'webhook.change',
  input: z.object({ ...fields, webhook: sentUid(), expectedVersion }),
  permission: 'webhook.manage',
  reason: 'depends',
  async run({ webhook, url, kinds, reason, expectedVersion: version }, context) {
    const { standing } = await context.ports.webhooks.lookUp(url);
    return change(context, targetOf(webhook, version), (state, { principal }) => {
      const changing = { principal, url, standing, kinds, reason };
      const decision = unlessUnreasoned(rules.changeWebhook(changing, state), context.viewer, reason);
      return { decision, answer: { webhook, changed: isChange(decision) } };
    });
  },
});

/** Gives a webhook another secret. The one before signs too for a day. */
export const rotateWebhook = personalCommand({
  name: 'webhook.rotate',
  input: z.object({ webhook: sentUid() }),
  permission: 'webhook.manage',
  reason: 'offered',
  run({ webhook, reason }, context) {
    const secret = context.ports.newId();
    return change(context, targetOf(webhook), (state, { principal }) => ({
      decision: rules.rotateWebhookSecret({ principal, secret, reason }, state),
      answer: { webhook, secret },
    }));
  },
});

/** Turns a webhook on again. What waited since is sent first. */
export const enableWebhook = personalCommand({
  name: 'webhook.enable',
  input: z.object({ webhook: sentUid() }),
  permission: 'webhook.manage',
  reason: 'offered',
  run: ({ webhook, reason }, context) =>
    change(context, targetOf(webhook), (state, { principal }) => ({
      decision: rules.enableWebhook({ principal, reason }, state),
      answer: { webhook },
    })),
});

/** Removes a webhook, for a reason. */
export const removeWebhook = personalCommand({
  name: 'webhook.remove',
  input: z.object({ webhook: sentUid() }),
  permission: 'webhook.manage',
  reason: 'required',
  run: ({ webhook, reason }, context) =>
    change(context, targetOf(webhook), (state, { principal }) => ({
      decision: rules.removeWebhook({ principal, reason }, state),
      answer: { webhook },
    })),
});

const countWebhooks = ({ ports, org }: CommandContext): Promise<number> =>
  ports.database.read(org, async (db) => {
    const { count } = await db
      .selectFrom('read.webhook')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(count);
  });
