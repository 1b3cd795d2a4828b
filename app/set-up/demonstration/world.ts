import { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Result } from '#events/failures.ts';
import type { Preset } from '#events/organisation/controls.ts';
import type { SecondFactor } from '#events/organisation/second-factor.ts';
import type { Role } from '#events/user/events.ts';
import type { VersionChange } from '#events/document/change.ts';
import { addDays, addMs, later, type Instant } from '#events/time.ts';
import { approveDocument, rejectDocument } from '#app/approvals/commands/sign.ts';
import { becomeEffective } from '#app/documents/commands/become-effective.ts';
import { execute, type Command } from '#app/kit/command/command.ts';
import { createFunctionalArea } from '#app/organisation/commands/functional-areas.ts';
import { createDepartment } from '#app/organisation/commands/save-department.ts';
import { createDocument } from '#app/documents/commands/create.ts';
import { publishDocument } from '#app/documents/commands/publish.ts';
import { confirmAccount } from '#app/sign-in/commands/confirm.ts';
import { registerOrganisation } from '#app/set-up/commands/register.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { signTraining } from '#app/training/commands/sign.ts';
import { inviteUser } from '#app/people/commands/invite.ts';
import { verifyIdentity } from '#app/people/commands/verify-identity.ts';
import { actorOf } from '#app/kit/session/session.ts';
import type { Ports } from '#app/kit/ports.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { accepted, CommandRefused } from '#app/set-up/demonstration/accepted.ts';
import { paperPdf, paperWorkingFile, type Paper } from '#app/set-up/demonstration/document-pdf.ts';

export interface Founding {
  onlyFirst?: boolean;
  /** Default: standard. A regulated world gives reasons and verifies identities. */
  preset?: Preset;
  /** Default: off, since the people of a world sign in with a password. */
  secondFactor?: SecondFactor;
  /** The uid of the new organisation; an organisation that was registered under it is continued. */
  organisation?: string;
  /** Whether its first event says that its times are simulated. */
  timesSimulated?: boolean;
  /** The command id of the next step. Repeating the same ids continues an interrupted world where it stopped. */
  steps?: () => string;
}

/** Builds an organisation through the real commands, for the demonstration and the tests. A refusal throws. */
export class World {
  /** How the PDF of a paper is drawn, where an upload does not say. */
  drawPdf = paperPdf;

  private constructor(
    readonly ports: Ports,
    readonly org: string,
    readonly name: string,
    readonly admin: Person,
    private readonly nextStep: () => string,
    /** Given where a command asks for one and its input has none; a regulated world needs it. */
    private readonly reason: string | null,
    readonly departments = new Map<string, string>(),
  ) {}

  /** The same world, whose next steps have these command ids, or other ports. */
  with({ steps = this.nextStep, ports = this.ports }: { steps?: () => string; ports?: Ports }): World {
    return new World(ports, this.org, this.name, this.admin, steps, this.reason, this.departments);
  }

  /** Registers an organisation with its first admin. */
  static async found(
    ports: Ports,
    { name, domain, admin }: { name: string; domain: string; admin: Omit<Person, 'uid' | 'org' | 'role'> },
    { steps = () => ports.newId(), preset = 'standard', secondFactor = 'off', ...options }: Founding = {},
  ): Promise<World> {
    const registration = {
      name,
      domain,
      timeZone: 'UTC',
      preset,
      adminEmail: admin.email,
      adminFirstName: admin.firstName,
      adminLastName: admin.lastName,
      newPassword: admin.password,
    };
    const registered = await registerOrganisation(ports, registration, 'console', {
      ...options,
      secondFactor,
    });
    const { organisation: org, user: uid } = accepted(registered, 'register');
    const reason = preset === 'regulated' ? 'First documents of the quality management system.' : null;
    return new World(ports, org, name, { ...admin, uid, org, role: 'ADMIN' }, steps, reason);
  }

  /** Runs any command as a person; answers its result. */
  async attempt<S extends z.ZodType, O>(
    person: Person,
    command: Command<S, O>,
    input: unknown,
    commandId: string = this.nextStep(),
  ): Promise<Result<O>> {
    const { ports } = this;
    const viewer = await ports.database.read(person.org, (db) =>
      readViewer(db, { org: person.org, user: person.uid, publicId: '0'.repeat(64) }),
    );
    const actor = viewer ? actorOf(viewer, null) : { kind: 'visitor' as const, address: null };
    const given = command.reason && this.reason ? { reason: this.reason, ...(input as object) } : input;
    return execute(command, given, { ports, org: person.org, actor, viewer, commandId, now: ports.now() });
  }

