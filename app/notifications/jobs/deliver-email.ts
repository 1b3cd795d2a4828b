import { z } from 'zod';
import { deliverEmail } from '#app/notifications/delivery/deliver.ts';
import { deliverEmailTask as name } from '#app/notifications/delivery/enqueue.ts';
import { emailRequest, type EmailRequest } from '#app/kit/email/request.ts';
import type { Task } from '#app/kit/job/task.ts';

/** Jobs that an earlier version queued as `deliver-notice` name the template and the reminder differently. */
const withFormerFields = (payload: unknown): unknown => {
  const former = z.looseObject({ kind: z.string(), letter: z.string() }).safeParse(payload);
  return former.success ? { ...former.data, template: former.data.kind, reminder: former.data.letter } : payload;
};

/** Writes one email and sends it once. */
export const deliverEmailJob: Task<EmailRequest> = {
  name,
  formerNames: ['deliver-notice'],
  payload: z.preprocess(withFormerFields, emailRequest),
  waitsForOthers: 'mail',
  run: (request, ports, stopping) => deliverEmail(ports, request, stopping),
};
