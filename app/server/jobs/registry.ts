import { admitImportedJob } from '#app/set-up/jobs/admit-imported.ts';
import { previewImportJob, runImportJob } from '#app/library-import/jobs/library-import.ts';
import { assignRetrainingJob } from '#app/training/jobs/assign-retraining.ts';
import { becomeEffectiveJob, becomeEffectiveSweepJob } from '#app/documents/jobs/become-effective.ts';
import {
  purgeIdempotencyKeysJob,
  purgeIdentityJob,
  purgeSavedFormsJob,
  recordExpiredSessionsJob,
  sweepUploadsJob,
} from '#app/server/jobs/clean-up.ts';
import { deliverEmailJob } from '#app/notifications/jobs/deliver-email.ts';
import {
  deliverWebhooksJob,
  purgeDeliveriesJob,
  wakeWebhooksJob,
  wakeWebhooksSweepJob,
} from '#app/integrations/jobs/deliver-webhooks.ts';
import { enqueueEmailsJob } from '#app/notifications/jobs/enqueue-emails.ts';
import { extractTextSweepTask, extractTextTask, indexInLanguageTask } from '#app/search/jobs/extract-text.ts';
import { issueCertificateJob } from '#app/organisation/jobs/issue-certificate.ts';
import { mailCheckpointsJob } from '#app/audit/jobs/mail-checkpoints.ts';
import { makeComparisonsTask } from '#app/comparison/jobs/make-comparisons.ts';
import { makeReportTask, sweepReportsTask } from '#app/server/jobs/make-report.ts';
import { makeSignedPdfTask } from '#app/approvals/jobs/make-signed-pdf.ts';
import { remindJob } from '#app/notifications/jobs/remind.ts';
import { sendEmailAgainJob } from '#app/notifications/jobs/send-email-again.ts';
import { signCheckpointJob } from '#app/audit/jobs/sign-checkpoint.ts';
import type { Recurring, Task } from '#app/kit/job/task.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Tasks that the clock starts: schedule and milliseconds to catch up. Daily tasks catch up a night without server. */
const scheduled: readonly [Task, schedule: string, catchUp: number][] = [
  [signCheckpointJob, '* * * * *', minute],
  [mailCheckpointsJob, '20 5 * * *', day],
  [becomeEffectiveSweepJob, '*/5 * * * *', 5 * minute],
  [remindJob, '*/15 * * * *', 15 * minute],
  [assignRetrainingJob, '10 1 * * *', day],
  [extractTextSweepTask, '*/10 * * * *', 10 * minute],
  [recordExpiredSessionsJob, '*/5 * * * *', 5 * minute],
  [purgeIdentityJob, '40 3 * * *', day],
  [purgeSavedFormsJob, '15 * * * *', 0],
  [wakeWebhooksSweepJob, '*/10 * * * *', 10 * minute],
  [purgeDeliveriesJob, '30 3 * * *', day],
  [sweepUploadsJob, '25 * * * *', 0],
  [sweepReportsTask, '50 * * * *', 0],
  [purgeIdempotencyKeysJob, '50 * * * *', 0],
];

export const recurring: readonly Recurring[] = scheduled.map(([{ name: task }, schedule, catchUp]) => ({
  task,
  schedule,
  catchUp,
}));

/** Every kind of job. */
export const tasks: readonly Task[] = [
  ...scheduled.map(([task]) => task),
  admitImportedJob,
  previewImportJob,
  runImportJob,
  becomeEffectiveJob,
  deliverEmailJob,
  deliverWebhooksJob,
  wakeWebhooksJob,
  enqueueEmailsJob,
  extractTextTask,
  indexInLanguageTask,
  issueCertificateJob,
  makeComparisonsTask,
  makeReportTask,
  makeSignedPdfTask,
  sendEmailAgainJob,
];
