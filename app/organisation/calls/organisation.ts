import { z } from 'zod';
import { scopes } from '#events/service-account/scopes.ts';
import { role } from '#events/user/events.ts';
import { emailAddress, fullName, organisationName, timeZone } from '#app/kit/call/fields.ts';
import { moment, toMoment } from '#app/kit/call/moment.ts';
import { organisation, toOrganisation } from '#app/kit/call/user-entity.ts';
import { byOrganisation } from '#app/kit/call/parameters.ts';
import { ownOrganisation } from '#app/kit/call/own-organisation.ts';
import { getMe, getOrganisation } from '#app/organisation/queries/about.ts';
import { reads } from '#app/kit/call/endpoint.ts';

const tag = 'Organisation and ledger';
const scope = z.enum(scopes);

const me = z
  .object({
    kind: z.enum(['user', 'service_account']),
    uid: z.uuid(),
    name: fullName.describe('Of the person, or of the service account.'),
    email: emailAddress.nullable().describe('Null for a service account.'),
    role: role.describe('Of the person, or of the owner of the service account.'),
    org: z.object({ uid: z.uuid(), name: organisationName }),
    serviceAccount: z
      .object({
        owner: z.object({ uid: z.uuid(), name: fullName, email: emailAddress }),
        scopes: z.array(scope),
        expiresDate: moment,
      })
      .nullable()
      .describe('Null for a person.'),
  })
  .meta({ id: 'Me' });

export const readMe = reads({
  method: 'GET',
  path: '/api/me',
  operation: 'getMe',
  tag,
  summary: 'Who acts with this token',
  description: 'A person, or a service account with its owner, scopes and expiry.',
  data: me,
  asks: getMe,
  input: () => ({}),
  answer: ({ organisation: org, serviceAccount, ...found }) => ({
    data: {
      ...found,
      org,
      serviceAccount: serviceAccount && {
        owner: serviceAccount.owner,
        scopes: z.array(scope).parse(serviceAccount.scopes),
        expiresDate: toMoment(serviceAccount.expiresAt),
      },
    },
  }),
});

const ownSettings = organisation
  .extend({
    timeZone: timeZone.describe('IANA name. Effective dates begin at 00:00 in it.'),
    trainingDueDays: z.int().describe('Days after the assignment.'),
    uploadLimit: z.int().describe('Bytes of the largest file.'),
    controls: z.object({
      reasonForChange: z.boolean().describe('Changes need a `reason`.'),
      separationOfDuties: z.boolean(),
      identityVerified: z.boolean().describe('People sign only after an admin verified their identity.'),
    }),
  })
  .meta({ id: 'OrgSettings' });

export const readOwnOrganisation = reads({
  method: 'GET',
  path: '/api/orgs/{orgUid}',
  operation: 'getOrganisation',
  tag,
  summary: 'The organisation, with the settings that a client needs',
  params: byOrganisation,
  data: ownSettings,
  asks: getOrganisation,
  input: (call) => {
    ownOrganisation(call, call.params.orgUid);
    return {};
  },
  answer: ({ timeZone, trainingDueDays, uploadLimit, controls, ...found }) => ({
    data: { ...toOrganisation(found), timeZone, trainingDueDays, uploadLimit, controls },
  }),
});
