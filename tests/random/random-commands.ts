import type { z } from 'zod';
import type { Result } from '#events/failures.ts';
import { approveDocument, rejectDocument } from '#app/approvals/commands/sign.ts';
import { assignRetraining } from '#app/training/commands/assign-retraining.ts';
import { becomeEffective } from '#app/documents/commands/become-effective.ts';
import { execute, type Command } from '#app/kit/command/command.ts';
import { addApprovers, removeApprover, replaceApprover } from '#app/documents/commands/approvers.ts';
import { createDocument } from '#app/documents/commands/create.ts';
import { publishDocument } from '#app/documents/commands/publish.ts';
import { reinstateDocument } from '#app/documents/commands/reinstate.ts';
import { rescheduleDocument } from '#app/documents/commands/reschedule.ts';
import { discardDocument, retireDocument } from '#app/documents/commands/retire.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { sendForReview } from '#app/documents/commands/send.ts';
import { transferOwnership } from '#app/documents/commands/transfer-ownership.ts';
import { confirmAccount } from '#app/sign-in/commands/confirm.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { signTraining } from '#app/training/commands/sign.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { reactivateUser } from '#app/people/commands/activation.ts';
import { documentsToRetrain } from '#app/training/queries/retraining.ts';
import { signatureOf, type Person } from '#app/set-up/demonstration/world.ts';
import { inDays, type Organisation } from '#tests/support/organisation.ts';
import type { ReadModels } from './fixtures.ts';

/** Three random choices: of the object, of the person and of the variant. */
export interface RandomChoices {
  which: number;
  who: number;
  how: number;
}

/** An organisation whose people act at random. */
export interface Stage {
  organisation: Organisation;
  people: readonly Person[];
  /** How often each command was accepted. */
  done: Map<string, number>;
  /** A number that no document has had. */
  number: () => string;
}

type RandomCommand = (stage: Stage, choices: RandomChoices, models: ReadModels) => Promise<unknown>;

const pick = <T>(list: readonly T[], choice: number): T | undefined => list[choice % list.length];
const some = <T>(list: readonly T[], choice: number): T[] => {
  const chosen = list.filter((_, index) => (choice >> index) & 1);
  return chosen.length > 0 ? chosen : list.slice(0, 1);
};

async function attempt<S extends z.ZodType, O>(
  stage: Stage,
  person: Person,
  command: Command<S, O>,
  input: unknown,
): Promise<Result<O>> {
  const result = await stage.organisation.world.attempt(person, command, input);
  if (result.ok) stage.done.set(command.name, (stage.done.get(command.name) ?? 0) + 1);
  return result;
}

const uids = (people: readonly Person[]): string[] => people.map(({ uid }) => uid);
const authorsOf = ({ people }: Stage) => people.filter(({ role }) => role !== 'EMPLOYEE');
const adminOf = ({ people }: Stage, choice: number) => pick(people.slice(0, 2), choice)!;
const departmentsOf = ({ organisation: { world } }: Stage, choice: number) =>
  some([...world.departments.values()], choice);
const inStatus = ({ documents }: ReadModels, ...statuses: string[]) =>
  documents.filter(({ status }) => statuses.length === 0 || statuses.includes(status));

const publish =
  (waiveTraining: boolean): RandomCommand =>
  async (stage, { which, who, how }, models) => {
    const document = pick(inStatus(models, 'APPROVED'), which);
    const effectiveAt = inDays(1 + (how % 30));
    if (document) {
      const departments = departmentsOf(stage, how);
      const input = { document: document.uid, departments, effectiveAt, waiveTraining };
      await attempt(stage, adminOf(stage, who), publishDocument, input);
    }
  };

