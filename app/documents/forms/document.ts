import { z } from 'zod';
import { documentType, type DocumentType } from '#events/document/events.ts';
import { nameProblem } from '#events/document/name.ts';
import { isStorableText, normaliseLine } from '#events/text.ts';
import { numberProblem } from '#events/document/number.ts';
import { isOfferedType } from '#events/document/type.ts';
import { versionProblem } from '#events/document/version.ts';
import type { Place } from '#events/route/place.ts';
import { commentProblem, reasonProblem } from '#events/reason.ts';
import { texts } from '#events/texts.ts';
import { routeToForm } from '#app/approval-routes/forms/route-steps.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

/** A line of text, trimmed. A missing field is the empty text, so that all fields' problems show at once. */
export const line = z
  .string({ error: texts.invalid })
  .optional()
  .transform((text = '') => text.trim());
const tick = z.boolean({ error: texts.invalid }).default(false);
/** An interval that no screen asks for; if absent, the document's stays. */
const days = z.number({ error: texts.invalid }).int(texts.invalid).positive(texts.invalid).optional();
/** The key of a stored file; empty if there is none. */
const fileKey = line;
export const people = z.array(sentUid(texts.invalid), { error: texts.required }).default([]);

/** Somebody in a step as forms send it: the step's number, a dot, and the uid. */
const sentPlace = z
  .string()
  .regex(/^[1-8]\.[0-9a-f-]{36}$/i, texts.invalid)
  .transform((one): Place => ({ step: Number(one[0]), user: one.slice(2).toLowerCase() }));

/** People chosen for a step of the document's route. A screen's action reads them first, and then the command again. */
export const places = z
  .array(z.union([sentPlace, z.object({ step: z.number().int(), user: sentUid() })], { error: texts.invalid }), {
    error: texts.invalid,
  })
  .default([]);

/**
 * The route whose steps the form shows, as `routeToForm` names it; empty in a call. Whom the steps lack is found out
 * with the route.
 */
const routed = line;

/** The approvers' problem where a form has no steps. */
const approversProblem = ({ approvers, steps, routed: has }: { approvers: string[]; steps: Place[]; routed: string }) =>
  has === '' || has === routeToForm(null) ? required([...approvers, ...steps]) : null;

type Problems = Record<string, string | null>;

/** Adds each problem to its field. */
export function addProblems(context: z.core.$RefinementCtx, problems: Problems): void {
  for (const [field, message] of Object.entries(problems)) {
    if (message) context.addIssue({ code: 'custom', path: [field], message });
  }
}

const required = (value: string | readonly unknown[]): string | null => (value.length === 0 ? texts.required : null);

/** The problem of an area that cannot exist; whether it does exist is looked up later. */
const areaProblem = (area: string): string | null => required(area) ?? (isStorableText(area) ? null : texts.invalid);

function numberWords(docNum: string, type: string): string | null {
  return isOfferedType(type) ? numberProblem(docNum, type) : required(docNum);
}

const typeProblem = (type: string): string | null =>
  required(type) ?? (isOfferedType(type) || type === 'T' ? null : texts.invalid);

const declarationProblem = ({ declarationReason, externallyEffective, send }: Declared, required: boolean) =>
  !externallyEffective ? null : send && required ? reasonProblem(declarationReason) : commentProblem(declarationReason);

type Declared = { declarationReason: string; externallyEffective: boolean; send: boolean };

/**
 * The form of a new document or a draft (product.md section 5). `send` false saves it as a draft. `reasonRequired`: it
 * may not be declared effective outside the system without a reason.
 */
export const draftFormWith = (reasonRequired: boolean) =>
  z
    .object({
      name: line.transform(normaliseLine),
      externallyEffective: tick,
      declarationReason: line,
      working: fileKey,
      final: fileKey,
      type: line,
      functionalArea: line,
      docNum: line,
      version: line,
      approvers: people,
      steps: places,
      routed,
      trainingInterval: days,
      reviewInterval: days,
      send: tick,
    })
    .superRefine((draft, context) => {
      addProblems(context, {
        name: nameProblem(draft.name),
        declarationReason: declarationProblem(draft, reasonRequired),
        working: draft.send ? required(draft.working) : null,
        final: draft.send ? required(draft.final) : null,
        type: typeProblem(draft.type),
        functionalArea: areaProblem(draft.functionalArea),
        docNum: numberWords(draft.docNum, draft.type),
        version: versionProblem(draft.version),
        approvers: draft.send && !draft.externallyEffective ? approversProblem(draft) : null,
      });
    })
    .transform((draft): Omit<typeof draft, 'type'> & { type: DocumentType } => ({
      ...draft,
      type: documentType.parse(draft.type),
    }));

/** The same where the command itself checks the reason. */
export const draftForm = draftFormWith(false);

/** The form of a revision: type, area and ID stay, and the working file may. */
export const revisionForm = z
  .object({
    name: line.transform(normaliseLine),
    working: fileKey,
    final: fileKey,
    version: line,
    approvers: people,
    steps: places,
    routed,
    trainingInterval: days,
    reviewInterval: days,
  })
  .superRefine((revision, context) => {
    addProblems(context, {
      name: nameProblem(revision.name),
      working: required(revision.working),
      final: required(revision.final),
      version: versionProblem(revision.version),
      approvers: approversProblem(revision),
    });
  });

/** Only a title, for the dialogs that ask for one. */
export const titleForm = z
  .object({ name: line.transform(normaliseLine) })
  .superRefine(({ name }, context) => addProblems(context, { name: nameProblem(name) }));