  /** Runs a command that must succeed. */
  async act<S extends z.ZodType, O>(person: Person, command: Command<S, O>, input: unknown): Promise<O> {
    return accepted(await this.attempt(person, command, input), command.name);
  }

  /** `act`, but prepares the input only where the step was not carried out before. */
  async actOnce<S extends z.ZodType, O>(
    person: Person,
    command: Command<S, O>,
    prepare: () => Promise<unknown>,
  ): Promise<O> {
    const step = this.nextStep();
    const earlier = await this.ports.ledger.commandAnswer(this.org, `${command.name}/${step}`);
    return earlier
      ? (earlier.answer as O)
      : accepted(await this.attempt(person, command, await prepare(), step), command.name);
  }

  async department(name: string): Promise<string> {
    const { department } = await this.act(this.admin, createDepartment, { name });
    this.departments.set(name, department);
    return department;
  }

  async functionalArea(name: string): Promise<void> {
    await this.act(this.admin, createFunctionalArea, { name });
  }

  /** The uids of departments by name. */
  uidsOf(names: readonly string[]): string[] {
    return names.map((name) => {
      const uid = this.departments.get(name);
      if (!uid) throw new Error(`There is no department ${name}`);
      return uid;
    });
  }

  /** Invites a person, who stays INVITED. */
  async invite(person: Omit<Person, 'uid' | 'org'>, departments: readonly string[]): Promise<Person> {
    const { user } = await this.act(this.admin, inviteUser, { ...person, departments: this.uidsOf(departments) });
    return { ...person, uid: user, org: this.org };
  }

  /** Invites a person, who confirms the account; a regulated world verifies the identity. */
  async join(person: Omit<Person, 'uid' | 'org'>, departments: readonly string[]): Promise<Person> {
    const joined = await this.invite(person, departments);
    const step = this.nextStep();
    // A confirmation is recorded under its code and not under its step, so the status says whether it is done.
    const { status, invitedAt } = await this.account(joined);
    if (status === 'INVITED') await this.confirm(joined, step, invitedAt);
    if (this.reason) await this.act(this.admin, verifyIdentity, { user: joined.uid, how: 'in_person' });
    return joined;
  }

  private async confirm(joined: Person, step: string, invitedAt: Instant): Promise<void> {
    const { ports } = this;
    const now = ports.now();
    // Later than the invitation's own code, which has the time of its event: `now` may lie some milliseconds before
    // that.
    const issuedAt = later(now, addMs(invitedAt, 1));
    const expiresAt = addDays(now, 1);
    const request = { org: this.org, user: joined.uid, purpose: 'confirm' as const, issuedAt, expiresAt };
    const code = await ports.identity.codes.issue({ ...request, key: `world ${ports.newId()}` });
    const input = { email: joined.email, code, newPassword: joined.password };
    const actor = { kind: 'visitor' as const, address: null };
    const context = { ports, org: '', actor, viewer: null, commandId: step, now };
    accepted(await execute(confirmAccount, input, context), 'confirm');
  }

  private account({ uid }: Person): Promise<{ status: string; invitedAt: Instant }> {
    return this.ports.database.read(this.org, (db) =>
      db
        .selectFrom('read.user_account')
        .select(['status', 'created_at as invitedAt'])
        .where('uid', '=', uid)
        .executeTakeFirstOrThrow(),
    );
  }

  /** Uploads the working file and the PDF of a paper; answers their keys. */
  async upload({ org, uid: owner }: Person, paper: Paper, document: string | null = null, pdfOf = this.drawPdf) {
    const put = async (kind: 'working' | 'final', filename: string, content: Buffer): Promise<string> => {
      const body = Readable.from([content]);
      const upload = { org, owner, document, kind, filename, maxBytes: 10 * 1024 * 1024, body };
      return accepted(await this.ports.uploads.receive(upload), `upload ${filename}`).file.objectKey;
    };
    const stem = `${paper.number} ${paper.title}`;
    return {
      working: await put('working', `${stem}.fodt`, paperWorkingFile(paper)),
      final: await put('final', `${stem}.pdf`, await pdfOf(paper)),
    };
  }

  paperOf(document: NewDocument): Paper {
    return paperOf(this.name, document);
  }

  /** Creates a document with its files; sends it for review unless `send` is false. Answers its uid. */
  async create(owner: Person, document: NewDocument): Promise<string> {
    const { version = '1.0', approvers = [], externallyEffective = false, send = true } = document;
    const { files = () => this.upload(owner, this.paperOf(document)) } = document;
    const made = await this.actOnce(owner, createDocument, async () => ({
      ...document,
      ...(await files()),
      version,
      externallyEffective,
      send,
      approvers: approvers.map(({ uid }) => uid),
    }));
    return made.document;
  }

