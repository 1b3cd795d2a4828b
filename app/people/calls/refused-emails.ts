import { z } from 'zod';
import { sendEmailAgain } from '#app/kit/email/refused/send-again.ts';
import { emailKinds } from '#app/kit/words/email-names.ts';
import { emailAddress, fullName } from '#app/kit/call/fields.ts';
import { moment, toMoment } from '#app/kit/call/moment.ts';
import { byUid } from '#app/kit/call/parameters.ts';
import { refusedEmailsAbout, refusedEmailsOfUser, type RefusedEmail } from '#app/kit/email/refused/list.ts';
import { reads, runs } from '#app/kit/call/endpoint.ts';

const key = z.string().meta({
  maxLength: 200,
  examples: ['1042/approval-wanted/5f0c1d3a-7a53-4c60-9d0b-1c2f3a4b5c6d'],
});

const refusedEmail = z
  .object({
    key: key.describe('Names the email: `POST /api/emails/send-again` takes it.'),
    template: z.string().meta({ enum: emailKinds }).describe('The kind of email.'),
    user: z.object({ uid: z.uuid(), name: fullName }),
    email: emailAddress.nullable().describe('The address that was refused; null if it is not known.'),
    refusedDate: moment,
    refusal: z
      .string()
      .meta({ maxLength: 500, examples: ['550 5.1.1 The mailbox does not exist.'] })
      .describe('The words of the receiving server.'),
    again: z
      .enum(['email', 'invitation', 'address'])
      .nullable()
      .describe('What sends it again: this email, a new invitation, or another change of the address.'),
  })
  .meta({ id: 'RefusedEmail' });

const toRefusedEmail = ({ to, address, refusedAt, ...rest }: RefusedEmail): z.input<typeof refusedEmail> => ({
  ...rest,
  user: to,
  email: address,
  refusedDate: toMoment(refusedAt),
});

export const listRefusedEmailsOfUser = reads({
  method: 'GET',
  path: '/api/users/{uid}/refusedemails',
  operation: 'listRefusedEmailsOfUser',
  tag: 'Users',
  summary: 'Emails to a person that the receiving server refused for good',
  params: byUid,
  data: z.array(refusedEmail),
  asks: refusedEmailsOfUser,
  input: ({ params }) => ({ user: params.uid }),
  answer: (emails) => ({ data: emails.map(toRefusedEmail) }),
});

export const listRefusedEmailsAboutDocument = reads({
  method: 'GET',
  path: '/api/docs/{uid}/refusedemails',
  operation: 'listRefusedEmailsAboutDocument',
  tag: 'Documents',
  summary: 'Emails about a document that the receiving server refused for good',
  description: 'For admins and the owner; empty for anybody else.',
  params: byUid,
  data: z.array(refusedEmail),
  asks: refusedEmailsAbout,
  input: ({ params }) => ({ document: params.uid }),
  answer: (emails) => ({ data: emails.map(toRefusedEmail) }),
});

export const postSendAgain = runs({
  method: 'POST',
  path: '/api/emails/send-again',
  operation: 'sendEmailAgain',
  tag: 'Users',
  summary: 'Send an email again that was refused',
  description: 'It is written anew and goes to the present address. For admins, and for the owner of its document.',
  body: z.object({ key }),
  data: z.null(),
  refusals: ['not_found', 'not_allowed', 'email_sent_again'],
  command: sendEmailAgain,
  input: ({ body }) => body,
  answer: () => ({ data: null }),
});
