import type { ApproverChoice } from '#events/document/commands.ts';
import { lastApprovers } from '#events/document/decide/ask.ts';
import type { Document, DocumentState } from '#events/document/state.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import type { StreamExpectation } from '#events/ledger/types.ts';
import { mayBeApprover } from '#events/permissions.ts';
import { placeInSteps, type Place, type RouteFacts } from '#events/route/place.ts';
import type { VersionRoute } from '#events/route/step.ts';
import { streams } from '#events/streams.ts';
import { stepOf } from '#events/document/route.ts';
import { userEvolution } from '#events/user/state.ts';
import { functionsOn } from '#events/user/duties.ts';
import { load } from '#app/kit/command/load.ts';
import type { SignedInContext } from '#app/kit/command/command.ts';
import { chooseApprovers } from '#app/documents/commands/facts.ts';
import { otherSteps } from '#app/approval-routes/forms/route-steps.ts';
import { readHolders, readManager, readRouteFor, type OfVersion } from '#app/approval-routes/queries/in-use.ts';
import { readStreamVersion } from '#app/kit/query/stream.ts';
import { todayOf } from '#app/kit/query/today.ts';

interface Chosen {
  /** The route that the version takes; null where every approver is asked at once. */
  route: VersionRoute | null;
  approvers: ApproverChoice[];
  /** Whom the steps of the route can ask now. */
  routeFacts?: RouteFacts | undefined;
  expect: StreamExpectation[];
}

interface Choosing {
  users: readonly string[];
  places?: readonly Place[] | undefined;
  routed?: string | undefined;
}

/** The functions that a route's steps need; their uids. */
const functionsOf = ({ steps }: VersionRoute): string[] =>
  steps.flatMap(({ who }) => (who.kind === 'function' ? [who.function.uid] : []));

/**
 * The approvers of a version, along the route that is in use for it. `users` are chosen without a step, `places` with
 * one, and `routed` is the route whose steps people saw, as a form names it; empty in a call.
 */
export async function chooseAlongRoute(
  context: SignedInContext,
  state: DocumentState,
  of: OfVersion,
  { users, places = [], routed = '' }: Choosing,
): Promise<Result<Chosen>> {
  const { ports, org, viewer } = context;
  const owner = state.kind === 'document' ? state.owner.uid : viewer.uid;
  const { route, expect, holders, manager, able } = await ports.database.read(org, async (db) => {
    const found = await readRouteFor(db, of);
    if (!found) return { route: null, expect: [], holders: [], manager: null, able: [] };
    const stream = streams.route(found.uid);
    const held = await readHolders(db, functionsOf(found), todayOf(context));
    const last = state.kind === 'document' ? lastApprovers(state) : [];
    const boss = await readManager(db, owner);
    const people = [...held.map(({ user }) => user), ...last, ...(boss === null ? [] : [boss])];
    // The owner's stream says who manages them.
    const read = [stream, streams.user(owner)];
    const rows =
      people.length === 0
        ? []
        : await db
            .selectFrom('read.user_account')
            .select(['uid', 'role', 'status'])
            .where('uid', 'in', people)
            .execute();
    return {
      route: found,
      expect: await Promise.all(read.map(async (one) => ({ stream: one, version: await readStreamVersion(db, one) }))),
      holders: held,
      manager: boss,
      able: rows.filter(mayBeApprover).map(({ uid }) => uid),
    };
  });
  const problem = otherSteps(routed, route);
  if (problem) return refuse('invalid_input', { fields: { approvers: [problem] } });
  if (!route) {
    const all = [...users, ...places.map(({ user }) => user)];
    const chosen = await chooseApprovers(context, all);
    return chosen.ok ? ok({ ...chosen.value, route }) : chosen;
  }
  const routeFacts = {
    holders: holders.filter(({ user }) => able.includes(user)),
    lastApprovers: state.kind === 'document' ? lastApprovers(state).filter((user) => able.includes(user)) : [],
    manager: manager !== null && able.includes(manager) ? manager : null,
  };
  // A draft keeps the owners that it had before.
  const before = state.kind === 'document' && state.status === 'CREATED' ? state.current.makers : [];
  const placed = placeInSteps(route, { users, places, ...routeFacts, makers: [...before, viewer.uid, owner] });
  const chosen = await chooseApprovers(
    context,
    placed.map(({ user }) => user),
  );
  if (!chosen.ok) return chosen;
  const approvers = placed.flatMap(({ user, step }): ApproverChoice[] => {
    const person = chosen.value.approvers.find((one) => one.user === user);
    const functions = holders.flatMap((one) => (one.user === user ? [one.held] : []));
    return person ? [{ ...person, approval: ports.newId(), step, functions, managesOwner: user === manager }] : [];
  });
  return ok({ route, routeFacts, approvers, expect: [...chosen.value.expect, ...expect] });
}

/** Whether an approver is active, may approve, and is still one of those whom their step asks. */
export async function holdsStill(context: SignedInContext, document: Document, uid: string): Promise<boolean> {
  const approval = document.current.approvals.find((one) => one.uid === uid);
  const who = stepOf(document.current, approval?.step)?.who;
  if (!approval || !who) return false;
  const { state } = await load(context, streams.user(approval.user), userEvolution);
  if (state.kind !== 'user' || !mayBeApprover(state)) return false;
  return who.kind === 'function'
    ? functionsOn(state, todayOf(context)).includes(who.function.uid)
    : who.kind === 'last_approvers' && lastApprovers(document).includes(approval.user);
}

/** People who are added to a version in review, with the functions that they hold now. */
export async function chooseForStep(
  context: SignedInContext,
  { owner, current: { route } }: Document,
  users: readonly string[],
  step: number | undefined,
): Promise<Result<Pick<Chosen, 'approvers' | 'expect'>>> {
  const chosen = await chooseApprovers(context, users);
  if (!chosen.ok || !route) return chosen;
  const { held, manager } = await context.ports.database.read(context.org, async (db) => ({
    held: await readHolders(db, functionsOf(route), todayOf(context)),
    manager: await readManager(db, owner.uid),
  }));
  const approvers = chosen.value.approvers.map((one) => ({
    ...one,
    ...(step !== undefined && { step }),
    functions: held.flatMap(({ user, held: uid }) => (user === one.user ? [uid] : [])),
    managesOwner: one.user === manager,
  }));
  return ok({ ...chosen.value, approvers });
}
