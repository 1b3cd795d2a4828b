import { deliverMail } from '#app/jobs/deliver-mail.ts';
import { purgeIdentity } from '#app/jobs/purge-identity.ts';
import { signCheckpoint } from '#app/jobs/sign-checkpoint.ts';
import type { Recurring, Task } from '#app/jobs/task.ts';
import { tellLockedOut, tellRejected, tellTrainingAssigned } from '#app/jobs/tell.ts';

/** Every kind of job. */
export const tasks: readonly Task[] = [
  deliverMail,
  tellRejected,
  tellTrainingAssigned,
  tellLockedOut,
  purgeIdentity,
  signCheckpoint,
];

/** What the clock begins. */
export const recurring: readonly Recurring[] = [
  { task: signCheckpoint.name, schedule: '* * * * *', catchUp: 0 },
  { task: purgeIdentity.name, schedule: '40 3 * * *', catchUp: 0 },
];
