import type { EventData } from '#events/catalogue.ts';
import type { Actor } from '#events/actor.ts';
import type { Change } from '#events/common.ts';
import type { Instant } from '#events/time.ts';
import { role } from '#events/user/events.ts';
import type { Projection, RowOf, ProjectionWriter } from './projection.ts';

/** A changed address and a reset second factor void the verification. */
const notIdentified = { identity_how: null, identity_by: null, identity_verified_at: null };

const noPendingEmail = { pending_email: null, pending_email_until: null };

/** The people of the organisation and their departments. */
export const users: Projection = {
  name: 'users',
  tables: ['user_account', 'user_department'],
  handles: {
    UserRegistered: ({ data, recordedAt }, to) =>
      join(data, { status: 'ACTIVE', created_at: recordedAt, confirmed_at: recordedAt, code_expires_at: null }, to),
    UserInvited: ({ data, recordedAt }, to) =>
      join(
        data,
        { status: 'INVITED', created_at: recordedAt, confirmed_at: null, code_expires_at: data.codeExpiresAt },
        to,
      ),
    PersonImported: ({ data, recordedAt }, to) =>
      to.stage(data.import, 'user_account', {
        uid: data.user,
        first_name: data.firstName,
        last_name: data.lastName,
        email: '',
        role: 'EMPLOYEE',
        status: 'INACTIVE',
        created_at: recordedAt,
        deactivated_at: recordedAt,
      }),
    ImportCompleted: ({ data }, to) => to.release(data.import, 'user_account'),
    UserConfirmed: ({ data, recordedAt }, to) =>
      to.patch('user_account', { uid: data.user }, { status: 'ACTIVE', confirmed_at: recordedAt }),
    UserReconfirmed: ({ data, recordedAt }, to) =>
      to.patch('user_account', { uid: data.user }, { status: 'ACTIVE', confirmed_at: recordedAt }),
    UserEdited: ({ data }, to) => {
      const changes = Object.assign({}, ...data.changes.map(profileChange)) as Partial<RowOf<'user_account'>>;
      if (Object.keys(changes).length > 0) to.patch('user_account', { uid: data.user }, changes);
      for (const { uid } of data.departmentsRemoved)
        to.remove('user_department', { user_uid: data.user, department_uid: uid });
      for (const { uid } of data.departmentsAdded)
        to.put('user_department', { user_uid: data.user, department_uid: uid });
    },
    UserManagerChanged: ({ data }, to) =>
      to.patch('user_account', { uid: data.user }, { manager_uid: data.new?.uid ?? null }),
    UserDeactivated: ({ data, recordedAt }, to) =>
      to.patch(
        'user_account',
        { uid: data.user },
        { status: 'INACTIVE', deactivated_at: recordedAt, ...noPendingEmail },
      ),
    UserReactivated: ({ data }, to) =>
      to.patch(
        'user_account',
        { uid: data.user },
        {
          status: 'INVITED',
          deactivated_at: null,
          code_expires_at: data.codeExpiresAt,
          directory_issuer: null,
          directory_subject: null,
        },
      ),
    VerificationCodeIssued: ({ data }, to) => {
      if (data.purpose !== 'reset') to.patch('user_account', { uid: data.user }, { code_expires_at: data.expiresAt });
    },
    PasswordSet: ({ data, recordedAt }, to) =>
      to.patch(
        'user_account',
        { uid: data.user },
        // A code from the mailbox lifts a lock that ends by itself.
        { credential_updated_at: recordedAt, ...(data.how === 'changed' ? {} : { locked_until: null }) },
      ),
    UserLockedOut: ({ data, recordedAt }, to) =>
      to.patch(
        'user_account',
        { uid: data.user },
        data.until === null ? { awaits_unlock_since: recordedAt } : { locked_until: data.until },
      ),
    AccountUnlocked: ({ data }, to) =>
      to.patch('user_account', { uid: data.user }, { locked_until: null, awaits_unlock_since: null }),
    EmailChangeRequested: ({ data }, to) =>
      to.patch(
        'user_account',
        { uid: data.user },
        { pending_email: data.new, pending_email_until: data.codeExpiresAt },
      ),
    // The address stays, so that its code finds what happened.
    EmailChangeCancelled: ({ data, recordedAt }, to) =>
      to.patch('user_account', { uid: data.user }, { pending_email_until: recordedAt }),
    EmailChanged: ({ data }, to) =>
      to.patch('user_account', { uid: data.user }, { email: data.new, ...noPendingEmail, ...notIdentified }),
    AuthenticatorRevoked: ({ data }, to) => {
      if (data.because === 'reset_by_admin') to.patch('user_account', { uid: data.user }, notIdentified);
    },
    DirectoryLinked: ({ data }, to) =>
      to.patch('user_account', { uid: data.user }, { directory_issuer: data.issuer, directory_subject: data.subject }),
    DirectoryUnlinked: ({ data }, to) =>
      to.patch(
        'user_account',
        { uid: data.user },
        { directory_issuer: null, directory_subject: null, ...notIdentified },
      ),
    IdentityVerified: ({ data, actor, recordedAt }, to) =>
      to.patch('user_account', { uid: data.user }, identified(data.how, actor, recordedAt)),
    EarlierPeopleVerified: ({ data, actor, recordedAt }, to) => {
      for (const { uid } of data.people) to.patch('user_account', { uid }, identified('earlier', actor, recordedAt));
    },
    SignatureStatementAccepted: ({ data, recordedAt }, to) =>
      to.patch('user_account', { uid: data.user }, { statement_accepted_at: recordedAt }),
  },
};

const identified = (how: RowOf<'user_account'>['identity_how'], actor: Actor, at: Instant) => ({
  identity_how: how,
  identity_by: actor.kind === 'visitor' ? null : actor.name,
  identity_verified_at: at,
});

type Beginning = Pick<RowOf<'user_account'>, 'status' | 'created_at' | 'confirmed_at' | 'code_expires_at'>;

function join(profile: EventData<'UserRegistered' | 'UserInvited'>, beginning: Beginning, to: ProjectionWriter): void {
  to.put('user_account', {
    uid: profile.user,
    first_name: profile.firstName,
    last_name: profile.lastName,
    email: profile.email,
    role: profile.role,
    ...beginning,
  });
  for (const { uid } of profile.departments) to.put('user_department', { user_uid: profile.user, department_uid: uid });
}

function profileChange({ field, new: value }: Change): Partial<RowOf<'user_account'>> {
  switch (field) {
    case 'firstName':
      return { first_name: value ?? '' };
    case 'lastName':
      return { last_name: value ?? '' };
    case 'role':
      return { role: role.parse(value) };
    default:
      throw new Error(`UserEdited changes ${field}, which a person does not have`);
  }
}
