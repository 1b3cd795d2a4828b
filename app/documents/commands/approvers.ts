import { z } from 'zod';
import { decideInTurn } from '#events/decider.ts';
import * as rules from '#events/document/decide/approvers.ts';
import { documentEvolution } from '#events/document/evolve.ts';
import type { DocumentState } from '#events/document/state.ts';
import { refuse } from '#events/failures.ts';
import type { Place } from '#events/route/place.ts';
import { texts } from '#events/texts.ts';
import { personalCommand, type SignedInContext } from '#app/kit/command/command.ts';
import { changeDocument } from '#app/documents/commands/change-document.ts';
import { chooseForStep, holdsStill } from '#app/documents/commands/along-route.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { todayOf } from '#app/kit/query/today.ts';
import { readAbsent } from '#app/kit/people/absences.ts';
import { readQualityUnit } from '#app/kit/people/quality-unit.ts';

interface Addition {
  document: string;
  reason: string | null;
  users: readonly string[];
  /** People with the step that they are asked in. */
  places?: readonly Place[] | undefined;
  /** The number of the step that they are asked in; the one that is open where it is left out. */
  step?: number | undefined;
  expectedVersion?: number | undefined;
}

/** Asks more people, all of them or none. `answer` gets the uids of their approvals. */
const add = <T>(
  context: SignedInContext,
  { users, places = [], step, reason, ...target }: Addition,
  answer: (uids: string[]) => T,
) =>
  changeDocument(context, target, async (state, asked) => {
    const named = [...users, ...places.map(({ user }) => user)];
    if (named.length === 0) return refuse('document_approvers_missing', { fields: { approvers: [texts.required] } });
    const chosen = await chooseForStep(context, state, named, step);
    if (!chosen.ok) return chosen;
    const { approvers, expect } = chosen.value;
    const decisions = approvers.map((approver) => {
      const place = places.find(({ user }) => user === approver.user);
      const adding = { ...asked, approver: { ...approver, ...place }, reason };
      return (version: DocumentState) => rules.addApprover(adding, version);
    });
    return {
      decision: decideInTurn(documentEvolution, decisions, state),
      parts: [{ expect }],
      answer: answer(approvers.map(({ approval }) => approval)),
    };
  });

const step = z.number().int().positive().optional();

/** People in a step of a route, by its number. */
export const placesInput = z.array(z.object({ user: sentUid(), step: z.number().int().positive() })).default([]);

/** Adds approvers while the version is in review. */
export const addApprovers = personalCommand({
  name: 'document.add_approvers',
  input: z.object({ document: sentUid(), users: z.array(sentUid()), places: placesInput, ...expectedVersionInput }),
  permission: 'document.manage_own',
  reason: 'offered',
  run: (addition, context) => add(context, addition, () => ({ document: addition.document })),
});

/** Adds one approver while the version is in review. */
export const addApprover = personalCommand({
  name: 'document.add_approver',
  input: z.object({ document: sentUid(), user: sentUid(), step, ...expectedVersionInput }),
  permission: 'document.manage_own',
  reason: 'offered',
  run: ({ document, user, step, reason, expectedVersion }, context) =>
    add(context, { document, users: [user], step, reason, expectedVersion }, ([approval = '']) => ({
      document,
      approval,
    })),
});

/** Cancels an open approval. The last approver stays, and so does every signature. */
export const removeApprover = personalCommand({
  name: 'document.remove_approver',
  input: z.object({
    document: sentUid(),
    approval: sentUid(),
    ...expectedVersionInput,
  }),
  permission: 'document.manage_own',
  reason: 'offered',
  run: ({ document, approval, reason, expectedVersion }, context) =>
    changeDocument(context, { document, expectedVersion }, async (state, asked) => {
      const stillHolds = await holdsStill(context, state, approval);
      return {
        decision: rules.removeApprover(
          { ...asked, qualityUnit: await readQualityUnit(context), approval, stillHolds, reason },
          state,
        ),
        answer: { document },
      };
    }),
});

/** Whether a person has declared an absence for today. */
const isAbsent = async (context: SignedInContext, user: string | undefined): Promise<boolean> =>
  user !== undefined &&
  context.ports.database.read(context.org, async (db) => (await readAbsent(db, [user], todayOf(context))).has(user));

/** Replaces an approver who cannot sign. The new one gets the email; signatures stay. */
export const replaceApprover = personalCommand({
  name: 'document.replace_approver',
  input: z.object({
    document: sentUid(),
    approval: sentUid(),
    user: sentUid(texts.required),
    ...expectedVersionInput,
  }),
  permission: 'document.manage_any',
  reason: 'required',
  run: ({ document, approval, user, reason, expectedVersion }, context) =>
    changeDocument(context, { document, expectedVersion }, async (state, asked) => {
      const chosen = await chooseForStep(context, state, [user], undefined);
      if (!chosen.ok) return chosen;
      const [approver] = chosen.value.approvers;
      if (!approver) return refuse('approver_not_eligible');
      const absent = await isAbsent(context, state.current.approvals.find(({ uid }) => uid === approval)?.user);
      const stillHolds = await holdsStill(context, state, approval);
      const qualityUnit = await readQualityUnit(context);
      const replacing = { approval, approver, absent, stillHolds, qualityUnit, reason };
      return {
        decision: rules.replaceApprover({ ...asked, ...replacing }, state),
        parts: [{ expect: chosen.value.expect }],
        answer: { document, approval: approver.approval, name: approver.name },
      };
    }),
});
