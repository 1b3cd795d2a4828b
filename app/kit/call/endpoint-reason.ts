import { z } from 'zod';
import { limits } from '#events/limits.ts';
import type { ReasonRule } from '#app/kit/command/reason.ts';

/** What an endpoint declares, and what a request sends. */
interface Declared {
  readonly method: string;
  readonly body?: z.ZodType;
  readonly query?: z.ZodObject;
}
interface Sent {
  readonly body: unknown;
  readonly query: unknown;
}

const aboutReason = 'The reason for change, up to 1000 characters.';
const reason = z.string().meta({ maxLength: limits.reason, examples: ['Yearly review.'] });
const reasonFields = {
  required: { reason: reason.describe(aboutReason) },
  offered: { reason: reason.nullish().describe(`${aboutReason} Organisations can require it.`) },
  depends: {
    reason: reason.nullish().describe(`${aboutReason} Organisations can require it for what is in force or review.`),
  },
};
const reasonIn = (sent: unknown) => ({ reason: (sent as { reason?: string | null } | undefined)?.reason });

/** Adds the reason of an endpoint's command: to the body, or to the query if the body has no fields. */
export function withReasonOf({ method, body, query }: Declared, rule: ReasonRule | undefined) {
  if (!rule) return { schemas: {}, reasonOf: () => ({}) };
  // A body that may be left out has its reason in the query too.
  if (body instanceof z.ZodOptional && body.unwrap() instanceof z.ZodObject) {
    const whole = body.unwrap() as z.ZodObject;
    return {
      schemas: {
        body: whole.extend(reasonFields[rule]).optional(),
        query: (query ?? z.object({})).extend(reasonFields[rule]),
      },
      reasonOf: ({ body: sent, query: asked }: Sent) => ({ reason: reasonIn(sent).reason ?? reasonIn(asked).reason }),
    };
  }
  const fields = body === undefined ? z.object({}) : body instanceof z.ZodObject ? body : null;
  return fields && method !== 'DELETE'
    ? { schemas: { body: fields.extend(reasonFields[rule]) }, reasonOf: ({ body: sent }: Sent) => reasonIn(sent) }
    : {
        schemas: { query: (query ?? z.object({})).extend(reasonFields[rule]) },
        reasonOf: ({ query: sent }: Sent) => reasonIn(sent),
      };
}
