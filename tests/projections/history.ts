import { randomUUID } from 'node:crypto';
import type { E } from '#events/catalogue.ts';
import { encode } from '#events/catalogue.ts';
import type { Named } from '#events/common.ts';
import { fold } from '#events/decider.ts';
import type { ApproverChoice, DocumentCommand } from '#events/document/commands.ts';
import { documentDecider } from '#events/document/decide.ts';
import type { StoredFile } from '#events/document/events.ts';
import type { DocumentEvent } from '#events/document/evolve.ts';
import type { Document } from '#events/document/state.ts';
import { versionsOf } from '#events/document/state.ts';
import type { Actor } from '#events/actor.ts';
import type { AppendOutcome, Ledger } from '#events/ledger/types.ts';
import { defaultSettings } from '#events/organisation/events.ts';
import type { Principal } from '#events/permissions.ts';
import type { SigningFacts } from '#events/signature.ts';
import { streams } from '#events/streams.ts';
import { determineAssignments } from '#events/training/assign.ts';
import { cancelBecauseOfDocument, moveDueDates } from '#events/training/cancel.ts';
import { recordDecider } from '#events/training/complete.ts';
import type { TrainingRecord } from '#events/training/record.ts';
import type { UserCommand } from '#events/user/commands.ts';
import { userDecider } from '#events/user/decide.ts';
import type { User, UserEvent } from '#events/user/state.ts';

/** Four dice: what happens, to which, by whom, and how. */
export interface Choice {
  what: number;
  which: number;
  who: number;
  how: number;
}

const pick = <T>(list: readonly T[], die: number): T | undefined => list[die % list.length];
const rotate = <T>(list: readonly T[], die: number): T[] => {
  const at = die % Math.max(1, list.length);
  return [...list.slice(at), ...list.slice(0, at)];
};
const system: Principal = { kind: 'system' };
const clockActor: Actor = { kind: 'system', name: 'clock' };
const beginning = Date.parse('2026-03-12T08:00:00.000Z');

/** An organisation whose every event was decided by the product's own deciders and recorded by the real ledger. */
export class History {
  readonly org = randomUUID();
  readonly documents = new Map<string, DocumentEvent[]>();
  readonly people = new Map<string, UserEvent[]>();
  readonly departments: Named[] = [];
  readonly records = new Map<string, TrainingRecord>();
  readonly versions = new Map<string, number>();
  /** What the ledger's constraints refused. */
  readonly violated: string[] = [];
  position = 0n;
  #minutes = 0;

  constructor(private readonly ledger: Ledger) {}

  /** An organisation with three departments and an admin, two authors and two employees, all active. */
  static async begin(ledger: Ledger): Promise<History> {
    const history = new History(ledger);
    const { org } = history;
    await history.write(streams.organisation, [
      {
        type: 'OrganisationCreated',
        data: { organisation: org, name: 'Aldous Pharma', domain: 'aldous.example', settings: defaultSettings },
      },
    ]);
    await history.write(streams.functionalArea('QA'), [{ type: 'FunctionalAreaCreated', data: { name: 'QA' } }]);
    for (const name of ['Quality Assurance', 'Laboratory', 'Manufacturing']) await history.addDepartment(name);
    for (const [firstName, role] of [
      ['Priya', 'ADMIN'],
      ['Ines', 'AUTHOR'],
      ['Tomasz', 'AUTHOR'],
      ['Noor', 'EMPLOYEE'],
      ['Élodie', 'EMPLOYEE'],
    ] as const) {
      const user = await history.invite(firstName, role, history.departments.slice(0, 2));
      await history.person(user, { type: 'ConfirmAccount', now: history.now(), code: 'right', passwordAccepted: true });
    }
    return history;
  }

