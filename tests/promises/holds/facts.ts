import type { E, Recorded } from '#events/catalogue.ts';
import type { Signature } from '#events/signature.ts';
import type { OrganisationSettings } from '#events/organisation/events.ts';
import { presets } from '#events/organisation/controls.ts';

export interface PersonFact {
  uid: string;
  firstName: string;
  lastName: string;
  email: string;
  role: string;
  status: 'ACTIVE' | 'INACTIVE' | 'INVITED';
  /** Was active before, so that the next code confirms again. */
  wasActive: boolean;
  verified: boolean;
  /** Whose acts voided the verification since. */
  voidedBy: Set<string>;
  /** Who asked for the address that is confirmed next. */
  emailAskedBy: string | null;
  departments: Set<string>;
  /** By function: from, until. */
  holds: Map<string, { from: string; until: string | null }>;
  absences: Map<string, { from: string; until: string; deputy: string }>;
  manager: string | null;
}

export interface ApprovalFact {
  uid: string;
  user: string;
  document: string;
  version: string;
  step: number | null;
  function: string | null;
  /** The position at which it could be signed from; null while its step waits. */
  openedAt: string | null;
  state: 'asked' | 'signed' | 'rejected' | 'removed' | 'cancelled';
  signer: string | null;
}

type Route = NonNullable<E<'DocumentSentForReview'>['data']['route']>;

export interface VersionFact {
  version: string;
  state: 'IN_REVIEW' | 'REJECTED' | 'APPROVED' | 'PENDING' | 'EFFECTIVE' | 'SUPERSEDED' | 'RETIRED' | 'WITHDRAWN';
  /** SHA-256 of every PDF that is this version. */
  pdfs: Set<string>;
  route: Route | null;
  completedSteps: Set<number>;
  declared: boolean;
  imported: boolean;
  departments: Set<string>;
  effectiveAt: string | null;
  published: { by: string; waived: boolean } | null;
  trainingImpact: string;
}

export interface DocumentFact {
  uid: string;
  owner: string;
  /** The owner, and who sent the version that is under way. */
  makers: Set<string>;
  current: string;
  inForce: string | null;
  isRetired: boolean;
  versions: Map<string, VersionFact>;
  waivers: { version: string; covers: 'this' | 'next'; by: string }[];
  /** Days after which training on it is repeated: every number that it ever had. */
  intervals: Set<number>;
}

export interface RecordFact {
  user: string;
  document: string;
  version: string;
  assignedAt: string;
  /** When its training was done, by the signature or the claim that counts. */
  doneAt: string | null;
  state: 'open' | 'completed' | 'carried' | 'imported' | 'cancelled';
}

const nobody = { uid: '', firstName: '', lastName: '' };

/**
 * What the events say, folded from their sentences and from no rule of the product: the oracle of the promises. An
 * event is judged against what stood before it.
 */
export class Facts {
  people = new Map<string, PersonFact>();
  documents = new Map<string, DocumentFact>();
  approvals = new Map<string, ApprovalFact>();
  records = new Map<string, RecordFact>();
  comments = new Map<string, { document: string; mustFix: boolean; open: boolean; author: string; name: string }>();
  readings: { user: string; document: string; sha256: string; position: string; isCopy: boolean }[] = [];
  programs = new Map<string, { owner: string; scopes: readonly string[] }>();
  settings: OrganisationSettings | null = null;
  /** The day of the organisation at the last event. */
  recordedAt = '';
  private readonly seen = new Map<string, number>();

  person(uid: string): PersonFact | undefined {
    return this.people.get(uid);
  }

  nameOf(uid: string): string {
    const { firstName, lastName } = this.people.get(uid) ?? nobody;
    return `${firstName} ${lastName}`.trim();
  }

  get controls() {
    return this.settings?.controls ?? presets.standard.controls;
  }

  isAdmin(uid: string): boolean {
    const person = this.people.get(uid);
    return person?.status === 'ACTIVE' && ['ADMIN', 'SUPER_ADMIN'].includes(person.role);
  }

  /** The day of a moment in the organisation's zone. */
  dayOf(instant: string): string {
    return new Intl.DateTimeFormat('en-CA', { timeZone: this.settings?.timeZone ?? 'UTC' }).format(new Date(instant));
  }

  holdersOf(uid: string, day: string): PersonFact[] {
    return [...this.people.values()].filter((person) => {
      const grant = person.holds.get(uid);
      return grant && grant.from <= day && (grant.until === null || grant.until >= day) && person.status === 'ACTIVE';
    });
  }