/** The commands of people and of the clock. A refused command leaves no trace. */
export const randomCommands: Record<string, RandomCommand> = {
  async create(stage, { which, who, how }, models) {
    // Few documents, so that each goes through several versions.
    if (inStatus(models).filter(({ status }) => status !== 'RETIRED').length > 2) return;
    const owner = pick(authorsOf(stage), who)!;
    const docNum = stage.number();
    const paper = { name: `Procedure ${docNum}`, type: 'SOP', functionalArea: 'QA', docNum, version: '1.0' };
    const { world } = stage.organisation;
    const files = await world.upload(owner, world.paperOf(paper));
    const externallyEffective = how % 5 === 0;
    const approvers = externallyEffective ? [] : uids(some(authorsOf(stage), which).slice(0, 2));
    await attempt(stage, owner, createDocument, {
      ...paper,
      ...files,
      approvers,
      externallyEffective,
      send: how % 4 > 0,
    });
  },

  async send(stage, { which, who }, models) {
    const document = pick(inStatus(models, 'CREATED'), which);
    const approvers = uids(some(authorsOf(stage), who));
    if (document) await attempt(stage, adminOf(stage, who), sendForReview, { document: document.uid, approvers });
  },

  async sign(stage, { which, how }, models) {
    const open = models.approvals.filter(({ status }) => status === 'OPEN');
    const approval = pick(open, which);
    const signer = stage.people.find(({ uid }) => uid === approval?.user_uid);
    if (!approval || !signer) return;
    const file = { document: approval.document_uid, version: approval.version, kind: 'final', purpose: 'approval' };
    await attempt(stage, signer, openFile, file);
    const rejects = how % 12 === 0;
    const signature = { ...signatureOf(signer), approval: approval.uid, reason: rejects ? 'Step 4 is missing.' : null };
    await attempt(stage, signer, rejects ? rejectDocument : approveDocument, signature);
  },

  async train(stage, { which }, models) {
    const record = pick(
      models.records.filter(({ status }) => status === 'OPEN'),
      which,
    );
    const learner = stage.people.find(({ uid }) => uid === record?.user_uid);
    if (!record || !learner) return;
    const file = { document: record.document_uid, version: record.version, kind: 'final', purpose: 'training' };
    await attempt(stage, learner, openFile, file);
    await attempt(stage, learner, signTraining, { ...signatureOf(learner), record: record.uid });
  },

  publish: publish(false),
  publishWithoutTraining: publish(true),

  async reschedule(stage, { which, who, how }, models) {
    const document = pick(inStatus(models, 'PENDING', 'EFFECTIVE'), which);
    if (!document) return;
    const effectiveAt = document.status === 'PENDING' && how % 2 === 0 ? inDays(1 + (how % 40)) : null;
    const departments = departmentsOf(stage, how);
    await attempt(stage, adminOf(stage, who), rescheduleDocument, { document: document.uid, departments, effectiveAt });
  },

  async revise(stage, { which, who, how }, models) {
    const document = pick(inStatus(models, 'EFFECTIVE', 'PENDING', 'REJECTED', 'APPROVED', 'IN_REVIEW'), which);
    // What is in force is revised more often than what is on its way.
    if (!document || (document.status !== 'EFFECTIVE' && how % 4 > 0)) return;
    const { world } = stage.organisation;
    const author = adminOf(stage, who);
    const [major = 0] = document.version.split('.').map(Number);
    const { uid, name, doc_num: docNum } = document;
    const next = { name, type: 'SOP', functionalArea: 'QA', docNum, version: `${major + 1}.0` };
    const files = await world.upload(author, world.paperOf(next), uid);
    const approvers = uids(some(authorsOf(stage), how).slice(0, 2));
    await attempt(stage, author, reviseDocument, { document: uid, name, version: next.version, ...files, approvers });
  },

  async approvers(stage, { which, who, how }, models) {
    const approval = pick(
      models.approvals.filter(({ status }) => status === 'OPEN'),
      which,
    );
    if (!approval) return;
    const [admin, user] = [adminOf(stage, who), pick(authorsOf(stage), how)!.uid];
    const asked = { document: approval.document_uid, approval: approval.uid };
    if (how % 3 === 0) await attempt(stage, admin, addApprovers, { document: asked.document, users: [user] });
    else if (how % 3 === 1) await attempt(stage, admin, removeApprover, asked);
    else await attempt(stage, admin, replaceApprover, { ...asked, user, reason: 'Away until May.' });
  },

  async end(stage, { which, who, how }, models) {
    const document = pick(inStatus(models), which);
    if (!document || how % 6 > 0) return;
    const admin = adminOf(stage, who);
    if (document.status === 'CREATED') await attempt(stage, admin, discardDocument, { document: document.uid });
    else await attempt(stage, admin, retireDocument, { document: document.uid, reason: 'The line was closed.' });
  },

  async reinstate(stage, { which, who, how }, models) {
    const document = pick(inStatus(models, 'RETIRED'), which);
    if (document && how % 3 === 0)
      await attempt(stage, adminOf(stage, who), reinstateDocument, { document: document.uid, reason: 'Made again.' });
  },

  async transfer(stage, { which, who, how }, models) {
    const document = pick(inStatus(models), which);
    const owner = pick(authorsOf(stage), how)!.uid;
    if (document && how % 3 === 0)
      await attempt(stage, adminOf(stage, who), transferOwnership, { document: document.uid, owner, reason: 'Moved.' });
  },

  async move(stage, { which, who, how }) {
    const { uid, firstName, lastName, role } = pick(stage.people.slice(1), which)!;
    const departments = departmentsOf(stage, how);
    await attempt(stage, adminOf(stage, who), editUser, { user: uid, firstName, lastName, role, departments });
  },

  async deactivate(stage, { which, who }) {
    const user = pick(stage.people.slice(2), which)!.uid;
    await attempt(stage, adminOf(stage, who), deactivateUser, { user });
  },

  async reactivate(stage, { which, who }, models) {
    const person = pick(
      models.people.filter(({ status }) => status === 'INACTIVE'),
      which,
    );
    if (person) await attempt(stage, adminOf(stage, who), reactivateUser, { user: person.uid });
  },

  async confirm({ people, done, organisation: { world, services } }, { which, how }, models) {
    const invited = pick(
      models.people.filter(({ status }) => status === 'INVITED'),
      which,
    );
    const person = people.find(({ uid }) => uid === invited?.uid);
    if (!person) return;
    const now = services.now();
    const issued = { org: world.org, user: person.uid, purpose: 'reconfirm', key: `${how} ${now}` } as const;
    const code = await services.identity.codes.issue({ ...issued, issuedAt: now, expiresAt: inDays(1) });
    const actor = { kind: 'visitor', address: null } as const;
    const context = { ports: services, org: '', actor, viewer: null, commandId: services.newId(), now };
    const input = { email: person.email, code, newPassword: person.password };
    const result = await execute(confirmAccount, input, context);
    if (result.ok) done.set(confirmAccount.name, (done.get(confirmAccount.name) ?? 0) + 1);
  },

  /** Makes a due version effective and assigns expired training again, each at its date. */
  async clock({ done, organisation: { world, services } }, { which }, models) {
    const due = pick(inStatus(models, 'PENDING'), which);
    if (due) {
      const result = await becomeEffective({ ...services, now: () => inDays(41) }, world.org, due.uid);
      if (result.ok && result.value === 'in force') done.set('clock', (done.get('clock') ?? 0) + 1);
    }
    const later = inDays(400);
    const trained = await services.database.read(world.org, (db) => documentsToRetrain(db, later));
    const again = pick(trained, which);
    if (!again) return;
    await assignRetraining({ ...services, now: () => later }, world.org, again);
    done.set('retraining', (done.get('retraining') ?? 0) + 1);
  },
};
