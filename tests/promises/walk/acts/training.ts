import { assignLacking } from '#app/training/commands/assign-lacking.ts';
import { assignRetraining } from '#app/training/commands/assign-retraining.ts';
import { remindPerson, remindTraining } from '#app/training/commands/remind.ts';
import { askPasskeyToTrain, signTraining } from '#app/training/commands/sign.ts';
import { becomeEffective } from '#app/documents/commands/become-effective.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { documentsToRetrain } from '#app/training/queries/retraining.ts';
import { recordExpiredSessions } from '#app/kit/session/session-ends.ts';
import { makeComparison } from '#app/comparison/stored-comparisons.ts';
import { readAwaitedPairs } from '#app/comparison/queries/since-signed.ts';
import { inDays } from '#tests/support/organisation.ts';
import { admins, attempt, authors, doer, pick, type Stage } from '../stage.ts';
import { inStatus } from './documents.ts';
import { signatureBy } from './reviews.ts';
import type { Act } from './act.ts';

const openRecords = ({ models }: Stage) => models.records.filter(({ status }) => status === 'OPEN');

/** Training and what the clock does; each act is named by its command. */
export const trainingActs: Record<string, Act> = {
  async 'training.sign'(stage, { which, who, how }) {
    const record = pick(openRecords(stage), which);
    const learner = stage.people.find(({ uid }) => uid === record?.user_uid);
    if (!record || !learner) return;
    const by = doer(stage, who, [learner]);
    const file = { document: record.document_uid, version: record.version, kind: 'final', purpose: 'training' };
    if (how % 7 !== 6) await attempt(stage, by, openFile, file);
    await attempt(stage, by, signTraining, { ...signatureBy(stage, by, how), record: record.uid });
  },

  async 'training.ask_passkey'(stage, { which, who, how }) {
    const record = pick(
      openRecords(stage).filter(({ user_uid: user }) => stage.passkeys.has(user)),
      which,
    );
    const learner = stage.people.find(({ uid }) => uid === record?.user_uid);
    if (!record || !learner) return;
    const by = doer(stage, who, [learner]);
    const file = { document: record.document_uid, version: record.version, kind: 'final', purpose: 'training' };
    await attempt(stage, by, openFile, file);
    const { code: _, ...typed } = signatureBy(stage, by, how);
    const form = { ...typed, record: record.uid };
    const asked = await attempt(stage, by, askPasskeyToTrain, form);
    const passkey = stage.passkeys.get(by.person?.uid ?? '');
    if (!asked.ok || !passkey) return;
    const answer = JSON.stringify(passkey.answer(asked.value.challenge));
    await attempt(stage, by, signTraining, { ...form, passkey: answer });
  },

  async 'training.remind'(stage, { which, who }) {
    const record = pick(openRecords(stage), which);
    if (record) await attempt(stage, doer(stage, who, authors(stage)), remindTraining, { record: record.uid });
  },

  async 'training.remind-person'(stage, { which, who }) {
    const user = pick(stage.models.people, which)?.uid;
    await attempt(stage, doer(stage, who, admins(stage)), remindPerson, { user });
  },

  async 'training.assign_lacking'(stage, { which, who }) {
    const imported = inStatus(stage, 'EFFECTIVE').filter(({ import_uid: by }) => by !== null);
    const document = pick(imported.length > 0 || which % 4 > 0 ? imported : inStatus(stage, 'EFFECTIVE'), which);
    if (document) await attempt(stage, doer(stage, who, admins(stage)), assignLacking, { document: document.uid });
  },

  /** A due version becomes effective, at its date. */
  async 'clock: effective'(stage, { which }) {
    const due = pick(inStatus(stage, 'PENDING'), which);
    if (!due) return;
    const { services, world } = stage.organisation;
    const result = await becomeEffective({ ...services, now: () => inDays(41) }, world.org, due.uid);
    if (result.ok && result.value === 'in force') byItself(stage, 'clock: effective', due.name);
  },

  /** Training whose interval runs out is assigned again, a year later. */
  async 'clock: retraining'(stage, { which }) {
    const { services, world } = stage.organisation;
    const later = inDays(400);
    const again = pick(await services.database.read(world.org, (db) => documentsToRetrain(db, later)), which);
    if (!again) return;
    const assigned = await assignRetraining({ ...services, now: () => later }, world.org, again);
    if (assigned.ok) byItself(stage, 'clock: retraining', again);
  },

  /** Sessions that ran out are recorded, a day later. */
  async 'clock: sessions'(stage) {
    const { services, world } = stage.organisation;
    await recordExpiredSessions({ ...services, now: () => inDays(1) }, world.org);
    byItself(stage, 'clock: sessions', '');
  },

  /** The signed PDF of a version, as the job makes it. */
  async 'job: signed PDF'(stage, { which, how }) {
    const approved = stage.models.versions.filter(({ approved_at: at, import_uid: by }) => at !== null && by === null);
    const version = pick(approved, which);
    // Each is drawn and sealed.
    if (!version || how % 3) return;
    const { services, world } = stage.organisation;
    const of = { org: world.org, document: version.document_uid, version: version.version };
    await services.renewSignedPdf(of);
    byItself(stage, 'job: signed PDF', `${version.name} ${version.version}`);
  },

  /** Versions under review are compared with those that their approvers signed, as the job does. */
  async 'job: comparison'(stage, { which, how }) {
    const { services, world } = stage.organisation;
    const reviewed = pick(inStatus(stage, 'IN_REVIEW', 'APPROVED', 'PENDING', 'EFFECTIVE'), which);
    if (!reviewed || how % 3) return;
    const [pair] = await services.database.read(world.org, (db) =>
      readAwaitedPairs(db, { document: reviewed.uid, version: reviewed.version }),
    );
    if (pair && (await makeComparison(services, world.org, pair))) byItself(stage, 'job: comparison', reviewed.name);
  },
};

/** Nobody did it: it stands in the journal as what the clock or a job does. */
function byItself({ done, journal }: Stage, act: string, about: string): void {
  done.set(act, (done.get(act) ?? 0) + 1);
  journal.push(`${act} ${about}`);
}
