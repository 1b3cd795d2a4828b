import { z } from 'zod';
import { instant, named, uid } from '#events/common.ts';
import { event, documents, never } from '#events/event.ts';
import { signature } from '#events/signature.ts';

/**
 * One person's approval of one version, with its own uid. `name` is the approver's at that time. Along a route: the
 * number of the step, from 1, and the function that the person was asked for.
 */
export const approvalRequest = z.object({
  uid,
  user: uid,
  name: z.string(),
  step: z.number().int().positive().optional(),
  function: named.optional(),
});
export type ApprovalRequest = z.infer<typeof approvalRequest>;

/** Somebody whom the author of a draft means to ask; along a route in the step with this number, from 1. */
export const intendedApprover = named.extend({ step: z.number().int().positive().optional() });
export type IntendedApprover = z.infer<typeof intendedApprover>;

/** The reason for change; null where none was given, absent in events of before it was offered. */
const reasonSince = z.string().nullable().optional();

/** The person is asked in a step that is not open yet. */
const waits = z.literal(true).optional();

/** A step of a version's route, by its number from 1 and its name. */
const step = { document: uid, version: z.string(), step: z.number().int().positive(), name: z.string() };

/** Of stream `document-<uid>`: who is asked to approve a version, and what each answered. */
export const approvalEvents = {
  ApproverAdded: event(null, never, {
    document: uid,
    version: z.string(),
    approval: approvalRequest,
    reason: reasonSince,
    waits,
  }),
  ApproverRemoved: event(null, never, {
    document: uid,
    version: z.string(),
    approval: approvalRequest,
    reason: z.string().nullable(),
  }),
  /** By an admin: somebody else is asked in the place of an approver who has not signed. One act, with its reason. */
  ApproverReplaced: event(null, never, {
    document: uid,
    version: z.string(),
    /** The open approval, which is cancelled. */
    approval: approvalRequest,
    replacement: approvalRequest,
    reason: z.string(),
    /** The approver had declared an absence for that day, or an admin had other grounds; null in earlier events. */
    because: z.enum(['absence', 'admin']).nullable(),
    waits,
  }),
  ApprovalGiven: event('approval.sign', never, {
    document: uid,
    version: z.string(),
    approval: approvalRequest,
    signature,
  }),
  ApprovalRejected: event('approval.sign', never, {
    document: uid,
    version: z.string(),
    approval: approvalRequest,
    signature,
  }),
  ApprovalsCancelled: event(null, documents, {
    document: uid,
    version: z.string(),
    approvals: z.array(approvalRequest).min(1),
    /** `step_complete`: as many as the step asks for have signed. */
    because: z.enum(['rejected', 'revised', 'retired', 'step_complete']),
  }),
  /** A step of the route begins: its approvers can sign. The first one opens as the version is sent. */
  StepOpened: event(null, documents, { ...step, dueAt: instant, approvals: z.array(approvalRequest).min(1) }),
  StepCompleted: event(null, never, step),
  /** The last open approval is decided: the version awaits final approval. */
  DocumentApproved: event(null, never, { document: uid, version: z.string() }),
} as const;
