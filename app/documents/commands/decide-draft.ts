import type { z } from 'zod';
import { decideInTurn } from '#events/decider.ts';
import { kindForRoute, type DraftChange } from '#events/document/change.ts';
import type { ChangeKind } from '#events/document/change-kinds.ts';
import type { ApproverChoice, DraftDetails, DraftFacts } from '#events/document/commands.ts';
import { attachFile } from '#events/document/decide/attach-file.ts';
import type { Ruling } from '#events/document/decide/guards.ts';
import { declareExternallyEffective, sendForReview } from '#events/document/decide/send-for-review.ts';
import { documentEvolution } from '#events/document/evolve.ts';
import type { FileKind, StoredFile } from '#events/document/events.ts';
import type { DocumentState } from '#events/document/state.ts';
import type { IntendedApprover } from '#events/document/approval-events.ts';
import { ok } from '#events/failures.ts';
import { nameRequests } from '#app/documents/commands/change-requests/name.ts';
import type { DecisionContext, Change, Refused } from '#app/kit/command/change.ts';
import type { SignedInContext } from '#app/kit/command/command.ts';
import { missingReason } from '#app/kit/command/reason.ts';
import { readQualityUnit } from '#app/kit/people/quality-unit.ts';
import { chooseAlongRoute } from '#app/documents/commands/along-route.ts';
import { chooseApprovers, draftFacts } from '#app/documents/commands/facts.ts';
import type { draftForm } from '#app/documents/forms/document.ts';

type Values = z.output<typeof draftForm> & { change?: DraftChange | null | undefined };

/** Input of both commands that save a draft. */
interface Saved {
  details: Values & Pick<DraftDetails, 'trainingInterval' | 'reviewInterval'>;
  facts: DraftFacts;
  approvers?: IntendedApprover[];
  declarationReason?: string;
  change?: DraftChange | null;
}

interface Draft {
  document: string;
  state: DocumentState;
  values: Values;
  /** The organisation's or the draft's intervals, if the form has none. */
  intervals: Pick<DraftDetails, 'trainingInterval' | 'reviewInterval'>;
  files: Record<FileKind, StoredFile | null>;
}

/**
 * Decides on a draft from a form: its details (`save`), its files, and with `send` its review or its declaration as
 * effective. Without `send` the chosen approvers and the reason are saved.
 */
export async function decideDraft(
  context: SignedInContext,
  asked: DecisionContext,
  { document, state, values, intervals, files }: Draft,
  save: (saved: Saved) => (draft: DocumentState) => Ruling,
): Promise<Change<{ document: string }> | Refused> {
  const { send, externallyEffective, declarationReason, change } = values;
  const sendsOff = send && !externallyEffective;
  const said = change === undefined && sendsOff && state.kind === 'document' ? state.saidChange : change;
  const chosen = await chosenFor(context, state, values, said?.kind ?? null);
  if (!chosen.ok) return chosen;
  const unreasoned =
    send && externallyEffective ? missingReason(context.viewer, declarationReason, 'declarationReason') : null;
  if (unreasoned) return unreasoned;
  const named = await nameRequests(context, document, said);
  if (!named.ok) return named;
  const { approvers, route, routeFacts, expect } = chosen.value;
  const { trainingInterval = intervals.trainingInterval, reviewInterval = intervals.reviewInterval } = values;
  const { facts, functionalArea, expect: area } = await draftFacts(context, document, values);
  const decisions = [
    save({
      details: { ...values, functionalArea, trainingInterval, reviewInterval },
      facts,
      ...(send ? {} : remembered(values, approvers)),
      ...(change === undefined || sendsOff ? {} : { change }),
    }),
    ...fileKinds.flatMap((kind) => {
      const file = files[kind];
      return file ? [(draft: DocumentState) => attachFile({ ...asked, kind, file }, draft)] : [];
    }),
  ];
  if (send && externallyEffective)
    decisions.push((draft) => declareExternallyEffective({ ...asked, reason: declarationReason }, draft));
  else if (send) {
    const sending = {
      ...asked,
      approvers,
      route,
      routeFacts,
      qualityUnit: await readQualityUnit(context),
      changeRequired: context.viewer.settings.revisionReasons ?? false,
      ...(change === undefined ? {} : { change }),
    };
    decisions.push((draft) => sendForReview(sending, draft));
  }
  return {
    decision: decideInTurn(documentEvolution, decisions, state),
    parts: [{ expect: [...expect, ...area] }, named.value],
    answer: { document },
  };
}

/** Whom the form asks; along the route only where the draft is sent, so that one without anybody can be saved. */
async function chosenFor(context: SignedInContext, state: DocumentState, values: Values, said: ChangeKind | null) {
  const { send, externallyEffective, approvers: users, steps, routed } = values;
  if (send && !externallyEffective) {
    const before = state.kind === 'document' ? state.earlier[0]?.version : undefined;
    const of = { ...values, kind: kindForRoute(said, before ?? null) };
    return chooseAlongRoute(context, state, of, { users, places: steps, routed });
  }
  const all = [...users, ...steps.map(({ user }) => user)];
  const chosen = await chooseApprovers(context, send ? [] : all);
  return chosen.ok ? ok({ ...chosen.value, route: null, routeFacts: undefined }) : chosen;
}

const fileKinds = ['working', 'final'] as const;

/** What a saved draft remembers of its form; `known`: the people in it. */
function remembered(
  { approvers, steps, externallyEffective, declarationReason }: Values,
  known: readonly ApproverChoice[],
): Pick<Saved, 'approvers' | 'declarationReason'> {
  const chosen = [...new Set(approvers)].map((user) => ({ user }));
  const intended = [...chosen, ...steps].flatMap(({ user, ...at }): IntendedApprover[] => {
    const person = known.find((one) => one.user === user);
    return person ? [{ uid: user, name: person.name, ...at }] : [];
  });
  return { approvers: intended, declarationReason: externallyEffective ? declarationReason : '' };
}
