import { z } from 'zod';
import { purgeSavedForms } from '#app/kit/saved-forms/saved-forms.ts';
import { recordExpiredSessions } from '#app/kit/session/session-ends.ts';
import { purgePrepared } from '#app/documents/adapters/prepared-changes.ts';
import { forEachOrganisation } from '#app/kit/job/organisations.ts';
import type { Task } from '#app/kit/job/task.ts';
import { sweepUploads } from '#app/adapters/storage/sweep.ts';

/** Saved forms that were not sent are deleted after 14 days, and their files with the next sweep of uploads. */
const savedFormLifetime = 14 * 86_400_000;

const payload = z.unknown();

/** Records and deletes the sessions that have ended by themselves. */
export const recordExpiredSessionsJob: Task = {
  name: 'record-expired-sessions',
  payload,
  run: (_payload, ports) => forEachOrganisation(ports, (org) => recordExpiredSessions(ports, org)),
};

/** Deletes old codes and old attempts. */
export const purgeIdentityJob: Task = {
  name: 'purge-identity',
  payload,
  run: (_payload, { identity, now }) => identity.purge(now()),
};

/** Deletes the stored answers of API requests after a day. */
export const purgeIdempotencyKeysJob: Task = {
  name: 'purge-idempotency-keys',
  formerNames: ['forget-call-answers'],
  payload,
  run: (_payload, { idempotency, now }) => idempotency.purge(now()),
};

/** Deletes saved forms and prepared changes that were never sent. */
export const purgeSavedFormsJob: Task = {
  name: 'purge-saved-forms',
  formerNames: ['purge-kept-forms'],
  payload,
  async run(_payload, ports) {
    const removed = await purgeSavedForms(ports, savedFormLifetime);
    await purgePrepared(ports);
    if (removed > 0) ports.log.info({ removed }, 'forms.purged');
  },
};

/** Deletes uploads that never became part of a document. */
export const sweepUploadsJob: Task = {
  name: 'sweep-uploads',
  payload,
  async run(_payload, ports) {
    const counts = await sweepUploads(ports);
    if (counts.removed > 0) ports.log.info(counts, 'uploads.swept');
  },
};
