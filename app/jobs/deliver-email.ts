import { deliver } from '#app/email/deliver.ts';
import { eventAt } from '#app/email/ledger-facts.ts';
import { letterRequest, writeLetter, type LetterRequest } from '#app/email/write-email.ts';
import type { Task } from '#app/jobs/task.ts';

/** Names one letter in its organisation: the event, the kind of letter, the person. */
export const letterKey = ({ position, template, to }: LetterRequest): string => `${position}/${template}/${to}`;

/** Writes and sends one letter that an event asks for, once. */
export const deliverMail: Task<LetterRequest> = {
  name: 'deliver-mail',
  payload: letterRequest,
  waitsForOthers: true,
  run(request, ports, giveUp) {
    const key = letterKey(request);
    return deliver(ports, { ...request, key, giveUp }, async ({ recipient, context }) => {
      const event = await eventAt(ports.ledger, request.org, request.position);
      return writeLetter({ ports, request, key, event, recipient, context });
    });
  },
};
