import { assignRetrainingTask } from '#app/jobs/assign-retraining.ts';
import { becomeEffectiveSweep, becomeEffectiveTask } from '#app/jobs/become-effective.ts';
import { deliverMail } from '#app/jobs/deliver-email.ts';
import { deliverNotice } from '#app/jobs/deliver-reminder.ts';
import { forgetCallAnswers } from '#app/jobs/purge-idempotency-keys.ts';
import { issueSealTask } from '#app/jobs/issue-certificate.ts';
import { makeReportTask, sweepReportsTask } from '#app/jobs/make-report.ts';
import { makeSignedPdfTask } from '#app/jobs/make-signed-pdf.ts';
import { purgeIdentity } from '#app/jobs/purge-identity.ts';
import { purgeKeptFormsTask } from '#app/jobs/purge-saved-forms.ts';
import { remindTask } from '#app/jobs/remind.ts';
import { signCheckpoint } from '#app/jobs/sign-checkpoint.ts';
import { sweepUploadsTask } from '#app/jobs/sweep-uploads.ts';
import type { Recurring, Task } from '#app/jobs/task.ts';
import { tellLockedOut, tellRejected, tellTrainingAssigned } from '#app/jobs/tell.ts';

/** Every kind of job. */
export const tasks: readonly Task[] = [
  deliverMail,
  deliverNotice,
  tellRejected,
  tellTrainingAssigned,
  tellLockedOut,
  purgeIdentity,
  forgetCallAnswers,
  purgeKeptFormsTask,
  signCheckpoint,
  becomeEffectiveTask,
  becomeEffectiveSweep,
  assignRetrainingTask,
  remindTask,
  makeSignedPdfTask,
  issueSealTask,
  sweepUploadsTask,
  makeReportTask,
  sweepReportsTask,
];

const minute = 60_000;

/** What the clock begins. */
export const recurring: readonly Recurring[] = [
  // Also at the start: what was recorded in the last minute before a stop is signed before much else is recorded.
  { task: signCheckpoint.name, schedule: '* * * * *', catchUp: minute },
  // A missed time within so long is made up for at the start: no date waits for the next round.
  { task: becomeEffectiveSweep.name, schedule: '*/5 * * * *', catchUp: 5 * minute },
  { task: assignRetrainingTask.name, schedule: '10 1 * * *', catchUp: 24 * 60 * minute },
  { task: remindTask.name, schedule: '*/15 * * * *', catchUp: 15 * minute },
  { task: sweepUploadsTask.name, schedule: '25 * * * *', catchUp: 0 },
  { task: purgeKeptFormsTask.name, schedule: '15 * * * *', catchUp: 0 },
  { task: sweepReportsTask.name, schedule: '50 * * * *', catchUp: 0 },
  // A server that is off at night would never come to it.
  { task: purgeIdentity.name, schedule: '40 3 * * *', catchUp: 24 * 60 * minute },
  { task: forgetCallAnswers.name, schedule: '50 * * * *', catchUp: 0 },
];