  now(): string {
    return new Date(beginning + this.#minutes++ * 60_000).toISOString();
  }

  async write(stream: string, events: readonly E[], actor: Actor = clockActor): Promise<AppendOutcome> {
    const version = this.versions.get(stream) ?? 0;
    const outcome = await this.ledger.append({
      org: this.org,
      actor,
      commandId: randomUUID(),
      writes: [{ stream, expectedVersion: version, events: events.map(encode) }],
    });
    if (outcome.kind === 'violated') this.violated.push(outcome.constraint);
    else if (outcome.kind !== 'appended') throw new Error(`The append to ${stream} ended as ${outcome.kind}`);
    else {
      this.versions.set(stream, version + events.length);
      this.position = BigInt(outcome.lastPosition);
    }
    return outcome;
  }

  async addDepartment(name: string): Promise<string> {
    const department = randomUUID();
    const data = { department, name };
    const outcome = await this.write(streams.department(department), [{ type: 'DepartmentCreated', data }]);
    if (outcome.kind === 'appended') this.departments.push({ uid: department, name });
    return department;
  }

  async invite(firstName: string, role: User['role'], departments: readonly Named[]): Promise<string> {
    const user = randomUUID();
    const email = `${user}@aldous.example`;
    const details = { firstName, lastName: `N. ${user.slice(0, 4)}`, email, role, departments };
    const command = { type: 'InviteUser', principal: this.admin(), now: this.now(), user, details, emailInUse: false };
    await this.person(user, command as UserCommand);
    return user;
  }

  user(uid: string): User | undefined {
    const state = fold(userDecider, this.people.get(uid) ?? []);
    return state.kind === 'user' ? state : undefined;
  }

  users(): User[] {
    return [...this.people.keys()].flatMap((uid) => this.user(uid) ?? []);
  }

  document(uid: string): Document | undefined {
    const state = fold(documentDecider, this.documents.get(uid) ?? []);
    return state.kind === 'document' ? state : undefined;
  }

  /** Decides and records; false where the decider refuses or has nothing to record. */
  async person(uid: string, command: UserCommand): Promise<boolean> {
    const before = this.people.get(uid) ?? [];
    const decision = userDecider.decide(command, fold(userDecider, before));
    if (!decision.ok || decision.events.length === 0) return false;
    const actor = 'principal' in command ? actorOf(command.principal) : clockActor;
    const outcome = await this.write(streams.user(uid), decision.events, actor);
    if (outcome.kind === 'appended') this.people.set(uid, [...before, ...decision.events]);
    return true;
  }

  async act(uid: string, command: DocumentCommand): Promise<boolean> {
    const before = this.documents.get(uid) ?? [];
    const decision = documentDecider.decide(command, fold(documentDecider, before));
    if (!decision.ok || decision.events.length === 0) return false;
    const outcome = await this.write(streams.document(uid), decision.events, actorOf(command.principal));
    if (outcome.kind === 'appended') this.documents.set(uid, [...before, ...decision.events]);
    return true;
  }

  async createDocument(number: number, by = this.admin(), name = `Procedure ${number}`): Promise<string> {
    const uid = randomUUID();
    const details = {
      name,
      type: 'SOP',
      functionalArea: 'QA',
      docNum: String((number % 999) + 1).padStart(3, '0'),
      version: '1.0',
      externallyEffective: false,
      trainingInterval: 365,
      reviewInterval: 730,
    } as const;
    const facts = { nameInUse: false, numberInUse: false, functionalAreaExists: true };
    await this.act(uid, { type: 'CreateDocument', principal: by, now: this.now(), document: uid, details, facts });
    return uid;
  }

  admin(): Principal {
    const admin = this.users().find((user) => user.role === 'ADMIN' && user.status === 'ACTIVE');
    const founder = { kind: 'user', uid: this.org, name: 'Founder', role: 'ADMIN', status: 'ACTIVE' } as const;
    return admin ? principalOf(admin) : founder;
  }

  /** One thing happens, as the dice say; where the rules forbid it, the next thing that they allow. */
  async step({ what, which, who, how }: Choice): Promise<void> {
    // Few documents, so that some of them come to the end of their lives.
    const document = pick([...this.documents.keys()].slice(0, 3), which);
    const user = pick([...this.people.keys()], which);
    switch (what % 8) {
      case 0:
        await this.createDocument(how);
        return;
      case 1:
        if (user) await this.somethingWith(user, who, how);
        return;
      case 2:
        await this.train(which, who, how);
        return;
      case 3:
        if (document && user) await this.read(document, user);
        return;
      case 4:
        if (how % 2 === 0) await this.addDepartment(`Department ${how % 20}`);
        else
          await this.invite(
            `Person ${how}`,
            how % 3 === 0 ? 'AUTHOR' : 'EMPLOYEE',
            rotate(this.departments, how).slice(0, 2),
          );
        return;
      default:
        if (document) await this.somethingAbout(document, who, how);
    }
  }

  async read(document: string, uid: string): Promise<void> {
    const state = this.document(document);
    const user = this.user(uid);
    const file = state?.current.files.final;
    if (!state || !user || !file) return;
    await this.write(streams.reading(document, uid), [
      {
        type: 'DocumentFileDownloaded',
        data: {
          document,
          version: state.current.version,
          kind: 'final',
          purpose: 'approval',
          sha256: file.sha256,
          user: { uid, name: `${user.firstName} ${user.lastName}` },
        },
      },
    ]);
  }

  async somethingWith(uid: string, who: number, how: number): Promise<void> {
    const user = this.user(uid);
    if (!user) return;
    const principal = this.admin();
    const now = this.now();
    const details = {
      firstName: user.firstName,
      lastName: `Name ${how}`,
      role: user.role,
      departments: rotate(this.departments, who).slice(0, 1 + (how % 2)),
    };
    const commands: UserCommand[] = [
      { type: 'EditUser', principal, now, details, otherActiveAdmins: 1 },
      { type: 'DeactivateUser', principal, now, reason: 'Left', otherActiveAdmins: 1 },
      { type: 'ReactivateUser', principal, now },
      { type: 'ConfirmAccount', now, code: 'right', passwordAccepted: true },
      { type: 'IssueCode', now, purpose: 'confirm' },
      { type: 'SetPassword', now, how: 'changed' },
      { type: 'AcceptSignatureStatement', principal: principalOf(user), now, statement: 'It binds me.' },
    ];
    for (const command of rotate(commands, how)) if (await this.person(uid, command)) return;
  }

  async somethingAbout(uid: string, who: number, how: number): Promise<void> {
    const document = this.document(uid);
    if (!document) return;
    const commands = this.#commands(document, who, how);
    const onward = ['SendForReview', 'Approve', 'Publish', 'BecomeEffective'];
    const { working, final } = document.current.files;
    if (how % 2 === 0 && working && final) commands.sort((a, b) => onward.indexOf(b.type) - onward.indexOf(a.type));
    for (const command of how % 2 === 0 ? commands : rotate(commands, how)) if (await this.act(uid, command)) return;
  }

  /** Both files, review, every approval and final approval, with training for the first two departments. */
  async publish(uid: string): Promise<void> {
    for (const type of ['AttachFile', 'AttachFile', 'SendForReview', 'Approve', 'Approve', 'Publish']) {
      const document = this.document(uid)!;
      const kind = document.current.files.working ? 'final' : 'working';
      const commands = this.#commands(document, 0, 1).filter(
        (command) => command.type === type && (command.type !== 'AttachFile' || command.kind === kind),
      );
      if (!(await this.act(uid, commands[0]!))) throw new Error(`${type} was refused`);
    }
  }

