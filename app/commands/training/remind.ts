import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { nextReminderAt, remindOfTraining } from '#events/training/remind.ts';
import { userDecider } from '#events/user/decide.ts';
import { commit, personalCommand } from '#app/commands/command.ts';
import { load, loadDocument, loadStream, principalOf } from '#app/commands/load.ts';
import { sentUid } from '#app/forms/sent-uid.ts';
import { readRecord } from '#app/queries/training/coverage.ts';
import { fullName } from '#app/queries/viewer.ts';

/** Reminds a person of an open training record by e-mail, once a day for each person and version of a document. */
export const remindTraining = personalCommand({
  name: 'training.remind',
  input: z.object({ record: sentUid() }),
  permission: 'training.remind',
  async run({ record: uid }, context) {
    const { ports, org, now } = context;
    return commit(context, async () => {
      const record = await ports.database.read(org, (db) => readRecord(db, uid));
      const missing = refuse('not_found', { detail: 'There is no such training record.' });
      if (!record) return missing;
      const { document: about, version, user } = record;
      const [{ state: document }, { state: person }, reminders] = await Promise.all([
        loadDocument(context, about),
        load(context, streams.user(user), userDecider),
        loadStream(context, streams.reminders(user)),
      ]);
      if (document.kind !== 'document' || person.kind !== 'user') return missing;
      const earlier = reminders.events.findLast(
        ({ type, data }) => type === 'TrainingReminded' && data.document.uid === about && data.version === version,
      );
      const name = fullName(person);
      const remindedAt = earlier?.recordedAt ?? null;
      const decision = remindOfTraining({
        principal: principalOf(context),
        now,
        record,
        person: { uid: user, name, status: person.status },
        document: { uid: about, name: document.name, owner: document.owner.uid },
        remindedAt,
      });
      if (!decision.ok && decision.failure.code === 'training_reminded' && remindedAt) {
        const facts = { person: name, last: remindedAt, next: nextReminderAt(remindedAt) };
        return refuse('training_reminded', { facts });
      }
      if (!decision.ok) return decision;
      const { stream, version: streamVersion } = reminders;
      return ok({
        writes: [{ stream, version: streamVersion, events: decision.events }],
        answer: { record: uid, user, name, remindedAt: now },
      });
    });
  },
});
