import { z } from 'zod';
import { decideInTurn } from '#events/decider.ts';
import { replaceApprover } from '#events/document/decide/approvers.ts';
import type { Ruling } from '#events/document/decide/guards.ts';
import { transferOwnership } from '#events/document/decide/transfer-ownership.ts';
import { documentEvolution } from '#events/document/evolve.ts';
import type { DocumentState } from '#events/document/state.ts';
import { ok, refuse, type Failure, type Result } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import type { Part } from '#app/kit/command/change.ts';
import type { SignedInContext } from '#app/kit/command/command.ts';
import { intendDocument } from '#app/documents/commands/change-document.ts';
import { readQualityUnit } from '#app/kit/people/quality-unit.ts';
import { chooseForStep } from '#app/documents/commands/along-route.ts';
import { choosePeople } from '#app/documents/commands/facts.ts';

/**
 * Who takes over what a person leaves: documents, open approvals, and departments and functions with nobody else.
 * Without a successor they stay as they are.
 */
export const handOverInput = {
  owners: z.array(z.object({ document: sentUid(), user: sentUid() })).default([]),
  approvers: z.array(z.object({ document: sentUid(), approval: sentUid(), user: sentUid() })).default([]),
  members: z.array(z.object({ department: sentUid(), user: sentUid() })).default([]),
  holders: z.array(z.object({ function: sentUid(), user: sentUid() })).default([]),
};
type HandOver = z.output<z.ZodObject<typeof handOverInput>>;

interface Leaving {
  user: string;
  /** Why the approvals get other approvers. */
  reason: string;
}

/** What each successor takes over, to be recorded with the deactivation. All of it or nothing. */
export async function handOver(
  context: SignedInContext,
  leaving: Leaving,
  { owners, approvers, holders }: Pick<HandOver, 'owners' | 'approvers' | 'holders'>,
): Promise<Result<Part[]>> {
  const parts: Part[] = [];
  for (const document of new Set([...owners, ...approvers].map((one) => one.document))) {
    const of = <T extends { document: string }>(all: readonly T[]): T[] =>
      all.filter((one) => one.document === document);
    const intent = await handOverDocument(context, leaving, {
      document,
      owners: of(owners),
      approvers: of(approvers),
      holders,
    });
    if (!intent.ok) return intent;
    parts.push(intent.value);
  }
  return ok(parts);
}

async function handOverDocument(
  context: SignedInContext,
  { user, reason }: Leaving,
  { document, owners, approvers, holders }: Pick<HandOver, 'owners' | 'approvers' | 'holders'> & { document: string },
): Promise<Result<Part>> {
  const expect: NonNullable<Part['expect']> = [];
  const intent = await intendDocument(context, { document }, async (state, asked) => {
    const decisions: ((version: DocumentState) => Ruling)[] = [];
    for (const { approval, user: successor } of approvers) {
      const chosen = await chooseForStep(context, state, [successor], undefined);
      const [approver] = chosen.ok ? chosen.value.approvers : [];
      if (!chosen.ok || !approver || successor === user) return wrongSuccessor(`approver-${approval}`);
      expect.push(...chosen.value.expect);
      // A function that the successor takes over in the same act counts.
      const taken = holders.filter((one) => one.user === successor).map((one) => one.function);
      const unit = await readQualityUnit(context);
      const takesUnit = taken.includes(context.viewer.settings.qualityUnit?.uid ?? '');
      const stay = unit?.holders.filter(({ uid }) => uid !== user) ?? [];
      const successors = takesUnit ? [{ uid: successor, name: approver.name, since: context.now }] : [];
      const qualityUnit = unit && { ...unit, holders: [...stay, ...successors] };
      const able = { ...approver, functions: [...(approver.functions ?? []), ...taken] };
      const replacing = { ...asked, qualityUnit, approval, approver: able, reason };
      decisions.push((version) => replaceApprover(replacing, version));
    }
    for (const { user: successor } of owners) {
      const chosen = await choosePeople(context, [successor]);
      const [owner] = chosen.people;
      if (!owner || successor === user) return wrongSuccessor(`owner-${document}`);
      expect.push(...chosen.expect);
      decisions.push((version) => transferOwnership({ ...asked, owner, reason }, version));
    }
    if (owners.length > 0 && state.owner.uid !== user) return wrongSuccessor(`owner-${document}`);
    return { decision: decideInTurn(documentEvolution, decisions, state), answer: null };
  });
  if (intent.ok) return ok({ writes: [...intent.value.writes], expect: [...expect, ...(intent.value.expect ?? [])] });
  if (intent.failure.fields && Object.keys(intent.failure.fields)[0]?.includes('-')) return intent;
  const [first] = approvers;
  return wrongSuccessor(first ? `approver-${first.approval}` : `owner-${document}`, intent.failure);
}

/** A refusal of a document, on the field of its successor. */
const wrongSuccessor = (field: string, failure?: Failure): { ok: false; failure: Failure } =>
  refuse('invalid_input', { fields: { [field]: [failure?.detail ?? texts.invalid] } });