  #commands(document: Document, who: number, how: number): DocumentCommand[] {
    const now = this.now();
    const principal = this.admin();
    const { current } = document;
    const approvers = this.users().filter((user) => user.role !== 'EMPLOYEE' && user.status === 'ACTIVE');
    const choices = rotate(approvers, who).slice(0, 2).map(choiceOf);
    const open = current.approvals.find((approval) => approval.status === 'OPEN');
    const signer = open && this.user(open.user);
    const [major] = current.version.split('.');
    const departments = rotate(this.departments, who).slice(0, 2);
    const later = new Date(Date.parse(now) + (how + 1) * 3_600_000).toISOString();
    const signing = signer && signingOf(signer, current.files.final, 'It does not match the batch record.', now);
    const by = signer && principalOf(signer);
    const facts = { nameInUse: false, numberInUse: false, functionalAreaExists: true };
    const commands: (DocumentCommand | false | undefined)[] = [
      { type: 'AttachFile', principal, now, kind: 'working', file: fileOf('working', how) },
      { type: 'AttachFile', principal, now, kind: 'final', file: fileOf('final', how) },
      { type: 'SendForReview', principal, now, approvers: choices },
      open && by && signing && { type: 'Approve', principal: by, now, approval: open.uid, signing },
      { type: 'Publish', principal, now, departments, effectiveAt: later, waiveTraining: how % 7 === 0 },
      { type: 'BecomeEffective', principal: system, now: '2027-01-01T00:00:00.000Z' },
      open && by && signing && how % 3 === 0 && { type: 'Reject', principal: by, now, approval: open.uid, signing },
      { type: 'EditDraft', principal, now, details: { name: `Procedure ${how}`, version: '1.1' }, facts },
      choices[0] && { type: 'AddApprover', principal, now, approver: choices[0] },
      open && { type: 'RemoveApprover', principal, now, approval: open.uid, reason: null },
      {
        type: 'Revise',
        principal,
        now,
        version: `${Number(major) + 1}.0`,
        details: { name: `Procedure ${how} revised` },
        nameInUse: false,
        files: { working: null, final: fileOf('final', how) },
        approvers: choices,
      },
      { type: 'ChangeEffectiveDate', principal, now, effectiveAt: later },
      { type: 'ChangeDepartments', principal, now, departments },
      current.files.final !== null && {
        type: 'KeepSignedPdf',
        principal: system,
        now,
        version: current.version,
        original: current.files.final.sha256,
        file: fileOf('final', how + 1),
      },
      { type: 'RecordReview', principal, now, outcome: 'no_change_needed', comment: 'Fine "as it\tis"\\n' },
      how % 5 === 0 && { type: 'DeclareExternallyEffective', principal, now },
      how % 5 === 1 && { type: 'Retire', principal, now, reason: 'Not needed\nany more' },
      how % 5 === 2 && { type: 'Discard', principal, now },
    ];
    return commands.filter((command) => command !== undefined && command !== false && command !== null);
  }

  async train(which: number, who: number, how: number): Promise<void> {
    const document = this.document(pick([...this.documents.keys()].slice(0, 3), which) ?? '');
    if (!document) return;
    const named = { uid: document.uid, name: document.name };
    const records = [...this.records.values()].filter((record) => record.document === document.uid);
    const now = this.now();
    if (how % 4 === 0) {
      const moved = moveDueDates(named, records, new Date(Date.parse(now) + how * 86_400_000).toISOString(), 14);
      if (moved.length > 0) await this.write(streams.training(document.uid), moved);
      return;
    }
    if (how % 4 === 1) {
      const cancelled = cancelBecauseOfDocument('withdrawn', named, rotate(records, who).slice(0, 2));
      if (cancelled.length > 0) await this.write(streams.training(document.uid), cancelled);
      for (const { data } of cancelled) for (const { record } of data.records) this.#settle(record, 'CANCELLED', null);
      return;
    }
    const open = rotate(records, who).find((record) => record.status === 'OPEN');
    if (open && how % 4 === 2) return await this.complete(open, document);
    await this.assign(document, now);
  }

  async assign(document: Document, now: string): Promise<void> {
    const members = this.users().map(({ uid, status, departments }) => ({
      uid,
      status,
      departments: departments.map((one) => one.uid),
    }));
    const versions = versionsOf(document).flatMap(({ version, publication }) =>
      publication
        ? [
            {
              document: { uid: document.uid, name: document.name },
              version,
              departments: publication.departments.map((one) => one.uid),
              effectiveAt: publication.effectiveAt,
              trainingWaived: publication.trainingWaived,
              trainingInterval: document.trainingInterval,
            },
          ]
        : [],
    );
    const assigned = determineAssignments({
      because: 'published',
      document: { uid: document.uid, name: document.name },
      user: null,
      members,
      versions,
      records: [...this.records.values()],
      trainingDueDays: 14,
      now,
      newIds: Array.from({ length: members.length * versions.length }, () => randomUUID()),
    });
    await this.write(streams.assignment, assigned);
    for (const { data } of assigned)
      for (const { dueAt, ...one } of data.assignments)
        this.records.set(one.record, { ...one, dueAt, status: 'OPEN', assignedAt: now, completedAt: null });
  }

  async complete(record: TrainingRecord, document: Document): Promise<void> {
    const user = this.user(record.user);
    const file = versionsOf(document).find(({ version }) => version === record.version)?.files.final;
    if (!user || !file) return;
    const now = this.now();
    const decision = recordDecider.decide(
      {
        type: 'CompleteTraining',
        principal: principalOf(user),
        now,
        record,
        pdfs: [file.sha256],
        signing: signingOf(user, file, null, now),
      },
      recordDecider.initialState,
    );
    if (!decision.ok) return;
    await this.write(streams.record(record.record), decision.events, actorOf(principalOf(user)));
    this.#settle(record.record, 'COMPLETED', now);
  }

  #settle(record: string, status: TrainingRecord['status'], completedAt: string | null): void {
    const found = this.records.get(record);
    if (found?.status === 'OPEN') this.records.set(record, { ...found, status, completedAt });
  }
}

