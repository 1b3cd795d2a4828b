import type { Projection } from './projection.ts';

/** The programs that may call the API. */
export const serviceAccounts: Projection = {
  name: 'service-accounts',
  tables: ['service_account'],
  handles: {
    ServiceAccountCreated: ({ data, recordedAt }, to) =>
      to.put('service_account', {
        uid: data.account,
        name: data.name,
        owner_uid: data.owner.uid,
        owner_name: data.owner.name,
        scopes: data.scopes,
        networks: data.networks,
        expires_at: data.expiresAt,
        token_uid: data.token,
        created_at: recordedAt,
      }),
    ServiceAccountRotated: ({ data, recordedAt }, to) =>
      to.patch('service_account', { uid: data.account }, { token_uid: data.token, rotated_at: recordedAt }),
    ServiceAccountRevoked: ({ data, recordedAt }, to) =>
      to.patch('service_account', { uid: data.account }, { revoked_at: recordedAt, revoked_reason: data.reason }),
  },
};
