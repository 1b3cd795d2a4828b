import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { reviewDueAt } from '#events/document/periodic-review.ts';
import { ok, refuse } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import type { Recorded } from '#events/catalogue.ts';
import type { DocumentEventType } from '#events/document/evolve.ts';
import { streams } from '#events/streams.ts';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { readDepartments } from '#app/kit/query/in-order.ts';
import { readVersions, type VersionLine } from '#app/documents/queries/version-history.ts';
import { readOpenTraining } from '#app/documents/queries/open-training.ts';
import { pageNumber } from '#app/kit/query/paging.ts';
import { mayExcept, readDocument, type DocumentRecord } from '#app/documents/queries/get-document.ts';
import { mayManage } from '#app/kit/query/may-manage.ts';
import { trainingCounts } from '#app/documents/queries/training-rate.ts';
import { todayOf } from '#app/kit/query/today.ts';
import { query } from '#app/kit/query/query.ts';
import { readStreamEvents } from '#app/kit/query/stream.ts';
import { uidsNamedIn, withEmailBesideNames } from '#app/kit/people/email-beside-names.ts';
import { readNamesThen } from '#app/kit/people/names-then.ts';
import type { LifeEvent } from '#app/documents/words/lifeline.ts';

/** The events of a version in force that everybody may see. */
const open = [
  'ApprovalGiven',
  'DocumentPublished',
  'DocumentBecameEffective',
  'DocumentDeclaredExternallyEffective',
  'VersionImported',
];

/** The scheduled version or the one in force; null if there is neither. */
function versionShown(document: DocumentRecord, insider: boolean, trainee: boolean): string | null {
  if (document.status === 'PENDING' && (insider || trainee)) return document.version;
  return document.effectiveVersion;
}

async function isTrainee(db: Kysely<Database>, document: DocumentRecord, user: string): Promise<boolean> {
  const row = await db
    .selectFrom('read.training_record')
    .select('uid')
    .where('document_uid', '=', document.uid)
    .where('version', '=', document.version)
    .where('user_uid', '=', user)
    .where('status', '<>', 'CANCELLED')
    .executeTakeFirst();
  return row !== undefined;
}

/** The person's own open training on the document, the most urgent first. */
const readWaiting = (db: Kysely<Database>, document: string, user: string) =>
  db
    .selectFrom('read.training_record')
    .select(['uid as record', 'version', 'due_at as dueAt'])
    .where('document_uid', '=', document)
    .where('user_uid', '=', user)
    .where('status', '=', 'OPEN')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();

/** Who signed training on the version last, and when. */
const lastTrained = (db: Kysely<Database>, document: string, version: string) =>
  db
    .selectFrom('read.training_record')
    .select(['signer_name as name', sql<string>`signed_at`.as('at')])
    .where('document_uid', '=', document)
    .where('version', '=', version)
    .where('status', '=', 'COMPLETED')
    .where('carried_from', 'is', null)
    .where('claimed', 'is', null)
    .orderBy('signed_at', 'desc')
    .orderBy('uid')
    .limit(1)
    .executeTakeFirst();

/**
 * The page of a scheduled or effective document. Employees see the version in force, and a scheduled one only if they
 * train on it. `shown` is null for authors and admins who should see its other pages instead.
 */
export const getDocumentPage = query({
  name: 'document.page',
  input: z.object({ document: z.string().toLowerCase(), page: pageNumber.default(1) }),
  permission: 'document.view_effective',
  cache: 'viewer',
  async run({ document: uid, page }, { db, viewer, now }) {
    if (!z.uuid().safeParse(uid).success) return refuse('not_found');
    const trainee = roleMay(viewer.role, 'document.view_working') ? null : viewer.uid;
    const found = await readPage({ db, uid, trainee, page, now, today: todayOf({ viewer, now }) });
    if (!found) return refuse('not_found');
    const { document } = found;
    return ok({
      found,
      manages: mayManage(document, viewer),
      excepts: found.insider && mayExcept(document, viewer),
      waiting: (await readWaiting(db, uid, viewer.uid)) ?? null,
    });
  },
});