export const principalOf = ({ uid, firstName, lastName, role, status }: User): Principal => ({
  kind: 'user',
  uid,
  name: `${firstName} ${lastName}`,
  role,
  status,
});

const actorOf = (principal: Principal): Actor =>
  principal.kind === 'user'
    ? { kind: 'user', uid: principal.uid, name: principal.name, role: principal.role, session: null, address: null }
    : clockActor;

const choiceOf = (user: User): ApproverChoice => ({
  approval: randomUUID(),
  user: user.uid,
  name: `${user.firstName} ${user.lastName}`,
  role: user.role,
  status: user.status,
});

const signingOf = (user: User, file: StoredFile | null, reason: string | null, now: string): SigningFacts => ({
  signer: { uid: user.uid, email: user.email, printedName: `${user.firstName} ${user.lastName}`, role: user.role },
  entered: { email: user.email, signedName: `${user.firstName} ${user.lastName}`, consent: true, reason },
  credentialCheckedAt: now,
  opened: file ? [file.sha256] : [],
  statementAccepted: true,
});

/** Names with what COPY and JSON must escape. */
const fileOf = (kind: 'working' | 'final', how: number): StoredFile => ({
  objectKey: `files/${how}`,
  name: kind === 'final' ? `Größe \\ "${how}"\t.pdf` : `Größe ${how}.docx`,
  mediaType: kind === 'final' ? 'application/pdf' : 'application/msword',
  size: 1000 + how,
  sha256: (how % 16).toString(16).repeat(64),
  pages: kind === 'final' ? 1 + (how % 9) : null,
});
