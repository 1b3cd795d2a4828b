import { effectiveOnOf } from '#events/document/effective-on.ts';
import type { E } from '#events/catalogue.ts';
import type { Named } from '#events/common.ts';
import type { BothFiles, DocumentType } from '#events/document/events.ts';
import type { Signature } from '#events/signature.ts';
import { streams } from '#events/streams.ts';
import { defaultReminders, defaultSettings } from '#events/organisation/events.ts';
import { trainingBatchSize } from '#events/training/events.ts';
import { doings, membersOf, pick, things, thrown, uidOf, type Member, type Size } from './people.ts';

export interface Entry {
  stream: string;
  event: E;
  /** Milliseconds since the epoch. */
  at: number;
  /** Who did it; the product itself where absent. */
  by?: Member | undefined;
}

const areas = ['CORP', 'ENG', 'IT', 'PM', 'QA'];
const day = 86_400_000;
/** Days. The clock must find nothing to do while pages are measured. */
const longest = 36_500;

/** Nor is anybody written to meanwhile. */
const silent = {
  ...defaultReminders,
  beforeDue: false,
  afterDue: false,
  escalation: false,
  approvals: false,
  digest: false,
};

export const orgUid = uidOf(1, 1);
const begin = Date.UTC(2023, 0, 2);
const sha256 = (n: number): string => n.toString(16).padStart(64, '0');

const filesOf = (n: number, name: string): BothFiles => {
  const of = { size: 48_213, sha256: sha256(n) };
  return {
    working: {
      ...of,
      objectKey: `${orgUid}/${uidOf(10, n)}/w`,
      name: `${name}.fodt`,
      mediaType: 'application/vnd.oasis.opendocument.text-flat-xml',
      pages: null,
    },
    final: {
      ...of,
      objectKey: `${orgUid}/${uidOf(10, n)}/f`,
      name: `${name}.pdf`,
      mediaType: 'application/pdf',
      pages: 12,
    },
  };
};

/** Four types have ### (999 each), two have ###-##. */
function numberOf(n: number): { type: DocumentType; docNum: string } {
  const plain = ['SOP', 'Policy', 'Work_Instruction', 'Other'] as const;
  const i = Math.floor(n / 6);
  const text = (number: number) => String(number).padStart(3, '0');
  if (n % 6 < 4 && i < 999) return { type: plain[n % 6]!, docNum: text(i + 1) };
  const at = Math.floor(n / 2);
  return {
    type: n % 2 ? 'Form' : 'Template',
    docNum: `${text((at % 999) + 1)}-${String(Math.floor(at / 999) + 1).padStart(2, '0')}`,
  };
}

const signature = (
  by: Member,
  meaning: Signature['meaning'],
  document: string,
  version: string,
  n: number,
  at: number,
): Signature => ({
  signer: by.uid,
  printedName: by.name,
  signedName: by.name,
  role: by.role,
  meaning,
  reason: meaning === 'approved' ? 'I approve of this document.' : 'I have read and understand.',
  document,
  version,
  sha256: sha256(n),
  comparison: null,
  signedAt: new Date(at).toISOString(),
  credential: { method: 'email and password', checkedAt: new Date(at).toISOString() },
});

/** One in a hundred documents is a draft, two are in review, the others are in force. */
const statusOf = (n: number): 'CREATED' | 'IN_REVIEW' | 'EFFECTIVE' => {
  const at = thrown(n, 100);
  return at < 1 ? 'CREATED' : at < 3 ? 'IN_REVIEW' : 'EFFECTIVE';
};

/** The history of an organisation of this size, oldest first: the events that the product would have recorded. */
export function* history(size: Size): Generator<Entry> {
  const { members, departments } = membersOf(size);
  const admin = members[0]!;
  yield {
    stream: streams.organisation,
    at: begin,
    event: {
      type: 'OrganisationCreated',
      data: {
        organisation: orgUid,
        name: 'Northmere Diagnostics',
        domain: 'bench.example',
        settings: { ...defaultSettings, uploadLimit: 262_144_000, reminders: silent },
      },
    },
  };
  for (const { uid, name } of departments)
    yield {
      stream: streams.department(uid),
      at: begin,
      by: admin,
      event: { type: 'DepartmentCreated', data: { department: uid, name } },
    };
  for (const name of areas)
    yield {
      stream: streams.functionalArea(name),
      at: begin,
      by: admin,
      event: { type: 'FunctionalAreaCreated', data: { area: name, name } },
    };
  for (const { uid, firstName, lastName, email, role, departments: own } of members) {
    const stream = streams.user(uid);
    const profile = { user: uid, firstName, lastName, email, role, departments: own };
    yield {
      stream,
      at: begin,
      by: admin,
      event: { type: 'UserInvited', data: { ...profile, codeExpiresAt: new Date(begin + day).toISOString() } },
    };
    yield { stream, at: begin, event: { type: 'UserConfirmed', data: { user: uid } } };
    yield { stream, at: begin, event: { type: 'PasswordSet', data: { user: uid, how: 'confirmed' } } };
  }
  const staff = new Map(
    departments.map(({ uid }): [string, Member[]] => [
      uid,
      members.filter((one) => one.departments.some((own) => own.uid === uid)),
    ]),
  );
  let records = 0;
  for (let n = 0; n < size.documents; n++) {
    // As many as the next document must have for the whole to come out: about a hundred each.
    const wanted = Math.round(((n + 1) * size.records) / size.documents) - records;
    const life = documentLife(n, members, departments, staff, Math.max(0, wanted));
    records += life.records;
    yield* life.entries;
  }
}