  /** Opens the PDF of the current version and signs to approve it, or to reject it with a reason. */
  async sign(approver: Person, document: string, rejection?: string): Promise<void> {
    await this.actOnce(approver, rejection ? rejectDocument : approveDocument, async () => {
      const approval = await this.openForSignature(approver, document, 'approval');
      return { ...signatureOf(approver), approval, reason: rejection ?? null };
    });
  }

  /** Opens the PDF and signs the open training record on a document, or on this version of it. */
  async train(person: Person, document: string, version?: string): Promise<string> {
    const { record } = await this.actOnce(person, signTraining, async () => ({
      ...signatureOf(person),
      record: await this.openForSignature(person, document, 'training', version),
    }));
    return record;
  }

  /** Opens the PDF, which unlocks its signature. Answers the uid of the open approval or training record. */
  private async openForSignature(
    person: Person,
    document: string,
    purpose: 'approval' | 'training',
    version?: string,
  ): Promise<string> {
    const table = purpose === 'approval' ? 'read.approval' : 'read.training_record';
    const row = await this.ports.database.read(this.org, (db) =>
      db
        .selectFrom(table)
        .select(['uid', 'version'])
        .where('document_uid', '=', document)
        .where('user_uid', '=', person.uid)
        .where('status', '=', 'OPEN')
        .$if(version !== undefined, (rows) => rows.where('version', '=', version!))
        .executeTakeFirst(),
    );
    if (!row) throw new CommandRefused(purpose, { code: 'not_found' });
    const input = { document, version: row.version, purpose, kind: 'final' };
    accepted(await this.attempt(person, openFile, input, this.ports.newId()), openFile.name);
    return row.uid;
  }

  async publish(
    document: string,
    departments: readonly string[],
    effectiveAt: Instant,
    { by = this.admin, ...options }: { waiveTraining?: boolean | undefined; by?: Person } = {},
  ): Promise<void> {
    const input = { document, departments: this.uidsOf(departments), effectiveAt, ...options };
    await this.act(by, publishDocument, input);
  }

  /** Publishes for the next moment and waits until the version is effective. A busy machine gets a later moment. */
  async publishNow(
    document: string,
    departments: readonly string[],
    { by = this.admin, ...options }: { waiveTraining?: boolean | undefined; by?: Person } = {},
  ): Promise<void> {
    const step = this.nextStep();
    for (let wait = 300; ; wait *= 2) {
      const effectiveAt = addMs(this.ports.now(), wait);
      const input = { document, departments: this.uidsOf(departments), effectiveAt, ...options };
      const published = await this.attempt(by, publishDocument, input, step);
      if (!published.ok && published.failure.code === 'effective_date_not_future') continue;
      accepted(published, 'publish');
      break;
    }
    for (;;) {
      const outcome = accepted(await becomeEffective(this.ports, this.org, document), 'become effective');
      if (outcome !== 'early') return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** A signature form, filled in by this person. */
export const signatureOf = (person: Person) => ({
  email: person.email,
  password: person.password,
  signedName: `${person.firstName} ${person.lastName}`,
  consent: true,
});

/** A person of a world, with the password. */
export interface Person {
  uid: string;
  org: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  password: string;
}

export interface NewDocument {
  name: string;
  type: string;
  functionalArea: string;
  docNum: string;
  version?: string;
  approvers?: readonly Person[];
  externallyEffective?: boolean;
  declarationReason?: string;
  send?: boolean;
  change?: VersionChange | null;
  /** Days. */
  reviewInterval?: number;
  trainingInterval?: number;
  sections?: Paper['sections'];
  /** The keys of its files, where they are uploaded already. */
  files?: () => Promise<{ working: string; final: string }>;
}

const plainSections: Paper['sections'] = [
  { heading: 'Purpose', paragraphs: ['This document says how the work is done, by whom, and how it is recorded.'] },
  { heading: 'Scope', paragraphs: ['It applies to everybody who does this work, at every site.'] },
  { heading: 'Procedure', paragraphs: ['Follow the steps in order. Record each step when it is done.'] },
];

/** The paper of a document of this organisation. */
function paperOf(
  organisation: string,
  { type, functionalArea, docNum, name, version = '1.0', sections = plainSections }: NewDocument,
): Paper {
  const number = `${type === 'Work_Instruction' ? 'WI' : type}-${functionalArea}-${docNum}`;
  return { organisation, number, title: name, version, sections };
}
