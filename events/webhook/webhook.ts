import type { E } from '#events/catalogue.ts';
import type { Decision, Evolution } from '#events/decider.ts';
import { refuse } from '#events/failures.ts';
import { may, type Principal } from '#events/permissions.ts';
import type { DisabledBecause } from '#events/webhook/events.ts';
import type { WebhookKind } from '#events/webhook/kinds.ts';
import { addressProblem, type AddressStanding } from '#events/webhook/address.ts';

/** Most webhooks of an organisation. */
export const mostWebhooks = 20;

interface CommandBase {
  readonly principal: Principal;
}

interface Register extends CommandBase {
  /** New uids. */
  readonly webhook: string;
  readonly secret: string;
  readonly url: string;
  /** Where its name led, as the server looked it up. */
  readonly standing: AddressStanding;
  readonly kinds: readonly WebhookKind[];
  /** How many the organisation has. */
  readonly others: number;
}

interface Change extends CommandBase {
  readonly url: string;
  readonly standing: AddressStanding;
  readonly kinds: readonly WebhookKind[];
  readonly reason: string | null;
}

interface Rotate extends CommandBase {
  readonly secret: string;
  readonly reason: string | null;
}

interface Enable extends CommandBase {
  readonly reason: string | null;
}

interface Remove extends CommandBase {
  readonly reason: string;
}

interface Skip extends CommandBase {
  readonly delivery: SkippedDelivery;
  /** Whether it still waits to be sent. */
  readonly waits: boolean;
  readonly reason: string;
}

/** By the product itself. */
interface Disable extends CommandBase {
  readonly because: DisabledBecause;
}

type WebhookEvent = E<
  'WebhookRegistered' | 'WebhookChanged' | 'WebhookRemoved' | 'WebhookDeliverySkipped' | 'WebhookDisabled'
>;
type SkippedDelivery = Pick<E<'WebhookDeliverySkipped'>['data'], 'delivery' | 'kind' | 'position'>;
type Ruling = Decision<WebhookEvent>;

interface Webhook {
  readonly webhook: string;
  readonly url: string;
  readonly kinds: readonly WebhookKind[];
  readonly secret: string;
  readonly status: 'enabled' | 'disabled' | 'removed';
  /** Uids of the deliveries that an admin skipped. */
  readonly skipped: readonly string[];
}
export type WebhookState = Webhook | null;

type Changed = Extract<WebhookEvent, { type: 'WebhookChanged' }>['data'];

const record = (...events: WebhookEvent[]): Ruling => ({ ok: true, events });

function invalid({ url, standing, kinds }: Pick<Register, 'url' | 'standing' | 'kinds'>): Ruling | null {
  const fields: Record<string, string[]> = {};
  const problem = addressProblem(url, standing);
  if (problem) fields.url = [problem];
  if (kinds.length === 0) fields.kinds = ['Choose at least one.'];
  return Object.keys(fields).length > 0 ? refuse('invalid_input', { fields }) : null;
}

/** The webhook as it becomes; nothing where it stays as it is. */
function become(state: Webhook, next: Partial<Webhook>, reason: string | null): Ruling {
  const { webhook, url, kinds, secret, status } = { ...state, ...next };
  const changes: Changed['changes'] = [
    ...(url === state.url ? [] : (['url'] as const)),
    ...(kinds.toSorted().join() === state.kinds.toSorted().join() ? [] : (['kinds'] as const)),
    ...(secret === state.secret ? [] : (['secret'] as const)),
    ...(status === state.status ? [] : (['enabled'] as const)),
  ];
  if (changes.length === 0) return record();
  const formerSecret = secret === state.secret ? null : state.secret;
  return record({
    type: 'WebhookChanged',
    data: { webhook, url, kinds: [...kinds], secret, formerSecret, changes, reason },
  });
}

const notAllowed = () => refuse('not_allowed', { detail: 'Only an admin can manage webhooks.' });

export function registerWebhook(command: Register, state: WebhookState): Ruling {
  if (!may(command.principal, 'webhook.manage')) return notAllowed();
  if (state) return refuse('conflict');
  const wrong = invalid(command);
  if (wrong) return wrong;
  if (command.others >= mostWebhooks) return refuse('webhooks_too_many');
  const { webhook, url, kinds, secret } = command;
  return record({ type: 'WebhookRegistered', data: { webhook, url, kinds: [...kinds], secret } });
}

/** A rule of an admin on a webhook that is not removed. */
const ruleOn =
  <C extends CommandBase>(rule: (command: C, state: Webhook) => Ruling) =>
  (command: C, state: WebhookState): Ruling => {
    if (!may(command.principal, 'webhook.manage')) return notAllowed();
    if (!state) return refuse('not_found');
    return state.status === 'removed' ? refuse('webhook_removed') : rule(command, state);
  };

export const changeWebhook = ruleOn(
  (command: Change, state) =>
    invalid(command) ?? become(state, { url: command.url, kinds: command.kinds }, command.reason),
);

export const rotateWebhookSecret = ruleOn(({ secret, reason }: Rotate, state) => become(state, { secret }, reason));

export const enableWebhook = ruleOn(({ reason }: Enable, state) => become(state, { status: 'enabled' }, reason));

export const skipWebhookDelivery = ruleOn(({ delivery, waits, reason }: Skip, { webhook, url, skipped }) => {
  if (skipped.includes(delivery.delivery)) return record();
  if (!waits) return refuse('webhook_delivery_sent');
  return record({ type: 'WebhookDeliverySkipped', data: { webhook, url, ...delivery, reason } });
});

export const removeWebhook = ruleOn(({ reason }: Remove, { webhook, url }) =>
  record({ type: 'WebhookRemoved', data: { webhook, url, reason } }),
);

export function disableWebhook({ principal, because }: Disable, state: WebhookState): Ruling {
  if (principal.kind !== 'system') return refuse('not_allowed');
  if (state?.status !== 'enabled') return record();
  const { webhook, url } = state;
  return record({ type: 'WebhookDisabled', data: { webhook, url, because } });
}

function evolve(state: WebhookState, { type, data }: WebhookEvent): WebhookState {
  switch (type) {
    case 'WebhookRegistered':
      return { ...data, status: 'enabled', skipped: [] };
    case 'WebhookChanged': {
      const { webhook, url, kinds, secret, changes } = data;
      return (
        state && { ...state, webhook, url, kinds, secret, ...(changes.includes('enabled') && { status: 'enabled' }) }
      );
    }
    case 'WebhookRemoved':
      return state && { ...state, status: 'removed' };
    case 'WebhookDeliverySkipped':
      return state && { ...state, skipped: [...state.skipped, data.delivery] };
    case 'WebhookDisabled':
      return state && { ...state, status: 'disabled' };
  }
}

/** Stream `webhook-<uid>`. */
export const webhookEvolution: Evolution<WebhookEvent, WebhookState> = { initialState: null, evolve };