function documentLife(
  n: number,
  members: readonly Member[],
  departments: readonly Named[],
  staff: Map<string, Member[]>,
  wanted: number,
) {
  const document = uidOf(4, n);
  const stream = streams.document(document);
  const name = `${pick(doings, n)} of ${pick(things, Math.floor(n / 10))} ${String(n).padStart(5, '0')}`;
  const owner = members[(thrown(n, Math.floor(members.length / 5)) * 5) % members.length]!;
  const approver = members[(thrown(n + 7, Math.floor(members.length / 5)) * 5) % members.length]!;
  const admin = members[0]!;
  const status = statusOf(n);
  const at = begin + day + n * 60_000 * 120;
  const version = '1.0';
  const of = { document, version };
  const files = filesOf(n, name);
  const approval = { uid: uidOf(5, n), user: approver.uid, name: approver.name };
  const entries: Entry[] = [];
  const add = (event: E, later: number, by?: Member, into = stream) =>
    entries.push({ stream: into, event, at: at + later, by });
  const owned = { uid: owner.uid, name: owner.name };
  add(
    {
      type: 'DocumentCreated',
      data: {
        document,
        name,
        ...numberOf(n),
        functionalArea: pick(areas, thrown(n, 5)),
        version,
        owner: owned,
        trainingInterval: longest,
        reviewInterval: longest,
        externallyEffective: false,
      },
    },
    0,
    owner,
  );
  if (status === 'CREATED') return { entries, records: 0 };
  add({ type: 'DocumentSentForReview', data: { ...of, name, files, approvals: [approval] } }, 1000, owner);
  if (status === 'IN_REVIEW') return { entries, records: 0 };
  add(
    {
      type: 'ApprovalGiven',
      data: { ...of, approval, signature: signature(approver, 'approved', document, version, n, at) },
    },
    2000,
    approver,
  );
  add({ type: 'DocumentApproved', data: of }, 2000, approver);
  const effectiveAt = new Date(at + 20 * day).toISOString();
  const chosen = [pick(departments, n), pick(departments, n * 3 + 1), pick(departments, n * 7 + 2)];
  const assigned = [...new Map(chosen.map((one) => [one.uid, one])).values()];
  add(
    {
      type: 'DocumentPublished',
      data: {
        ...of,
        departments: assigned,
        effectiveAt,
        effectiveOn: effectiveOnOf(effectiveAt, 'UTC'),
        trainingWaived: false,
        carriesOver: false,
        trainingRate: 0,
        departmentsBefore: [],
        reason: null,
      },
    },
    3000,
    admin,
  );
  const trained = [...new Set(assigned.flatMap(({ uid }) => staff.get(uid) ?? []))].slice(0, wanted);
  const assignments = trained.map((member, i) => ({
    record: uidOf(6, n * 1000 + i),
    user: member.uid,
    document,
    version,
    dueAt: effectiveAt,
  }));
  for (let from = 0; from < assignments.length; from += trainingBatchSize) {
    const batch = assignments.slice(from, from + trainingBatchSize);
    add(
      {
        type: 'TrainingAssigned',
        data: { because: 'published', document: { uid: document, name }, user: null, assignments: batch },
      },
      3000,
      admin,
      streams.assignment,
    );
  }
  // Seven in ten have signed.
  for (const [i, { record, user }] of assignments.entries()) {
    if (thrown(n * 31 + i, 10) >= 7) continue;
    const learner = trained[i]!;
    const data = {
      record,
      user,
      document,
      version,
      signature: signature(learner, 'read_and_understood', document, version, n, at + 4000),
    };
    add({ type: 'TrainingCompleted', data }, 4000 + i, learner, streams.record(record));
  }
  add({ type: 'DocumentBecameEffective', data: { ...of, effectiveAt, supersedes: null, trainingRate: 70 } }, 20 * day);
  return { entries, records: assignments.length };
}