/** What a document's page shows. */
export type DocumentPage = NonNullable<Awaited<ReturnType<typeof readPage>>>;

interface PageRequest {
  db: Kysely<Database>;
  uid: string;
  /** The uid of a viewer who sees only what is open to everybody; null for authors and admins. */
  trainee: string | null;
  /** Of the people with open training, one-based. */
  page: number;
  now: Instant;
  today: string;
}

/** The uids of the departments of a published version. */
async function departmentsOf(db: Kysely<Database>, document: string, version: string): Promise<string[]> {
  const rows = await db
    .selectFrom('read.document_department')
    .select('department_uid')
    .where('document_uid', '=', document)
    .where('version', '=', version)
    .execute();
  return rows.map((row) => row.department_uid);
}

/** Removes what shows the progress of a scheduled or draft version, its training and its signatures. */
async function asOpenToEverybody(db: Kysely<Database>, document: DocumentRecord, shown: VersionLine | null) {
  const { uid } = document;
  const departments = shown ? await departmentsOf(db, uid, shown.version) : [];
  const closed = { files: null, revisionFiles: null, asked: [], departments };
  if (!shown || shown.version === document.version) return { ...document, ...closed };
  const { name, version, externallyEffective, approvedAt, publishedAt, effectiveAt, effectiveZone, trainingWaived } =
    shown;
  return {
    ...document,
    name,
    version,
    status: 'EFFECTIVE' as const,
    externallyEffective,
    revisedAt: shown.submittedAt,
    approvedAt,
    publishedAt,
    effectiveAt,
    effectiveZone,
    trainingWaived: trainingWaived ?? false,
    change: shown.change,
    training: (await trainingCounts(db, [uid], 'effective_version')).get(uid) ?? document.training,
    approvals: [],
    ...closed,
  };
}

async function readPage({ db, uid, trainee, page, now, today }: PageRequest) {
  const [document, versions, life, departments] = await Promise.all([
    readDocument(db, uid, today),
    readVersions(db, uid),
    readLife(db, uid),
    readDepartments(db),
  ]);
  if (!document) return null;
  const insider = trainee === null;
  const number = versionShown(document, insider, !insider && (await isTrainee(db, document, trainee)));
  const shown = versions.find(({ version }) => version === number) ?? null;
  if (!shown && !insider) return null;
  const [trained, openTraining] =
    shown && insider
      ? await Promise.all([lastTrained(db, uid, shown.version), readOpenTraining(db, uid, shown.version, page, now)])
      : [];
  const seen = insider ? document : await asOpenToEverybody(db, document, shown);
  return {
    insider,
    document: { ...seen, ...(number === document.version ? {} : document.inForce) },
    shown,
    versions: insider
      ? versions
      : versions.filter(({ version }) => [number, document.effectiveVersion].includes(version)),
    life: !shown
      ? []
      : insider
        ? life
        : life.filter(({ version, event }) => version === number && open.includes(event.type)),
    lastTrained: trained ?? null,
    openTraining: openTraining ?? null,
    // Employees see those of the document alone.
    departments: insider ? departments : departments.filter(({ uid: one }) => seen.departments.includes(one)),
    reviewDueAt: document.latestEffectiveAt
      ? reviewDueAt(document.latestEffectiveAt, document.reviewedAt, document.inForce.reviewInterval)
      : null,
  };
}

/**
 * A document's events from its stream, newest first; people who had one name at the event have their emails beside it.
 */
async function readLife(db: Kysely<Database>, document: string): Promise<LifeEvent[]> {
  const events = (await readStreamEvents(db, streams.document(document))) as Recorded<DocumentEventType>[];
  const names = await readNamesThen(
    db,
    events.flatMap(({ actor, data }) => [...uidsNamedIn(actor), ...uidsNamedIn(data)]),
  );
  let version = '';
  const life = events.map((event): LifeEvent => {
    if ('version' in event.data) version = event.data.version;
    return { version, event: withEmailBesideNames(event, names) };
  });
  return life.reverse();
}
