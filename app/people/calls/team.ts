import { z } from 'zod';
import { identityHow, userStatus } from '#events/user/events.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { verifyIdentity } from '#app/people/commands/verify-identity.ts';
import { inviteUser } from '#app/people/commands/invite.ts';
import { reactivateUser } from '#app/people/commands/activation.ts';
import { user } from '#app/kit/call/user-entity.ts';
import { byUid } from '#app/kit/call/parameters.ts';
import { answersUser, userAnswer } from '#app/kit/call/user-answer.ts';
import {
  comparesInvited,
  comparesReactivation,
  comparesUser,
  invitedBody,
  reactivationBody,
  toManager,
  toProfileFields,
  userBody,
} from '#app/people/calls/user-body.ts';
import { ownOrganisation } from '#app/kit/call/own-organisation.ts';
import { reads, runs } from '#app/kit/call/endpoint.ts';
import { getProfile } from '#app/kit/people/profile.ts';

const tag = 'Users';

export const getUserStatus = reads({
  method: 'GET',
  path: '/api/users/{uid}/status',
  operation: 'getUserStatus',
  tag,
  summary: 'Whether a person is invited, active or deactivated',
  description: 'Yourself, or anybody for admins.',
  params: byUid,
  data: z.object({ uid: z.uuid(), status: userStatus }),
  refusals: ['not_allowed'],
  asks: getProfile,
  input: ({ params }) => ({ user: params.uid }),
  answer: ({ profile: { uid, status } }) => ({ data: { uid, status } }),
});

export const postUser = runs({
  method: 'POST',
  path: '/api/users',
  operation: 'inviteUser',
  tag,
  summary: 'Invite a person',
  description: 'The person becomes INVITED and gets a code by email, valid for 24 hours or as the settings say.',
  body: invitedBody,
  compares: comparesInvited,
  data: user,
  status: 201,
  versioned: true,
  refusals: ['email_in_use', 'email_format', 'super_admin_required', 'department_unknown', 'not_found'],
  command: inviteUser,
  input: (call) => {
    ownOrganisation(call, call.body.org);
    return { ...toProfileFields(call.body), email: call.body.email };
  },
  answer: async ({ user: uid }, call) => ({ ...(await userAnswer(uid, call)), uid, location: `/api/users/${uid}` }),
});

export const putUser = runs({
  ...answersUser,
  method: 'PUT',
  path: '/api/users/{uid}',
  operation: 'editUser',
  summary: 'Change names, role, departments and manager',
  description:
    'The email address cannot be changed because signatures refer to it. Departments decide which training a ' +
    'person gets.',
  body: userBody,
  compares: comparesUser,
  versioned: true,
  refusals: ['super_admin_required', 'department_unknown', 'last_admin', 'local_admin', 'user_not_in_status'],
  command: editUser,
  input: (call) => {
    ownOrganisation(call, call.body.org);
    return {
      ...toProfileFields(call.body),
      manager: toManager(call.body),
      user: call.params.uid,
      expectedVersion: call.expectedVersion,
    };
  },
});

export const deleteUser = runs({
  ...answersUser,
  method: 'DELETE',
  path: '/api/users/{uid}',
  operation: 'deactivateUser',
  summary: 'Deactivate a person',
  description: 'The person becomes INACTIVE: sessions end and open training is cancelled. Signatures stay.',
  versioned: true,
  refusals: ['cannot_deactivate_self', 'last_admin', 'local_admin', 'user_not_in_status', 'super_admin_required'],
  command: deactivateUser,
  input: ({ params, expectedVersion }) => ({ user: params.uid, expectedVersion }),
});

export const putIdentity = runs({
  ...answersUser,
  method: 'PUT',
  path: '/api/users/{uid}/identity',
  operation: 'verifyIdentity',
  summary: 'Record how the identity of a person was verified',
  description: 'An organisation can require it before a person signs. Nobody records their own.',
  body: z.object({ how: z.string().meta({ enum: identityHow.options.filter((one) => one !== 'set_up') }) }),
  versioned: true,
  refusals: ['user_not_in_status'],
  command: verifyIdentity,
  input: ({ params, body, expectedVersion }) => ({ user: params.uid, how: body.how, expectedVersion }),
});

export const putReactivate = runs({
  ...answersUser,
  method: 'PUT',
  path: '/api/users/{uid}/reactivate',
  operation: 'reactivateUser',
  summary: 'Reactivate a deactivated person',
  description: 'The person becomes INVITED and gets a new code by email.',
  body: reactivationBody,
  compares: comparesReactivation,
  versioned: true,
  refusals: ['user_not_in_status', 'super_admin_required'],
  command: reactivateUser,
  input: ({ params, expectedVersion }) => ({ user: params.uid, expectedVersion }),
});