  deputyOf(user: string, day: string): string | null {
    const away = [...(this.people.get(user)?.absences.values() ?? [])];
    return away.find(({ from, until }) => from <= day && until >= day)?.deputy ?? null;
  }

  approvalsOf(document: string, version: string): ApprovalFact[] {
    return [...this.approvals.values()].filter((one) => one.document === document && one.version === version);
  }

  /** When the person last did the training on the document. */
  completedAt(user: string, document: string): string | null {
    const theirs = [...this.records.values()].filter((one) => one.user === user && one.document === document);
    return (
      theirs
        .flatMap(({ doneAt }) => doneAt ?? [])
        .toSorted()
        .at(-1) ?? null
    );
  }

  versionOf(document: string, version: string): VersionFact | undefined {
    return this.documents.get(document)?.versions.get(version);
  }

  /** The place at which each uid was first seen, the new events included. */
  orderWith(fresh: readonly Recorded[]): ReadonlyMap<string, number> {
    for (const { data } of fresh)
      for (const [uid] of JSON.stringify(data).matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g))
        if (!this.seen.has(uid)) this.seen.set(uid, this.seen.size);
    return this.seen;
  }

  private ask(document: string, version: string, requests: readonly Request[], openedAt: string | null): void {
    for (const { uid, user, step = null, function: held } of requests)
      this.approvals.set(uid, {
        uid,
        user,
        document,
        version,
        step,
        function: held?.uid ?? null,
        openedAt: step === null ? openedAt : null,
        state: 'asked',
        signer: null,
      });
  }

  private submit(
    { document, version, approvals, route, files, change }: Submitted,
    { position, actor }: Recorded,
    maker: string | undefined,
  ): void {
    const about = this.documents.get(document)!;
    about.versions.set(version, {
      version,
      state: 'IN_REVIEW',
      pdfs: pdfsOf(files),
      route: route ?? null,
      completedSteps: new Set(),
      declared: false,
      imported: false,
      departments: new Set(),
      effectiveAt: null,
      published: null,
      trainingImpact: change?.trainingImpact ?? 'read',
    });
    about.current = version;
    about.makers = new Set([about.owner, maker ?? ('uid' in actor ? actor.uid : about.owner)]);
    this.ask(document, version, approvals, position);
  }

  private end(document: string, states: readonly VersionFact['state'][], to: VersionFact['state']): void {
    for (const one of this.documents.get(document)?.versions.values() ?? [])
      if (states.includes(one.state)) one.state = to;
  }

  /** Takes an event in. */
  apply(event: Recorded): void {
    const { type, data, position, actor } = event;
    this.recordedAt = event.recordedAt;
    const by = 'uid' in actor ? actor.uid : '';
    switch (type) {
      case 'OrganisationCreated':
      case 'OrganisationSettingsChanged':
        this.settings = data.settings;
        break;
      case 'EarlierPeopleVerified':
        for (const { uid } of data.people) this.people.get(uid)!.verified = true;
        break;
      case 'UserRegistered':
      case 'UserInvited':
        this.people.set(data.user, {
          uid: data.user,
          firstName: data.firstName,
          lastName: data.lastName,
          email: data.email,
          role: data.role,
          status: type === 'UserRegistered' ? 'ACTIVE' : 'INVITED',
          wasActive: type === 'UserRegistered',
          verified: false,
          voidedBy: new Set(),
          emailAskedBy: null,
          departments: new Set(data.departments.map(({ uid }) => uid)),
          holds: new Map(),
          absences: new Map(),
          manager: null,
        });
        break;
      case 'PersonImported':
        break;
      case 'UserConfirmed':
      case 'UserReconfirmed':
        Object.assign(this.people.get(data.user)!, { status: 'ACTIVE', wasActive: true });
        break;
      case 'UserEdited': {
        const person = this.people.get(data.user)!;
        for (const { field, new: value } of data.changes)
          if (field === 'firstName' || field === 'lastName' || field === 'role') person[field] = value ?? '';
        person.departments = new Set(data.departments.map(({ uid }) => uid));
        break;
      }
      case 'UserManagerChanged':
        this.people.get(data.user)!.manager = data.new?.uid ?? null;
        break;
      case 'UserDeactivated':
        this.people.get(data.user)!.status = 'INACTIVE';
        break;
      case 'UserReactivated':
        this.people.get(data.user)!.status = 'INVITED';
        break;
      case 'IdentityVerified':
        Object.assign(this.people.get(data.user)!, { verified: true, voidedBy: new Set() });
        break;
      case 'EmailChangeRequested':
        this.people.get(data.user)!.emailAskedBy = by;
        break;
      case 'EmailChanged': {
        const person = this.people.get(data.user)!;
        person.email = data.new;
        person.verified = false;
        if (person.emailAskedBy) person.voidedBy.add(person.emailAskedBy);
        break;
      }
      case 'AuthenticatorRevoked':
        if (data.because === 'reset_by_admin') {
          const person = this.people.get(data.user)!;
          person.verified = false;
          person.voidedBy.add(by);
        }
        break;
      case 'FunctionGranted':
        this.people.get(data.user)!.holds.set(data.function.uid, { from: data.from, until: data.until });
        break;
      case 'FunctionWithdrawn':
        this.people.get(data.user)!.holds.delete(data.function.uid);
        break;
      case 'AbsenceDeclared':
        this.people.get(data.user)!.absences.set(data.absence, { ...data, deputy: data.deputy.uid });
        break;
      case 'AbsenceEnded':
        this.people.get(data.user)!.absences.delete(data.absence);
        break;
      case 'ServiceAccountCreated':
        this.programs.set(data.account, { owner: data.owner.uid, scopes: data.scopes });
        break;
      case 'DocumentCreated':
        this.documents.set(
          data.document,
          this.newDocument(data.document, data.owner.uid, data.version, data.trainingInterval),
        );
        break;
      case 'DocumentSentForReview':
        this.submit(data, event, data.maker);
        break;
      case 'DocumentDeclaredExternallyEffective': {
        this.submit({ ...data, approvals: [] }, event, undefined);
        const version = this.versionOf(data.document, data.version)!;
        Object.assign(version, { state: 'APPROVED', declared: true });
        break;
      }
      case 'DocumentRevised':
        if (data.withdrawn !== null) this.versionOf(data.document, data.withdrawn)!.state = 'WITHDRAWN';
        this.end(data.document, ['IN_REVIEW', 'APPROVED'], 'WITHDRAWN');
        this.submit(data, event, data.maker);
        break;
      case 'ApproverAdded':
        this.ask(data.document, data.version, [data.approval], position);
        if (!data.waits) this.approvals.get(data.approval.uid)!.openedAt = position;
        break;
      case 'ApproverRemoved':
        this.approvals.get(data.approval.uid)!.state = 'removed';
        break;
      case 'ApproverReplaced':
        this.approvals.get(data.approval.uid)!.state = 'removed';
        this.ask(data.document, data.version, [data.replacement], position);
        if (!data.waits) this.approvals.get(data.replacement.uid)!.openedAt = position;
        break;
      case 'StepOpened':
        for (const { uid } of data.approvals) this.approvals.get(uid)!.openedAt = position;
        break;
      case 'StepCompleted':
        this.versionOf(data.document, data.version)!.completedSteps.add(data.step);
        break;
      case 'ApprovalGiven':
      case 'ApprovalRejected':
        Object.assign(this.approvals.get(data.approval.uid)!, {
          state: type === 'ApprovalGiven' ? 'signed' : 'rejected',
          signer: data.signature.signer,
        });
        break;
      case 'ApprovalsCancelled':
        for (const { uid } of data.approvals) this.approvals.get(uid)!.state = 'cancelled';
        break;
      case 'DocumentApproved':
        this.versionOf(data.document, data.version)!.state = 'APPROVED';
        break;
      case 'DocumentRejected':
        this.versionOf(data.document, data.version)!.state = 'REJECTED';
        break;
      case 'DocumentPublished': {
        const version = this.versionOf(data.document, data.version)!;
        version.state = 'PENDING';
        version.departments = new Set(data.departments.map(({ uid }) => uid));
        version.effectiveAt = data.effectiveAt;
        version.published = { by, waived: data.trainingWaived };
        break;
      }
      case 'EffectiveDateChanged':
        this.versionOf(data.document, data.version)!.effectiveAt = data.new;
        break;
      case 'DocumentDepartmentsChanged':
        this.versionOf(data.document, data.version)!.departments = new Set(data.departments.map(({ uid }) => uid));
        break;
      case 'DocumentBecameEffective': {
        const about = this.documents.get(data.document)!;
        this.end(data.document, ['EFFECTIVE'], 'SUPERSEDED');
        this.versionOf(data.document, data.version)!.state = 'EFFECTIVE';
        about.inForce = data.version;
        break;
      }
      case 'DocumentRetired': {
        const about = this.documents.get(data.document)!;
        this.end(data.document, ['IN_REVIEW', 'APPROVED', 'PENDING', 'EFFECTIVE', 'REJECTED'], 'RETIRED');
        Object.assign(about, { inForce: null, isRetired: true });
        break;
      }
      case 'DocumentReinstated':
        Object.assign(this.documents.get(data.document)!, { isRetired: false, current: data.version });
        break;
      case 'DocumentEdited':
        for (const { field, new: value } of data.changes)
          if (field === 'version' && value !== null) this.documents.get(data.document)!.current = value;
        break;
      case 'DocumentDiscarded':
        this.documents.delete(data.document);
        break;
      case 'OwnershipTransferred':
        this.documents.get(data.document)!.owner = data.to.uid;
        break;
      case 'SeparationOfDutiesWaived':
        this.documents.get(data.document)!.waivers.push({ version: data.version, covers: data.covers, by });
        break;
      case 'SignedPdfMade':
        this.versionOf(data.document, data.version)?.pdfs.add(data.file.sha256);
        break;
      case 'CommentMade':
        this.comments.set(data.comment, {
          document: data.document,
          mustFix: data.mustFix,
          open: true,
          author: data.author.uid,
          name: data.author.name,
        });
        break;
      case 'CommentResolved':
        this.comments.get(data.comment)!.open = false;
        break;
      case 'DocumentFileDownloaded':
        this.readings.push({ ...data, user: data.user.uid, position, isCopy: data.copy !== undefined });
        break;
      case 'TrainingAssigned':
        for (const { record, user, document, version } of data.assignments)
          this.records.set(record, { user, document, version, assignedAt: position, doneAt: null, state: 'open' });
        break;
      case 'TrainingCarriedOver':
        for (const { record, user, document, version, signedAt } of data.records)
          this.records.set(record, {
            user,
            document,
            version,
            assignedAt: position,
            doneAt: signedAt,
            state: 'carried',
          });
        break;
      case 'TrainingCancelled':
        for (const { record } of data.records) this.records.get(record)!.state = 'cancelled';
        break;
      case 'TrainingCompleted':
        Object.assign(this.records.get(data.record)!, { state: 'completed', doneAt: data.signature.signedAt });
        break;
      case 'TrainingImported':
        this.records.set(data.record, {
          user: data.user.uid,
          document: data.document,
          version: data.version,
          assignedAt: position,
          doneAt: data.completedAt,
          state: 'imported',
        });
        break;
      case 'DocumentImported':
        this.documents.set(data.document, {
          ...this.newDocument(data.document, data.owner.uid, data.version, data.trainingInterval),
          inForce: data.effectiveVersion,
          isRetired: data.retiredAt !== null,
        });
        break;
      case 'VersionImported': {
        const about = this.documents.get(data.document)!;
        const state = about.inForce === data.version ? 'EFFECTIVE' : about.isRetired ? 'RETIRED' : 'SUPERSEDED';
        about.versions.set(data.version, {
          version: data.version,
          state,
          pdfs: pdfsOf(data.files),
          route: null,
          completedSteps: new Set(),
          declared: false,
          imported: true,
          departments: new Set(data.departments.map(({ uid }) => uid)),
          effectiveAt: data.effectiveAt,
          published: null,
          trainingImpact: 'read',
        });
        break;
      }
      default:
    }
  }

  private newDocument(uid: string, owner: string, current: string, interval: number): DocumentFact {
    return {
      uid,
      owner,
      current,
      makers: new Set([owner]),
      inForce: null,
      isRetired: false,
      versions: new Map(),
      waivers: [],
      intervals: new Set([interval]),
    };
  }
}

type Request = E<'ApproverAdded'>['data']['approval'];
type Files = E<'DocumentSentForReview'>['data']['files'];
interface Submitted {
  document: string;
  version: string;
  approvals: readonly Request[];
  route?: Route | undefined;
  files: Files;
  change?: { trainingImpact: string } | undefined;
}

const pdfsOf = ({ final }: Files): Set<string> =>
  new Set([final.sha256, ...(final.rendition ? [final.rendition.sha256] : [])]);

/** The signature that an event carries; null where it carries none. */
export const signatureIn = ({ data }: Recorded): Signature | null =>
  'signature' in data ? (data.signature as Signature) : null;
