import { z } from 'zod';
import type { Named } from '#events/common.ts';
import { ok } from '#events/failures.ts';
import { controlsOf } from '#events/organisation/controls.ts';
import type { Instant } from '#events/time.ts';
import type { Role } from '#events/user/events.ts';
import { query } from '#app/kit/query/query.ts';
import { readOrganisation } from '#app/kit/people/profile.ts';
import { fullName } from '#app/kit/query/viewer.ts';

/** The organisation with the settings that a client needs. */
export const getOrganisation = query({
  name: 'organisation.about',
  input: z.object({}),
  permission: 'signed-in',
  async run(_, { db, viewer: { settings } }) {
    const { timeZone, trainingDueDays, uploadLimit } = settings;
    const { reasonForChange, separationOfDuties, identityVerified } = controlsOf(settings);
    const controls = { reasonForChange, separationOfDuties, identityVerified };
    return ok({ ...(await readOrganisation(db)), timeZone, trainingDueDays, uploadLimit, controls });
  },
});

/** Who acts with a token. */
export interface Me {
  kind: 'user' | 'service_account';
  uid: string;
  name: string;
  /** Null for a service account. */
  email: string | null;
  /** Of the person, or of the owner. */
  role: Role;
  organisation: Named;
  serviceAccount: { owner: Named & { email: string }; scopes: readonly string[]; expiresAt: Instant } | null;
}

/** Who acts with this token: a person, or a service account and its owner. */
export const getMe = query({
  name: 'user.me',
  input: z.object({}),
  permission: 'signed-in',
  async run(_, { db, viewer }) {
    const { uid, email, role, org, orgName, serviceAccount } = viewer;
    const person = { uid, name: fullName(viewer), email };
    const common = { role, organisation: { uid: org, name: orgName } };
    if (!serviceAccount) return ok<Me>({ kind: 'user', ...person, ...common, serviceAccount: null });
    const { uid: account, name, scopes } = serviceAccount;
    const { expires_at: expiresAt } = await db
      .selectFrom('read.service_account')
      .select('expires_at')
      .where('uid', '=', account)
      .executeTakeFirstOrThrow();
    const held = { owner: person, scopes, expiresAt };
    return ok<Me>({ kind: 'service_account', uid: account, name, email: null, ...common, serviceAccount: held });
  },
});
