import { describe, expect, it } from 'vitest';
import {
  createServiceAccount,
  revokeServiceAccount,
  rotateServiceAccount,
  serviceAccountEvolution,
  type CreateServiceAccount,
} from '#events/service-account/account.ts';
import { mayCause } from '#events/service-account/allowed-events.ts';
import { scopes } from '#events/service-account/scopes.ts';
import { fold } from '#events/decider.ts';
import { isNetwork } from '#app/adapters/environment/network.ts';
import { isWithin } from '#app/sign-in/adapters/allowed-networks.ts';
import { isServiceToken } from '#app/sign-in/adapters/service-tokens.ts';
import { admin, author } from '#tests/deciders/people.ts';

const uid = (digit: number) => `0199a1b2-0000-7000-8000-${String(digit).padStart(12, '0')}`;
const now = '2026-03-12T08:00:00.000Z';
const asked: CreateServiceAccount & { expiresAt: string } = {
  principal: admin,
  now,
  account: uid(1),
  token: uid(2),
  name: ' HR  sync ',
  nameInUse: false,
  owner: { uid: uid(3), name: 'Ines Okafor', role: 'ADMIN', status: 'ACTIVE' },
  scopes: ['people:read'],
  expiresAt: '2028-03-12T08:00:00.000Z',
  networks: ['192.0.2.0/24', '2001:db8::/32', '198.51.100.7'],
};
const created = createServiceAccount(asked, null);
const state = fold(serviceAccountEvolution, created.ok ? created.events : []);

describe('a service account', () => {
  it('is created by an admin, and expires within two years', () => {
    expect(created).toMatchObject({
      ok: true,
      events: [{ data: { name: 'HR sync', owner: { name: 'Ines Okafor' } } }],
    });
    const refused = (more: Partial<CreateServiceAccount>) => {
      const ruling = createServiceAccount({ ...asked, ...more }, null);
      return ruling.ok ? null : [ruling.failure.code, ...Object.keys(ruling.failure.fields ?? {})];
    };
    expect(refused({ principal: author })).toEqual(['not_allowed']);
    expect(refused({ name: ' ' })).toEqual(['invalid_input', 'name']);
    expect(refused({ nameInUse: true })).toEqual(['service_account_exists']);
    expect(refused({ scopes: [] })).toEqual(['invalid_input', 'scopes']);
    expect(refused({ expiresAt: now })).toEqual(['invalid_input', 'expires']);
    expect(refused({ expiresAt: '2028-03-12T08:00:00.001Z' })).toEqual(['invalid_input', 'expires']);
    expect(refused({ owner: null })).toEqual(['invalid_input', 'owner']);
    expect(refused({ owner: { ...asked.owner!, status: 'INACTIVE' } })).toEqual(['invalid_input', 'owner']);
    expect(refused({ owner: { ...asked.owner!, role: 'SUPER_ADMIN' } })).toEqual(['invalid_input', 'owner']);
    expect(refused({ networks: Array<string>(21).fill('::1') })).toEqual(['invalid_input', 'networks']);
    const allWrong = refused({ name: '', expiresAt: null, wrongNetwork: 'here', scopes: [] });
    expect(allWrong).toEqual(['invalid_input', 'name', 'scopes', 'expires', 'networks']);
    expect(asked.networks.every(isNetwork)).toBe(true);
    for (const network of ['192.0.2.0/33', '192.0.2', 'example.org', '::/129', '192.0.2.0/24/1', '192.0.2.0/'])
      expect(isNetwork(network), network).toBe(false);
  });

  it('is rotated until it ends, and revoked once', () => {
    const rotate = { principal: admin, now, token: uid(4), reason: null } as const;
    const revoke = { principal: admin, now, reason: 'Not needed.' } as const;
    expect(rotateServiceAccount(rotate, state)).toMatchObject({ events: [{ data: { token: uid(4) } }] });
    expect(rotateServiceAccount({ ...rotate, now: asked.expiresAt }, state)).toMatchObject({
      failure: { code: 'service_account_ended' },
    });
    const revoked = revokeServiceAccount(revoke, state);
    const after = fold(serviceAccountEvolution, [
      ...(created.ok ? created.events : []),
      ...(revoked.ok ? revoked.events : []),
    ]);
    for (const decision of [rotateServiceAccount(rotate, after), revokeServiceAccount(revoke, after)])
      expect(decision).toMatchObject({ failure: { code: 'service_account_ended' } });
  });

  it.each<[string, string[]]>([
    ['signs', ['ApprovalGiven', 'ApprovalRejected', 'TrainingCompleted', 'ImportChecked', 'ImportApproved']],
    ['publishes', ['DocumentPublished', 'EffectiveDateChanged', 'DocumentDeclaredExternallyEffective']],
    ['retires', ['DocumentRetired', 'DocumentReinstated']],
    ['excepts from the separation of duties', ['SeparationOfDutiesWaived']],
    ['decides who signs', ['FunctionGranted', 'FunctionWithdrawn', 'AbsenceDeclared', 'RouteDefined', 'RouteChanged']],
    ['says who somebody is', ['IdentityVerified', 'PasswordSet', 'EmailChanged']],
    ['makes a program or changes settings', ['ServiceAccountCreated', 'OrganisationSettingsChanged']],
  ])('with every scope never %s', (_, types) => {
    for (const type of types) expect([type, mayCause(scopes, type)]).toEqual([type, 'never']);
  });

  it('is used from its networks alone', () => {
    const within = (address: string | null) => isWithin(asked.networks, address);
    expect(['192.0.2.9', '::ffff:192.0.2.9', '2001:db8:1::1', '198.51.100.7'].map(within)).toEqual(Array(4).fill(true));
    expect(['192.0.3.9', '2001:db9::1', '198.51.100.8', null].map(within)).toEqual(Array(4).fill(false));
    expect(isWithin([], null)).toBe(true);
  });

  it('has a token with a checksum', () => {
    // The checksum of GitHub's tokens: CRC-32 of the secret part in base 62.
    expect(isServiceToken('imp_sa_0123456789ABCDEFGHIJKLMNOPQRST4PMbyp')).toBe(true);
    expect(isServiceToken('imp_sa_0123456789ABCDEFGHIJKLMNOPQRSU4PMbyp')).toBe(false);
  });
});
