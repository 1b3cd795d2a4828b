import { z } from 'zod';
import { texts } from '#events/texts.ts';
import { user, toUser } from '#app/kit/call/user-entity.ts';
import { byUid, changedSince, flag, sortedBy, toIso } from '#app/kit/call/parameters.ts';
import { reads } from '#app/kit/call/endpoint.ts';
import { findProfiles, userSorts } from '#app/people/queries/find-profiles.ts';
import { getProfile } from '#app/kit/people/profile.ts';

const tag = 'Users';

export const getUser = reads({
  method: 'GET',
  path: '/api/users/{uid}',
  operation: 'getUser',
  tag,
  summary: 'One person',
  description: 'Yourself, or anybody for admins.',
  params: byUid,
  data: user,
  versioned: true,
  refusals: ['not_allowed'],
  asks: getProfile,
  input: ({ params }) => ({ user: params.uid }),
  answer: ({ profile, streamVersion }) => ({ data: toUser(profile), version: streamVersion }),
});

export const listUsers = reads({
  method: 'GET',
  path: '/api/users',
  operation: 'listUsers',
  tag,
  summary: 'People, by email address or of the organisation',
  description:
    'With `email` the list holds that person or is empty; you can look up yourself, admins anybody. With `org` it ' +
    'lists the organisation by name; authors get the possible approvers. `changed_since` finds people whose name, ' +
    'email, role, status or departments changed; deactivated people only with `include_inactive=true`.',
  query: z
    .object({
      email: z
        .string()
        .max(1000)
        .meta({ examples: ['ines.okafor@northmere.example'] })
        .optional(),
      org: z.string().max(100).meta({ format: 'uuid' }).optional().describe("The organisation's uid."),
      include_inactive: flag.optional(),
      changed_since: changedSince,
      sort: sortedBy(userSorts, 'name'),
    })
    .refine(({ email, org }) => email !== undefined || org !== undefined, { path: ['email'], error: texts.required }),
  list: true,
  data: z.array(user),
  refusals: ['not_allowed', 'not_found'],
  asks: findProfiles,
  input: ({ query, page }) => ({
    email: query.email,
    org: query.org,
    includeInactive: query.include_inactive ?? false,
    changedSince: toIso(query.changed_since),
    sort: query.sort,
    ...page,
  }),
  answer: ({ profiles, next }) => ({ data: profiles.map(toUser), next }),
});
