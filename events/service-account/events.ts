import { z } from 'zod';
import { instant, named, uid } from '#events/common.ts';
import { event, never } from '#events/event.ts';
import { scopes } from '#events/service-account/scopes.ts';

const account = z.object({ account: uid, name: z.string() });

/** Stream `service-account-<uid>`. `token` names the one token that counts from then on; it cannot be used itself. */
export const serviceAccountEvents = {
  ServiceAccountCreated: event('service_account.manage', never, {
    ...account.shape,
    /** The person who answers for the account, whose rights it never exceeds. */
    owner: named,
    scopes: z.array(z.enum(scopes)).min(1),
    expiresAt: instant,
    /** Addresses or networks (192.0.2.0/24) that it may call from; every one where empty. */
    networks: z.array(z.string()),
    token: uid,
    /** True of accounts of before version 2, which could also name approvers in a review and give roles. */
    wide: z.boolean(),
  }),
  ServiceAccountRotated: event('service_account.manage', never, {
    ...account.shape,
    token: uid,
    reason: z.string().nullable(),
  }),
  ServiceAccountRevoked: event('service_account.manage', never, { ...account.shape, reason: z.string() }),
} as const;
