import { randomUUID } from 'node:crypto';
import type { E } from '#events/catalogue.ts';
import { encode } from '#events/catalogue.ts';
import type { Named } from '#events/common.ts';
import { fold } from '#events/decider.ts';
import type { DocumentEvent } from '#events/document/evolve.ts';
import type { Document } from '#events/document/state.ts';
import { versionsOf } from '#events/document/state.ts';
import type { Actor } from '#events/actor.ts';
import type { AppendOutcome, Ledger } from '#events/ledger/types.ts';
import { defaultSettings } from '#events/organisation/events.ts';
import type { Principal } from '#events/permissions.ts';
import { streams } from '#events/streams.ts';
import { determineAssignments } from '#events/training/assign.ts';
import { completeTraining, recordEvolution } from '#events/training/complete.ts';
import type { TrainingRecord } from '#events/training/record.ts';
import type { User, UserEvent } from '#events/user/state.ts';
import { commentedUid, commentEvents, requestEvents, requestUid } from './request-events.ts';
import { routeEvents, routeUid } from './route-events.ts';
import { commandsOn, principalOf, signingOf } from './document-commands.ts';
import { grantFunctions } from './grant-functions.ts';
import { type DocumentCommand, type UserCommand, documentDecider, userDecider } from '#tests/deciders/rules.ts';

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
    await history.write(streams.functionalArea('QA'), [
      { type: 'FunctionalAreaCreated', data: { area: 'QA', name: 'QA' } },
      { type: 'FunctionalAreaRenamed', data: { area: 'QA', old: 'QA', new: 'QS', reason: null } },
      { type: 'FunctionalAreaRetired', data: { area: 'QA', name: 'QS', reason: 'By mistake.' } },
      { type: 'FunctionalAreaReinstated', data: { area: 'QA', name: 'QS', reason: 'It is needed.' } },
    ]);
    const hook = { webhook: randomUUID(), url: 'https://hooks.aldous.example' };
    const kinds: ['document.effective'] = ['document.effective'];
    const secret = randomUUID();
    await history.write(streams.webhook(hook.webhook), [
      { type: 'WebhookRegistered', data: { ...hook, kinds, secret } },
      { type: 'WebhookDisabled', data: { ...hook, because: 'gone' } },
      {
        type: 'WebhookChanged',
        data: {
          ...hook,
          kinds,
          secret: randomUUID(),
          formerSecret: secret,
          changes: ['secret', 'enabled'],
          reason: null,
        },
      },
      {
        type: 'WebhookDeliverySkipped',
        data: { ...hook, delivery: randomUUID(), kind: 'document.effective', position: '9', reason: 'Not readable.' },
      },
      { type: 'WebhookRemoved', data: { ...hook, reason: 'Not needed.' } },
    ]);
    await history.write(streams.route(routeUid), routeEvents);
    await history.write(streams.request(requestUid), requestEvents);
    await history.write(streams.document(commentedUid), commentEvents);
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
    const own = { principal: principalOf(history.users()[0]!), now: history.now() };
    const passkey = { uid: randomUUID(), kind: 'passkey' as const, credentialId: 'a', publicKey: 'b', model: null };
    await history.person(history.users()[0]!.uid, { type: 'EnrolAuthenticator', ...own, authenticator: passkey });
    const removed = { authenticator: passkey.uid, required: false };
    await history.person(history.users()[0]!.uid, { type: 'RemoveAuthenticator', ...own, ...removed });
    await grantFunctions(history);
    const account = { account: randomUUID(), name: 'HR sync' };
    const owner = { uid: [...history.people.keys()][0]!, name: 'Priya Raman' };
    const facts = { owner, scopes: ['people:read' as const], expiresAt: '2028-01-01T00:00:00.000Z', networks: ['::1'] };
    await history.write(streams.serviceAccount(account.account), [
      { type: 'ServiceAccountCreated', data: { ...account, ...facts, token: randomUUID(), wide: false } },
      { type: 'ServiceAccountRotated', data: { ...account, token: randomUUID(), reason: null } },
      { type: 'ServiceAccountRevoked', data: { ...account, reason: 'Not needed.' } },
    ]);
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
    const asked = { principal: this.admin(), now: this.now(), invitationDays: 1 };
    const command = { type: 'InviteUser', ...asked, user, details, emailInUse: false, domains: null };
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

  /** Both files, review, every approval and final approval, with training for the first two departments. */
  async publish(uid: string): Promise<void> {
    for (const type of ['AttachFile', 'AttachFile', 'SendForReview', 'Approve', 'Approve', 'Publish']) {
      const document = this.document(uid)!;
      const kind = document.current.files.working ? 'final' : 'working';
      const commands = commandsOn(this, document, 0, 1).filter(
        (command) => command.type === type && (command.type !== 'AttachFile' || command.kind === kind),
      );
      if (!(await this.act(uid, commands[0]!))) throw new Error(`${type} was refused`);
    }
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
              trainingWaived: publication.trainingWaived && !publication.carriesOver,
              carriesOver: publication.carriesOver,
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
    const at = { assignedAt: now, assignedPosition: '0' };
    for (const event of assigned) {
      if (event.type === 'TrainingAssigned')
        for (const { dueAt, ...one } of event.data.assignments)
          this.records.set(one.record, { ...one, dueAt, status: 'OPEN', ...at, completedAt: null });
      else
        for (const { signedAt, from: _, ...one } of event.data.records)
          this.records.set(one.record, { ...one, dueAt: now, status: 'COMPLETED', ...at, completedAt: signedAt });
    }
  }

  async complete(record: TrainingRecord, document: Document): Promise<void> {
    const user = this.user(record.user);
    const file = versionsOf(document).find(({ version }) => version === record.version)?.files.final;
    if (!user || !file) return;
    const now = this.now();
    const decision = completeTraining(
      { principal: principalOf(user), now, record, pdfs: [file.sha256], signing: signingOf(user, file, null, now) },
      recordEvolution.initialState,
    );
    if (!decision.ok) return;
    await this.write(streams.record(record.record), decision.events, actorOf(principalOf(user)));
    this.settle(record.record, 'COMPLETED', now);
  }

  settle(record: string, status: TrainingRecord['status'], completedAt: string | null): void {
    const found = this.records.get(record);
    if (found?.status === 'OPEN') this.records.set(record, { ...found, status, completedAt });
  }
}

const actorOf = (principal: Principal): Actor =>
  principal.kind === 'user'
    ? { kind: 'user', uid: principal.uid, name: principal.name, role: principal.role, session: null, address: null }
    : clockActor;
