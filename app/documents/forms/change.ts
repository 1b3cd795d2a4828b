import { z } from 'zod';
import type { ChangeOrigin, DraftChange } from '#events/document/change.ts';
import { changeKinds, trainingImpacts } from '#events/document/change-kinds.ts';
import type { Failure } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import { filledLines, lineNumbers, type LineKey } from '#app/documents/forms/change-lines.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

const text = z.string({ error: texts.invalid }).default('');

const fields = z.object({
  changeKind: z.enum(changeKinds, { error: texts.invalid }).optional(),
  changeReason: text,
  ...(Object.fromEntries(
    lineNumbers.flatMap((number) => [
      [`place${number}`, text],
      [`what${number}`, text],
    ]),
  ) as Record<LineKey, typeof text>),
  changeRequests: z.array(sentUid(texts.invalid), { error: texts.invalid }).default([]),
  changeReview: z.boolean().default(false),
  changeReference: text,
  trainingImpact: z.enum(trainingImpacts, { error: texts.invalid }).default('read'),
  trainingReason: text,
});

/**
 * The part of a document form about what the version changes and why. `reviewed`: the version whose periodic review may
 * have asked for it.
 */
export const changeForm = (reviewed: string | null) =>
  fields.transform((values): { change: DraftChange } => {
    const typed = values as unknown as Readonly<Record<LineKey, string>>;
    const valueOf = (name: LineKey) => typed[name] ?? '';
    const lines = filledLines(valueOf);
    const origin: ChangeOrigin[] = [
      ...values.changeRequests.map((request) => ({ kind: 'request' as const, request })),
      ...(values.changeReview && reviewed ? [{ kind: 'review' as const, version: reviewed }] : []),
      { kind: 'external', reference: values.changeReference },
    ];
    return {
      change: {
        kind: values.changeKind ?? null,
        reason: values.changeReason,
        summary: lines.map((number) => ({ place: valueOf(`place${number}`), what: valueOf(`what${number}`) })),
        origin,
        trainingImpact: values.trainingImpact,
        trainingReason: values.trainingReason,
      },
    };
  });

/** A refusal with the names of the form's fields; `reason` is that of the field for the reason. */
export function atChangeFields(failure: Failure, form: FormData, reason: 'reason' | 'changeReason'): Failure {
  if (!failure.fields) return failure;
  const sent = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const lines = filledLines(sent);
  const named: Readonly<Record<string, string>> = {
    'change.kind': 'changeKind',
    'change.reason': reason,
    'change.summary': 'what1',
    'change.origin': 'changeReference',
    'change.trainingReason': 'trainingReason',
  };
  const fields = Object.entries(failure.fields).map(([path, messages]) => {
    const [, at, part] = /^change\.summary\[(\d+)\]\.(place|what)$/.exec(path) ?? [];
    const field = path.startsWith('change.origin[') ? 'changeRequests' : (named[path] ?? path);
    return [part ? `${part}${lines[Number(at)] ?? 1}` : field, messages];
  });
  return { ...failure, fields: Object.fromEntries(fields) as Record<string, string[]> };
}
