import type { Named } from '#events/common.ts';
import type { BecomeEffective, ChangeDepartments, ChangeEffectiveDate, Publish } from '#events/document/commands.ts';
import {
  notPermitted,
  notSystem,
  outOfSequence,
  record,
  type Refusal,
  ruleOn,
} from '#events/document/decide/guards.ts';
import { finalApproverAlone } from '#events/document/decide/separation.ts';
import { effectiveOnOf } from '#events/document/effective-on.ts';
import type { DocumentEvent } from '#events/document/evolve.ts';
import { effectiveVersionOf, type Document, type DocumentVersion, type Publication } from '#events/document/state.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { may } from '#events/permissions.ts';
import { commentProblem, reasonProblem } from '#events/reason.ts';
import { invalidDate, texts } from '#events/texts.ts';
import { instantOf, isAfter, isPlausibleYear, type Instant } from '#events/time.ts';

const once = (departments: readonly Named[]): Named[] => [
  ...new Map(departments.map(({ uid, name }) => [uid, { uid, name }])).values(),
];

const noDepartments = (departments: readonly Named[]): Refusal | null =>
  departments.length > 0 ? null : refuse('document_departments_missing', { fields: { departments: [texts.required] } });

/** Reads the time that a form gave. Refuses a missing, an invalid and, where it has to be ahead, a past time. */
function moment(given: string | null, now: Instant, mayBePast: boolean): Result<Instant> {
  if (given === null || given.trim() === '')
    return refuse('invalid_input', { fields: { effectiveDate: [texts.required] } });
  const time = Date.parse(given);
  if (!isPlausibleYear(new Date(time).getUTCFullYear()))
    return refuse('invalid_input', {
      fields: { effectiveDate: [invalidDate] },
    });
  if (!mayBePast && time <= Date.parse(now)) {
    return refuse('effective_date_not_future', { fields: { effectiveDate: [texts.futureDate] } });
  }
  return ok(instantOf(time));
}

const becameEffective = (
  document: Document,
  effectiveAt: Instant,
  trainingRate: number,
  trainingWaived = document.current.publication?.trainingWaived ?? false,
): DocumentEvent => ({
  type: 'DocumentBecameEffective',
  data: {
    document: document.uid,
    version: document.current.version,
    effectiveAt,
    supersedes: document.effectiveVersion,
    trainingRate,
    ...(trainingWaived && { trainingWaived }),
  },
});

/** How the version in force, or else the last one that was published, was published; null before the first. */
const publicationBefore = (document: Document): Publication | null =>
  (effectiveVersionOf(document) ?? document.earlier.find(({ publication }) => publication !== null))?.publication ??
  null;

/** Whether the version before asked for training. */
const predecessorAsks = (before: Publication | null): boolean =>
  before !== null && (!before.trainingWaived || before.carriesOver);

const without = (these: readonly Named[], those: readonly Named[]): Named[] =>
  these.filter((one) => !those.some((other) => other.uid === one.uid));

const areSame = (these: readonly Named[], those: readonly Named[]): boolean =>
  without(these, those).length === 0 && without(those, these).length === 0;

/** Whether the publication departs from what stood before: other departments, or no training where it was asked for. */
function departs({ departments, waiveTraining }: Publish, { change }: DocumentVersion, before: Publication | null) {
  const forgoes = waiveTraining && change !== null && change.trainingImpact !== 'none';
  return forgoes || (before !== null && !areSame(departments, before.departments));
}

/**
 * Final approval: effective date, departments, and whether training is waived. An externally effective document may
 * have a past date and is then in force at once.
 */
