import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { controlsOf } from '#events/organisation/controls.ts';
import { roleMay } from '#events/permissions.ts';
import type { DocumentType } from '#events/document/events.ts';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { deputies } from '#app/approval-routes/queries/deputies.ts';
import { unableOn, type Unable } from '#app/approval-routes/queries/unable.ts';
import { importsToApprove, type ImportCard } from '#app/home/queries/imports-to-approve.ts';
import { ownCounts } from '#app/training/queries/own-counts.ts';
import { readQualityUnitOn } from '#app/kit/people/quality-unit.ts';
import { query } from '#app/kit/query/query.ts';
import { todayOf } from '#app/kit/query/today.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

interface Card {
  document: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  version: string;
  name: string;
  owner: string;
}

/** An approved document that awaits final approval. */
export interface FinalApprovalCard extends Card {
  approvedAt: Instant | null;
  externallyEffective: boolean;
}

/** A version that awaits the viewer's signature, and how many of its approvers have signed. */
export interface ApprovalCard extends Card {
  signed: number;
  asked: number;
  requestedAt: Instant;
}

/** A version that awaits the signature of an absent person, which the viewer may give instead. */
export interface DeputyCard extends Card {
  /** The absent person, and the last day of the absence: `2026-06-03`. */
  absent: string;
  until: string;
  requestedAt: Instant;
}

/** A version in review whose approver cannot sign: an admin replaces the approver. */
export interface StuckCard extends Card {
  approval: string;
  approver: string;
  unable: Unable;
}

/** A version in review of which nobody of the quality unit is an approver: its owner or an admin adds one. */
export interface WithoutUnitCard extends Card {
  /** The name of the function. */
  unit: string;
}

/** A rejected document of the viewer's own. */
export interface RejectedCard extends Card {
  rejectedBy: string | null;
  reason: string | null;
}

/** An effective document whose periodic review is due. */
export interface ReviewCard extends Card {
  dueAt: Instant;
}

/** A document of the viewer's own with change requests that nobody has decided. */
export interface RequestsCard extends Card {
  requests: number;
  /** Of the oldest. */
  since: Instant;
}

/** A draft of the viewer's own. */
export interface DraftCard extends Card {
  revisedAt: Instant;
}

/** The first cards of a kind, and how many there are in all. */
export interface Waiting<C> {
  cards: C[];
  total: number;
}

const columns = [
  'd.uid as document',
  'd.type',
  'd.functional_area as functionalArea',
  'd.doc_num as docNum',
  'd.version',
  'd.name',
  nameApart('o').as('owner'),
] as const;

/** The number of rows before the limit. */
const total = sql<number>`(count(*) over ())::integer`.as('total');

type Counted<C> = C & { total: number };

const waiting = <C extends object>(rows: Counted<C>[]): Waiting<C> => ({ cards: rows, total: rows[0]?.total ?? 0 });

const none = { cards: [], total: 0 };

/** Where tasks are read, and how many of each kind at most. */
interface Reading {
  db: Kysely<Database>;
  most: number;
}

const documents = ({ db, most }: Reading) =>
  db
    .selectFrom('read.document as d')
    .innerJoin('read.user_account as o', 'o.uid', 'd.owner_uid')
    .select([...columns, total])
    .limit(most);

/** Open approvals of versions in review. */
const open = (from: Reading) =>
  documents(from)
    .innerJoin('read.approval as a', (join) =>
      join.onRef('a.document_uid', '=', 'd.uid').onRef('a.version', '=', 'd.version'),
    )
    .where('d.status', '=', 'IN_REVIEW')
    .where('a.status', '=', 'OPEN')
    .orderBy('a.requested_at')
    .orderBy('d.uid');

const dueReviews = (from: Reading, now: Instant) =>
  documents(from)
    .select(sql<string>`d.review_due_at`.as('dueAt'))
    .where('d.status', '=', 'EFFECTIVE')
    .where('d.review_due_at', '<=', now)
    .orderBy('d.review_due_at')
    .orderBy('d.uid');

