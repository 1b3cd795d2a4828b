import type { E } from '#events/catalogue.ts';
import type { Decider, Decision } from '#events/decider.ts';
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
  readonly type: 'RegisterWebhook';
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
  readonly type: 'ChangeWebhook';
  readonly url: string;
  readonly standing: AddressStanding;
  readonly kinds: readonly WebhookKind[];
  readonly reason: string | null;
}

interface Rotate extends CommandBase {
  readonly type: 'RotateWebhookSecret';
  readonly secret: string;
  readonly reason: string | null;
}

interface Enable extends CommandBase {
  readonly type: 'EnableWebhook';
  readonly reason: string | null;
}

interface Remove extends CommandBase {
  readonly type: 'RemoveWebhook';
  readonly reason: string;
}

interface Skip extends CommandBase {
  readonly type: 'SkipWebhookDelivery';
  readonly delivery: SkippedDelivery;
  /** Whether it still waits to be sent. */
  readonly waits: boolean;
  readonly reason: string;
}

/** By the product itself. */
interface Disable extends CommandBase {
  readonly type: 'DisableWebhook';
  readonly because: DisabledBecause;
}

export type WebhookCommand = Register | Change | Rotate | Enable | Remove | Skip | Disable;
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

function register(command: Register, state: WebhookState): Ruling {
  if (state) return refuse('conflict');
  const wrong = invalid(command);
  if (wrong) return wrong;
  if (command.others >= mostWebhooks) return refuse('webhooks_too_many');
  const { webhook, url, kinds, secret } = command;
  return record({ type: 'WebhookRegistered', data: { webhook, url, kinds: [...kinds], secret } });
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

function decide(command: WebhookCommand, state: WebhookState): Ruling {
  const { principal } = command;
  if (command.type === 'DisableWebhook') {
    if (principal.kind !== 'system') return refuse('not_allowed');
    if (state?.status !== 'enabled') return record();
    const { webhook, url } = state;
    return record({ type: 'WebhookDisabled', data: { webhook, url, because: command.because } });
  }
  if (!may(principal, 'webhook.manage')) return refuse('not_allowed', { detail: 'Only an admin can manage webhooks.' });
  if (command.type === 'RegisterWebhook') return register(command, state);
  if (!state) return refuse('not_found');
  if (state.status === 'removed') return refuse('webhook_removed');
  switch (command.type) {
    case 'ChangeWebhook': {
      const { url, kinds, reason } = command;
      return invalid(command) ?? become(state, { url, kinds }, reason);
    }
    case 'RotateWebhookSecret':
      return become(state, { secret: command.secret }, command.reason);
    case 'EnableWebhook':
      return become(state, { status: 'enabled' }, command.reason);
    case 'SkipWebhookDelivery': {
      const { delivery, waits, reason } = command;
      if (state.skipped.includes(delivery.delivery)) return record();
      if (!waits) return refuse('webhook_delivery_sent');
      const { webhook, url } = state;
      return record({ type: 'WebhookDeliverySkipped', data: { webhook, url, ...delivery, reason } });
    }
    case 'RemoveWebhook': {
      const { webhook, url } = state;
      return record({ type: 'WebhookRemoved', data: { webhook, url, reason: command.reason } });
    }
  }
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
export const webhookDecider: Decider<WebhookCommand, WebhookEvent, WebhookState> = {
  initialState: null,
  decide,
  evolve,
};
