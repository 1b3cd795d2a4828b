import type { DraftDetails, DraftFacts } from '#events/document/commands.ts';
import type { DocumentType } from '#events/document/events.ts';
import { nameProblem } from '#events/document/name.ts';
import { normaliseLine } from '#events/text.ts';
import { numberProblem } from '#events/document/number.ts';
import { isOfferedType } from '#events/document/type.ts';
import { versionProblem } from '#events/document/version.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { texts } from '#events/texts.ts';

/** A hundred years: longer is a slip of the keyboard. */
const longestInterval = 36_500;

export const intervalProblem = (days: number): string | null =>
  Number.isInteger(days) && days > 0 && days <= longestInterval ? null : texts.invalid;

/** Keeps the fields that have a problem, in the shape of a refusal. */
export const problems = (found: Record<string, string | null>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(found).flatMap(([field, text]) => (text === null ? [] : [[field, [text]]])));

/** The details alone, each line trimmed: a form's further fields are no part of them. */
export const trimmed = (details: DraftDetails): DraftDetails => ({
  name: normaliseLine(details.name),
  type: details.type,
  functionalArea: details.functionalArea.trim(),
  docNum: details.docNum.trim(),
  version: details.version.trim(),
  externallyEffective: details.externallyEffective,
  trainingInterval: details.trainingInterval,
  reviewInterval: details.reviewInterval,
});

/**
 * Checks a draft's details, trimmed, against the form's rules and the organisation's other documents. `typeNow` is the
 * type that the draft has already.
 */
export function checkDetails(
  given: DraftDetails,
  facts: DraftFacts,
  typeNow: DocumentType | null = null,
): Result<DraftDetails> {
  const details = trimmed(given);
  const fields = problems({
    name: nameProblem(details.name),
    type: details.type === typeNow || isOfferedType(details.type) ? null : texts.invalid,
    functionalArea: details.functionalArea === '' ? texts.required : null,
    docNum: numberProblem(details.docNum, details.type),
    version: versionProblem(details.version),
    trainingInterval: intervalProblem(details.trainingInterval),
    reviewInterval: intervalProblem(details.reviewInterval),
  });
  if (Object.keys(fields).length > 0) return refuse('invalid_input', { fields });
  const inUse = problems({
    name: facts.nameInUse ? texts.documentNameInUse : null,
    docNum: facts.numberInUse ? texts.documentNumberInUse : null,
  });
  if (facts.nameInUse) return refuse('document_name_in_use', { fields: inUse });
  if (facts.numberInUse) return refuse('document_number_in_use', { fields: inUse });
  if (!facts.functionalAreaExists) {
    return refuse('functional_area_unknown', { fields: { functionalArea: [texts.invalid] } });
  }
  return ok(details);
}
