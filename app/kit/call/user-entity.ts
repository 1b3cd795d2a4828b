import { z } from 'zod';
import { domainName, emailAddress, firstName, fullName, lastName, organisationName } from '#app/kit/call/fields.ts';
import { role, userStatus } from '#events/user/events.ts';
import { department, toDepartment } from '#app/kit/call/department-entity.ts';
import { moment, toMoment, toMomentOrNull } from '#app/kit/call/moment.ts';
import type { OrganisationRecord, Profile } from '#app/kit/people/profile.ts';

export const organisation = z
  .object({
    uid: z.uuid(),
    name: organisationName,
    status: z.enum(['ACTIVE']),
    stripeId: z.null(),
    createdDate: moment,
    domain: domainName,
    passwordPolicy: z.int().describe('Days that a password stays valid.'),
  })
  .meta({ id: 'Org' });

export const user = z
  .object({
    uid: z.uuid(),
    firstName,
    lastName,
    email: emailAddress,
    phoneNum: z.literal('').describe('Always blank.'),
    org: organisation,
    role,
    departments: z.array(department),
    manager: z
      .object({ uid: z.uuid(), name: fullName })
      .nullable()
      .describe('Null where the person has none. Shown to the person and to admins.'),
    status: userStatus,
    cognitoId: z.uuid().describe('The same as uid.'),
    token: z.null().describe('Always null.'),
    createdDate: moment,
    credentialUpdateDate: moment.nullable().describe('Shown to the person and to admins.'),
    lock: z
      .object({ until: moment.nullable().describe('Null where only an admin ends the lock.') })
      .nullable()
      .describe('The lock of the account after too many failed attempts; null where it has none. Shown to admins.'),
  })
  .meta({ id: 'User' });

/** The organisation as the specification's Org. */
export const toOrganisation = ({
  uid,
  name,
  domain,
  passwordPolicy,
  createdAt,
}: OrganisationRecord): z.infer<typeof organisation> => ({
  uid,
  name,
  status: 'ACTIVE',
  stripeId: null,
  createdDate: toMoment(createdAt),
  domain,
  passwordPolicy,
});

/** A person as the specification's User. */
export const toUser = (profile: Profile): z.infer<typeof user> => ({
  uid: profile.uid,
  firstName: profile.firstName,
  lastName: profile.lastName,
  email: profile.email,
  phoneNum: '',
  org: toOrganisation(profile.organisation),
  role: profile.role,
  departments: profile.departments.map((named) => toDepartment(named, profile.organisation.uid)),
  manager: profile.manager,
  status: profile.status,
  cognitoId: profile.uid,
  token: null,
  createdDate: toMoment(profile.createdAt),
  credentialUpdateDate: toMomentOrNull(profile.credentialUpdatedAt),
  lock: profile.lock && { until: toMomentOrNull(profile.lock.until) },
});