export const publish = ruleOn((command: Publish, document) => {
  if (!may(command.principal, 'document.publish')) {
    return refuse('publish_requires_admin', { detail: texts.publishRequiresAdmin });
  }
  const refusal =
    outOfSequence('Publish', document) ??
    finalApproverAlone(document.current, command.principal, command.separates ?? false) ??
    noDepartments(command.departments);
  if (refusal) return refusal;
  const { version, externallyEffective } = document.current;
  const at = moment(command.effectiveAt, command.now, externallyEffective);
  if (!at.ok) return at;
  const effectiveAt = at.value;
  const before = publicationBefore(document);
  const reason = command.reason ?? null;
  const needsReason = command.reasonRequired === true && departs(command, document.current, before);
  const problem = needsReason ? reasonProblem(reason ?? '') : commentProblem(reason);
  if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
  const carriesOver = command.waiveTraining && predecessorAsks(before);
  const untrained = carriesOver ? (command.carriedRate ?? 0) : 0;
  const trainingRate = command.hasTrainees && (carriesOver || !command.waiveTraining) ? untrained : 100;
  const published: DocumentEvent = {
    type: 'DocumentPublished',
    data: {
      document: document.uid,
      version,
      departments: once(command.departments),
      departmentsBefore: [...(before?.departments ?? [])],
      effectiveAt,
      effectiveOn: effectiveOnOf(effectiveAt, command.zone),
      trainingWaived: command.waiveTraining,
      carriesOver,
      trainingRate,
      reason: reason?.trim() || null,
    },
  };
  return isAfter(effectiveAt, command.now)
    ? record(published)
    : record(published, becameEffective(document, effectiveAt, trainingRate, command.waiveTraining));
});

/** Moves the date of what is scheduled. The same date changes nothing. */
export const changeEffectiveDate = ruleOn((command: ChangeEffectiveDate, document) => {
  const { uid, current } = document;
  const refusal =
    notPermitted(command.principal, 'document.change_effective_date', 'Only an admin can change an effective date.') ??
    outOfSequence('ChangeEffectiveDate', document);
  if (refusal) return refusal;
  const at = moment(command.effectiveAt, command.now, false);
  if (!at.ok) return at;
  const old = current.publication?.effectiveAt ?? at.value;
  if (old === at.value) return record();
  const problem = commentProblem(command.reason ?? null);
  if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
  return record({
    type: 'EffectiveDateChanged',
    data: {
      document: uid,
      version: current.version,
      old,
      new: at.value,
      oldOn: current.publication?.effectiveOn ?? effectiveOnOf(old, command.zone),
      newOn: effectiveOnOf(at.value, command.zone),
      reason: command.reason?.trim() || null,
    },
  });
});

/** Assigns what is scheduled or in force to other departments. The same departments change nothing. */
export const changeDepartments = ruleOn((command: ChangeDepartments, document) => {
  const { uid, current } = document;
  const refusal =
    notPermitted(
      command.principal,
      'document.change_departments',
      "Only an admin can change a document's departments.",
    ) ??
    outOfSequence('ChangeDepartments', document) ??
    noDepartments(command.departments);
  if (refusal) return refusal;
  const before = current.publication?.departments ?? [];
  const departments = once(command.departments);
  const [added, removed] = [without(departments, before), without(before, departments)];
  if (added.length === 0 && removed.length === 0) return record();
  const problem = commentProblem(command.reason ?? null);
  if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
  return record({
    type: 'DocumentDepartmentsChanged',
    data: {
      document: uid,
      version: current.version,
      departments,
      added,
      removed,
      reason: command.reason?.trim() || null,
    },
  });
});

/** The clock: at its date the scheduled version comes into force, whether or not training is complete. */
export const becomeEffective = ruleOn(({ principal, now, trainingRate }: BecomeEffective, document) => {
  const refusal = notSystem(principal) ?? outOfSequence('BecomeEffective', document);
  if (refusal) return refusal;
  const effectiveAt = document.current.publication?.effectiveAt ?? now;
  if (isAfter(effectiveAt, now)) {
    return refuse('effective_date_not_reached', {
      detail: `Version ${document.current.version} is scheduled for ${effectiveAt}.`,
    });
  }
  return record(becameEffective(document, effectiveAt, trainingRate));
});
