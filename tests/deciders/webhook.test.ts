import { describe, expect, it } from 'vitest';
import { fold } from '#events/decider.ts';
import { admin, system } from '#tests/deciders/people.ts';
import { type WebhookCommand, webhookDecider } from '#tests/deciders/rules.ts';

const registration = {
  type: 'RegisterWebhook',
  principal: admin,
  webhook: 'w',
  secret: 's1',
  url: 'https://hooks.example.com/imprimatur',
  standing: 'allowed',
  kinds: ['document.effective'],
  others: 0,
} as const;

/** Decides one after the other; the last decision counts. */
function after(...commands: WebhookCommand[]) {
  let events: Parameters<typeof webhookDecider.evolve>[1][] = [];
  let last: ReturnType<typeof webhookDecider.decide> = { ok: true, events: [] };
  for (const command of commands) {
    last = webhookDecider.decide(command, fold(webhookDecider, events));
    if (last.ok) events = [...events, ...last.events];
  }
  return last;
}

const fieldsOf = (decision: ReturnType<typeof after>) => (decision.ok ? {} : decision.failure.fields);
const employee = { ...admin, role: 'EMPLOYEE' } as typeof admin;
const off = { type: 'DisableWebhook', principal: system, because: 'gone' } as const;

describe('a webhook', () => {
  it('is registered by an admin with an allowed address and a kind', () => {
    expect(after(registration)).toMatchObject({ ok: true, events: [{ type: 'WebhookRegistered' }] });
    expect(after({ ...registration, principal: employee })).toMatchObject({ failure: { code: 'not_allowed' } });
    expect(after({ ...registration, others: 20 })).toMatchObject({ failure: { code: 'webhooks_too_many' } });
    expect(fieldsOf(after({ ...registration, kinds: [] }))).toHaveProperty('kinds');
    for (const standing of ['private', 'unknown', 'no-https'] as const)
      expect(fieldsOf(after({ ...registration, standing }))).toHaveProperty('url');
    for (const url of [
      '',
      'hooks',
      'ftp://hooks.example.com',
      'https://u:p@hooks.example.com',
      `https://a.b/${'x'.repeat(500)}`,
    ])
      expect(fieldsOf(after({ ...registration, url })), url).toHaveProperty('url');
  });

  it('names what changed, and records nothing where nothing did', () => {
    const change = { ...registration, type: 'ChangeWebhook', reason: null } as const;
    expect(after(registration, change)).toEqual({ ok: true, events: [] });
    expect(after(registration, { ...change, url: 'https://b.example' })).toMatchObject({
      events: [{ data: { changes: ['url'], formerSecret: null } }],
    });
    const rotate = { type: 'RotateWebhookSecret', principal: admin, secret: 's2', reason: null } as const;
    expect(after(registration, rotate)).toMatchObject({
      events: [{ data: { changes: ['secret'], secret: 's2', formerSecret: 's1' } }],
    });
  });

  it('is turned off by the product alone, and on by an admin', () => {
    const enable = { type: 'EnableWebhook', principal: admin, reason: null } as const;
    expect(after(registration, { ...off, principal: admin })).toMatchObject({ ok: false });
    expect(after(registration, off)).toMatchObject({ events: [{ type: 'WebhookDisabled' }] });
    expect(after(registration, off, off)).toEqual({ ok: true, events: [] });
    expect(after(registration, off, enable)).toMatchObject({ events: [{ data: { changes: ['enabled'] } }] });
    expect(after(registration, enable)).toEqual({ ok: true, events: [] });
  });

  it('is removed for good', () => {
    const remove = { type: 'RemoveWebhook', principal: admin, reason: 'Not needed.' } as const;
    expect(after(registration, remove)).toMatchObject({ events: [{ type: 'WebhookRemoved' }] });
    expect(after(registration, remove, remove)).toMatchObject({ failure: { code: 'webhook_removed' } });
    expect(after(registration, remove, off)).toEqual({ ok: true, events: [] });
  });
});
