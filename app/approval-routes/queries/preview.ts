import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { kindForRoute } from '#events/document/change.ts';
import { changeKinds } from '#events/document/change-kinds.ts';
import { documentType } from '#events/document/events.ts';
import { ok, refuse } from '#events/failures.ts';
import { mayBeApprover } from '#events/permissions.ts';
import { placeInSteps } from '#events/route/place.ts';
import { fewestOf, isApproving, type RouteStep, type VersionRoute } from '#events/route/step.ts';
import { isStorableText } from '#events/text.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { mayManage } from '#app/kit/query/may-manage.ts';
import { query } from '#app/kit/query/query.ts';
import {
  readHolders,
  readManager,
  readRouteFor,
  readRoutes,
  type OfVersion,
} from '#app/approval-routes/queries/in-use.ts';
import { todayOf } from '#app/kit/query/today.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

/** A step as it would be for a document that is sent today. */
export interface PreviewStep extends RouteStep {
  people: { uid: string; name: string }[];
  /** How many are missing, whom the owner names or an admin grants the function. */
  missing: number;
  /** Whether the owner names its people. */
  named: boolean;
  /** Uids of those who may not be named: the owner signs in no approving step. */
  excluded: string[];
}

export interface RoutePreview {
  uid: string;
  name: string;
  version: number;
  separation: VersionRoute['separation'];
  steps: PreviewStep[];
}

interface Subject extends OfVersion {
  /** Its uid; null where it does not exist yet. */
  document: string | null;
  owner: string;
  /** Uids of those who count as its owner: the owner, and who sends it for review. */
  makers: string[];
}

/** Who signed the newest approved version; their uids. */
const readLastApprovers = async (db: Kysely<Database>, document: string | null): Promise<string[]> => {
  if (document === null) return [];
  const rows = await db
    .selectFrom('read.approval as a')
    .select('a.user_uid')
    .where('a.document_uid', '=', document)
    .where('a.status', '=', 'APPROVED')
    .where('a.version', '=', (eb) =>
      eb
        .selectFrom('read.document_version as v')
        .select('v.version')
        .where('v.document_uid', '=', document)
        .where('v.approved_at', 'is not', null)
        .orderBy('v.approved_at', 'desc')
        .limit(1),
    )
    .orderBy('a.signed_at')
    .execute();
  return rows.map(({ user_uid }) => user_uid);
};

/** The route of a version and whom it would ask today; null where it has none. */
export async function readPreview(db: Kysely<Database>, subject: Subject, today: string): Promise<RoutePreview | null> {
  const route = await readRouteFor(db, subject);
  if (!route) return null;
  const functions = route.steps.flatMap(({ who }) => (who.kind === 'function' ? [who.function.uid] : []));
  const holders = await readHolders(db, functions, today);
  const last = await readLastApprovers(db, subject.document);
  const manager = await readManager(db, subject.owner);
  const uids = [...new Set([...holders.map(({ user }) => user), ...last, ...(manager === null ? [] : [manager])])];
  const people =
    uids.length === 0
      ? []
      : await db
          .selectFrom('read.user_account as u')
          .select(['u.uid', 'u.role', 'u.status', nameApart('u').as('name')])
          .where('u.uid', 'in', uids)
          .execute();
  const able = people.filter(mayBeApprover);
  const isAble = (user: string) => able.some(({ uid }) => uid === user);
  const placed = placeInSteps(route, {
    users: [],
    places: [],
    holders: holders.filter(({ user }) => isAble(user)),
    lastApprovers: last.filter(isAble),
    manager: manager !== null && isAble(manager) ? manager : null,
    makers: subject.makers,
  });
  const steps = route.steps.map((step, at): PreviewStep => {
    const asked = placed.flatMap((one) => able.filter(({ uid }) => one.step === at + 1 && uid === one.user));
    return {
      ...step,
      people: asked.map(({ uid, name }) => ({ uid, name })),
      missing: Math.max(0, fewestOf(step) - asked.length),
      named: step.who.kind === 'named_by_owner' || (step.who.kind === 'last_approvers' && asked.length === 0),
      excluded: route.separation === 'strict' && isApproving(step) ? subject.makers : [],
    };
  });
  return { uid: route.uid, name: route.name, version: route.version, separation: route.separation, steps };
}

/** Documents with what decides about the route of the version that is sent next. */
const selectSubjects = (db: Kysely<Database>) =>
  db
    .selectFrom('read.document as d')
    .select(['uid', 'name', 'type', 'functional_area as functionalArea', 'doc_num as docNum', 'owner_uid as owner'])
    .select((eb) =>
      eb
        .selectFrom('read.document_version as v')
        .whereRef('v.document_uid', '=', 'd.uid')
        .select('v.version')
        .limit(1)
        .as('before'),
    );

/** The route that a document would take today. `number`: as people write it, for instance SOP-QA-017. */
export const previewRoute = query({
  name: 'route.preview',
  input: z.object({ number: z.string().max(60), kind: z.enum(changeKinds) }),
  permission: 'route.manage',
  async run({ number, kind: asked }, context) {
    const { db } = context;
    const document = await selectSubjects(db)
      .where(
        sql<string>`upper(regexp_replace(case type when 'Work_Instruction' then 'WI' else type end
          || functional_area || doc_num, '[^[:alnum:]]', '', 'g'))`,
        '=',
        number.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, ''),
      )
      .executeTakeFirst();
    if (!document) return ok(null);
    const kind = kindForRoute(asked, document.before);
    const subject = { ...document, kind, document: document.uid, makers: [document.owner] };
    const preview = await readPreview(db, subject, todayOf(context));
    return ok({ document, kind, preview });
  },
});

/** The route of a new document of a type and area, for the person who writes it; null where there is none. */
export const routeOfDocument = query({
  name: 'route.of_document',
  input: z.object({ type: z.string(), functionalArea: z.string() }),
  permission: 'document.create',
  async run({ type: asked, functionalArea }, context) {
    const owner = context.viewer.uid;
    const type = documentType.safeParse(asked);
    // No area has a name that the database cannot hold.
    if (!type.success || !isStorableText(functionalArea)) return ok(null);
    const subject = { type: type.data, functionalArea, kind: 'new' as const, document: null, owner, makers: [owner] };
    return ok(await readPreview(context.db, subject, todayOf(context)));
  },
});

/** The route of the version of a document that is sent next, for a person who may send it; null where there is none. */
export const routeOfNext = query({
  name: 'route.of_next',
  input: z.object({ document: z.uuid(), kind: z.enum(changeKinds).nullable() }),
  permission: 'document.manage_own',
  async run({ document, kind }, context) {
    const { db, viewer } = context;
    const found = await selectSubjects(db).where('d.uid', '=', document).executeTakeFirst();
    if (!found) return refuse('not_found');
    const { owner } = found;
    if (!mayManage({ owner: { uid: owner } }, viewer)) return refuse('not_allowed');
    const of = { ...found, kind: kindForRoute(kind, found.before) };
    return ok(await readPreview(db, { ...of, document, makers: [owner, viewer.uid] }, todayOf(context)));
  },
});

/** Whether the organisation has any route in use, and whether the kind of change decides between them. */
export const hasRoutes = query({
  name: 'route.any',
  input: z.object({}),
  permission: 'document.create',
  async run(_, { db }) {
    const routes = await readRoutes(db);
    return ok({ any: routes.length > 0, byKind: routes.some(({ kinds }) => kinds.length > 0) });
  },
});