/** Tasks of the admins, who manage all documents. */
async function readForAll(from: Reading, viewer: TaskViewer, { now, today }: Moment) {
  const unable = unableOn(today);
  const [finalApprovals, stuck, reviews] = await Promise.all([
    documents(from)
      .select(['d.approved_at as approvedAt', 'd.externally_effective as externallyEffective'])
      .where('d.status', '=', 'APPROVED')
      .$if(controlsOf(viewer.settings).separationOfDuties, (query) => query.where((eb) => isForAnother(eb, viewer.uid)))
      .orderBy('d.approved_at')
      .orderBy('d.uid')
      .execute(),
    open(from)
      .innerJoin('read.user_account as p', 'p.uid', 'a.user_uid')
      .select(['a.uid as approval', nameApart('p').as('approver')])
      .select(unable.$notNull().as('unable'))
      .where(unable, 'is not', null)
      .execute(),
    dueReviews(from, now).execute(),
  ]);
  return {
    finalApprovals: waiting<FinalApprovalCard>(finalApprovals),
    stuck: waiting<StuckCard>(stuck),
    reviews: waiting<ReviewCard>(reviews),
  };
}

type TaskViewer = Pick<Viewer, 'uid' | 'role' | 'settings'>;

/** Under separate duties the owner, and the only approver, leave the final approval to another admin. */
const isForAnother = (eb: ExpressionBuilder<Database & { d: Database['read.document'] }, 'd'>, user: string) =>
  eb.or([
    eb.exists(
      eb.selectFrom('read.separation_waiver as w').whereRef('w.document_uid', '=', 'd.uid').select('w.version'),
    ),
    eb.and([
      eb('d.owner_uid', '<>', user),
      eb.or([
        eb('d.externally_effective', '=', true),
        eb.exists(
          eb
            .selectFrom('read.approval as a')
            .whereRef('a.document_uid', '=', 'd.uid')
            .whereRef('a.version', '=', 'd.version')
            .where('a.status', '=', 'APPROVED')
            .where((of) => of(of.fn.coalesce('a.signer_uid', 'a.user_uid'), '<>', user))
            .select('a.uid'),
        ),
      ]),
    ]),
  ]);

/** The versions in review of which nobody of the quality unit is asked or has signed. */
async function withoutUnitOf(from: Reading, viewer: TaskViewer, moment: Moment): Promise<Counted<WithoutUnitCard>[]> {
  const unit = await readQualityUnitOn(from.db, { viewer, now: moment.now });
  if (!unit) return [];
  const holders = unit.holders.map(({ uid }) => uid);
  const rows = await documents(from)
    .where('d.status', '=', 'IN_REVIEW')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('read.approval as a')
            .whereRef('a.document_uid', '=', 'd.uid')
            .whereRef('a.version', '=', 'd.version')
            .where('a.status', '<>', 'CANCELLED')
            .where((of) => of(of.fn.coalesce('a.signer_uid', 'a.user_uid'), 'in', [...holders, unnamed]))
            .select('a.uid'),
        ),
      ),
    )
    .$if(!roleMay(viewer.role, 'document.manage_any'), (query) => query.where('d.owner_uid', '=', viewer.uid))
    .orderBy('d.uid')
    .execute();
  return rows.map((row) => ({ ...row, unit: unit.name }));
}

/** Nobody: a list of SQL has one or more. */
const unnamed = '00000000-0000-0000-0000-000000000000';

/** `today`: the organisation's calendar day. */
interface Moment {
  now: Instant;
  today: string;
}

/** A person's tasks, `most` of each kind, for the home page and the weekly digest. */
export async function readStartHere(db: Kysely<Database>, viewer: TaskViewer, moment: Moment, most = 6) {
  const { uid, role } = viewer;
  const { now, today } = moment;
  const from = { db, most };
  const readManaged = async (): Promise<Awaited<ReturnType<typeof readForAll>>> => {
    if (roleMay(role, 'document.manage_any')) return readForAll(from, viewer, moment);
    const own = await dueReviews(from, now).where('d.owner_uid', '=', uid).execute();
    return { finalApprovals: none, stuck: none, reviews: waiting(own) };
  };
  const [{ finalApprovals, stuck, reviews }, withoutUnit, mine, imports] = await Promise.all([
    readManaged(),
    withoutUnitOf(from, viewer, moment),
    readOwn(from, uid, today),
    roleMay(role, 'library.import') ? importsToApprove(from, uid) : [],
  ]);
  return {
    finalApprovals,
    imports: waiting<ImportCard>(imports),
    ...mine,
    stuck,
    withoutUnit: waiting<WithoutUnitCard>(withoutUnit),
    reviews,
  };
}

