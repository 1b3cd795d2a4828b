import type { Projection } from './projection.ts';

/** The second factors that people have enrolled. */
export const authenticators: Projection = {
  name: 'authenticators',
  tables: ['authenticator'],
  handles: {
    AuthenticatorEnrolled: ({ data, recordedAt }, to) =>
      to.put('authenticator', {
        uid: data.authenticator,
        user_uid: data.user,
        kind: data.kind,
        credential_id: data.credentialId,
        public_key: data.publicKey,
        model: data.model,
        enrolled_at: recordedAt,
      }),
    AuthenticatorRevoked: ({ data, recordedAt }, to) =>
      to.patch('authenticator', { uid: data.authenticator }, { revoked_at: recordedAt }),
  },
};
