import { z } from 'zod';
import type { Recorded } from '#events/catalogue.ts';
import { ok, refuse } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { nextReminderAt, remindOfTraining } from '#events/training/remind.ts';
import type { TrainingRecord } from '#events/training/record.ts';
import { userEvolution } from '#events/user/state.ts';
import { commit, personalCommand, type SignedInContext } from '#app/kit/command/command.ts';
import { load, loadDocument, loadStream, principalOf } from '#app/kit/command/load.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { readRecord, readRecords } from '#app/organisation/queries/coverage.ts';
import { fullName } from '#app/kit/query/viewer.ts';

/** When somebody last reminded the person of a version of a document; null where nobody did. */
const remindedAtIn = (events: readonly Recorded[], { document, version }: TrainingRecord): string | null =>
  events.findLast(
    ({ type, data }) => type === 'TrainingReminded' && data.document.uid === document && data.version === version,
  )?.recordedAt ?? null;

/** The person and their stream of reminders. */
async function loadReminded(context: SignedInContext, user: string) {
  const [{ state: person }, reminders] = await Promise.all([
    load(context, streams.user(user), userEvolution),
    loadStream(context, streams.reminders(user)),
  ]);
  return person.kind === 'user' ? { person, name: fullName(person), reminders } : null;
}

type Reminded = NonNullable<Awaited<ReturnType<typeof loadReminded>>>;

async function decide(context: SignedInContext, { person, name, reminders }: Reminded, record: TrainingRecord) {
  const { state: document } = await loadDocument(context, record.document);
  if (document.kind !== 'document') return refuse('not_found', { detail: 'There is no such training record.' });
  const remindedAt = remindedAtIn(reminders.events, record);
  const decision = remindOfTraining({
    principal: principalOf(context),
    now: context.now,
    record,
    person: { uid: record.user, name, status: person.status },
    document: { uid: record.document, name: document.name, owner: document.owner.uid },
    remindedAt,
  });
  if (decision.ok || decision.failure.code !== 'training_reminded' || !remindedAt) return decision;
  const facts = { person: name, last: remindedAt, next: nextReminderAt(remindedAt) };
  return refuse('training_reminded', { facts });
}

/** Reminds a person of an open training record by email, once a day for each person and version of a document. */
export const remindTraining = personalCommand({
  name: 'training.remind',
  input: z.object({ record: sentUid() }),
  permission: 'training.remind',
  async run({ record: uid }, context) {
    const { ports, org, now } = context;
    return commit(context, async () => {
      const record = await ports.database.read(org, (db) => readRecord(db, uid));
      const reminded = record && (await loadReminded(context, record.user));
      if (!reminded) return refuse('not_found', { detail: 'There is no such training record.' });
      const decision = await decide(context, reminded, record);
      if (!decision.ok) return decision;
      const { stream, version } = reminded.reminders;
      return ok({
        writes: [{ stream, version, events: decision.events }],
        answer: { record: uid, user: record.user, name: reminded.name, remindedAt: now },
      });
    });
  },
});

/** Reminds a person of all open training that nobody reminded them of within a day, in one email. */
export const remindPerson = personalCommand({
  name: 'training.remind-person',
  input: z.object({ user: sentUid() }),
  permission: 'training.remind',
  async run({ user }, context) {
    const { ports, org, now } = context;
    return commit(context, async () => {
      const reminded = await loadReminded(context, user);
      if (!reminded) return refuse('not_found');
      const records = await ports.database.read(org, (db) => readRecords(db, { users: [user], openOnly: true }));
      const decisions = await Promise.all(records.map((record) => decide(context, reminded, record)));
      const events = decisions.flatMap((decision) => (decision.ok ? decision.events : []));
      const refused = decisions.find((decision) => !decision.ok);
      if (events.length === 0) return refused ?? refuse('record_not_open', { detail: 'No training is open.' });
      const { stream, version } = reminded.reminders;
      return ok({
        writes: [{ stream, version, events }],
        answer: { user, name: reminded.name, records: events.length, remindedAt: now },
      });
    });
  },
});