/** Tasks of one person. */
async function readOwn(from: Reading, user: string, today: string) {
  const [approvals, forOthers, rejected, requests, drafts] = await Promise.all([
    approvalsOf(from, user, today),
    forOthersBy(from, user, today),
    rejectedOf(from, user),
    requestsOf(from, user),
    draftsOf(from, user),
  ]);
  return {
    approvals: waiting<ApprovalCard>(approvals),
    forOthers: waiting<DeputyCard>(forOthers),
    rejected: waiting<RejectedCard>(rejected),
    requests: waiting<RequestsCard>(requests),
    drafts: waiting<DraftCard>(drafts),
  };
}

const rejectedOf = (from: Reading, user: string) =>
  documents(from)
    .leftJoin('read.approval as a', (join) =>
      join.onRef('a.document_uid', '=', 'd.uid').onRef('a.version', '=', 'd.version').on('a.status', '=', 'REJECTED'),
    )
    .select(['a.signer_name as rejectedBy', 'a.reason'])
    .where('d.status', '=', 'REJECTED')
    .where('d.owner_uid', '=', user)
    .orderBy('a.signed_at')
    .orderBy('d.uid')
    .execute();

const requestsOf = (from: Reading, user: string) =>
  documents(from)
    .innerJoin(
      (db) =>
        db
          .selectFrom('read.change_request')
          .where('status', '=', 'OPEN')
          .groupBy('document_uid')
          .select(['document_uid', sql<number>`count(*)::integer`.as('requests')])
          .select(sql<string>`min(requested_at)`.as('since'))
          .as('r'),
      (join) => join.onRef('r.document_uid', '=', 'd.uid'),
    )
    .select(['r.requests', 'r.since'])
    .where('d.owner_uid', '=', user)
    .orderBy('r.since')
    .orderBy('d.uid')
    .execute();

const draftsOf = (from: Reading, user: string) =>
  documents(from)
    .select('d.revised_at as revisedAt')
    .where('d.status', '=', 'CREATED')
    .where('d.owner_uid', '=', user)
    .orderBy('d.revised_at', 'desc')
    .orderBy('d.uid')
    .execute();

/** The versions that await the viewer's signature, with how many of their approvers have signed. */
const approvalsOf = (from: Reading, user: string, today: string) =>
  open(from)
    .innerJoin('read.user_account as p', 'p.uid', 'a.user_uid')
    .select('a.requested_at as requestedAt')
    .select((eb) => {
      const others = eb
        .selectFrom('read.approval as b')
        .whereRef('b.document_uid', '=', 'd.uid')
        .whereRef('b.version', '=', 'd.version')
        .select(sql<number>`count(*)::integer`.as('count'));
      return [
        others.where('b.status', '=', 'APPROVED').$asScalar().$notNull().as('signed'),
        others.where('b.status', '<>', 'CANCELLED').$asScalar().$notNull().as('asked'),
      ];
    })
    .where('a.user_uid', '=', user)
    .where(unableOn(today), 'is', null)
    .execute();

/** The versions that the viewer may sign for an absent person, as their deputy. */
const forOthersBy = (from: Reading, user: string, today: string) =>
  open(from)
    .innerJoin(deputies(from.db, today).as('s'), 's.approval', 'a.uid')
    .select(['a.requested_at as requestedAt', 's.name as absent', 's.until'])
    .where('s.deputy', '=', user)
    .execute();

export type StartHereCards = Awaited<ReturnType<typeof readStartHere>>;

/** The tasks that a page lists at most, of each kind. */
const mostListed = 200;

/**
 * The viewer's tasks in the manage view, the longest waiting first: final approvals, approvers to replace, imports to
 * approve (admins), approvals to sign, also for absent people, own rejected documents and change requests, periodic
 * reviews due (owner and admins), drafts. `all`: more than the eight that the page begins with.
 */
export const startHere = query({
  name: 'document.start_here',
  input: z.object({ all: z.boolean().default(false) }),
  permission: 'document.list_all',
  cache: 'viewer',
  run: async ({ all }, { db, viewer, now }) =>
    ok(await readStartHere(db, viewer, { now, today: todayOf({ viewer, now }) }, all ? mostListed : 8)),
});

/** The viewer's training records to sign: the count of the home page's first tab. */
export const trainingCount = query({
  name: 'document.training_count',
  input: z.object({}),
  permission: 'signed-in',
  cache: 'viewer',
  run: async (_, { db, viewer }) => ok((await ownCounts(db, viewer.uid)).training),
});
