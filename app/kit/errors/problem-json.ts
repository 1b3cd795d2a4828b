import { z } from 'zod';
import type { Failure, FailureCode } from '#events/failures.ts';
import { problemOf } from '#app/kit/errors/problem.ts';

const message = z.string().meta({ maxLength: 2000, examples: ['Invalid Input.'] });
const fieldName = z.string().meta({ maxLength: 200, examples: ['name'] });

/** A refusal as `application/problem+json` (RFC 9457). */
export const problemSchema = z
  .object({
    type: z
      .string()
      .meta({ pattern: '^/api/docs#problem-[a-z_]+$', examples: ['/api/docs#problem-invalid_input'] })
      .describe('The kind of refusal. The part after # is stable.'),
    title: message.describe('The message, as the screens show it.'),
    status: z.int(),
    detail: message.nullable().describe('The reason, where there is more to say than the title.'),
    instance: z
      .string()
      .meta({ maxLength: 100, examples: ['urn:imprimatur:request:4f1c6f0e'] })
      .describe('The request id, which finds the log lines.'),
    challenge: z
      .string()
      .meta({ maxLength: 64, examples: ['SUSmvSx3Qh2Yq0mHqg5n1w3x0p2m7vTn8qzq2l6b0F5k8yC1d4e7f9g2h3j5k6m7'] })
      .optional()
      .describe('With `second_factor_required`: send it with the code, within ten minutes.'),
    errors: z.record(fieldName, z.array(message)).optional().describe('With 422: the messages by field.'),
  })
  .meta({ id: 'Problem', description: 'A refusal (RFC 9457).' });
export type ProblemBody = z.infer<typeof problemSchema>;

export const problemType = (code: FailureCode): string => `/api/docs#problem-${code}`;

export interface ProblemAnswer {
  status: number;
  headers: Record<string, string>;
  body: ProblemBody;
}

const realm = 'Bearer realm="imprimatur"';

/**
 * A refusal's problem, status and headers. `fields` renames the command's fields to the body's. A 401 names the scheme
 * (RFC 9110 section 11.6.1), and a 429 or 503 says how long to wait.
 */
export function problemAnswer(
  failure: Failure,
  options: { requestId: string; fields?: Readonly<Record<string, string>> | undefined; badToken?: boolean },
): ProblemAnswer {
  const { status, title, detail, field, errors, retryAfter } = problemOf(failure);
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' };
  if (status === 401) headers['WWW-Authenticate'] = options.badToken ? `${realm}, error="invalid_token"` : realm;
  if (retryAfter !== null) headers['Retry-After'] = String(retryAfter);
  if (failure.code === 'idempotency_key_in_use') headers['Retry-After'] = '1';
  const named = (name: string): string => {
    const [own = name] = name.split(/[.[]/);
    return (options.fields?.[own] ?? own) + name.slice(own.length);
  };
  const beside = Object.entries(errors).map(([name, messages]) => [named(name), messages] as const);
  if (beside.length === 0 && field) beside.push([named(field), [detail ?? title]]);
  return {
    status,
    headers,
    body: {
      type: problemType(failure.code),
      title,
      status,
      detail,
      instance: `urn:imprimatur:request:${options.requestId}`,
      ...(failure.code === 'second_factor_required' &&
        typeof failure.facts?.challenge === 'string' && { challenge: failure.facts.challenge }),
      ...(status === 422 && { errors: Object.fromEntries(beside) }),
    },
  };
}

/** A refusal as the answer of a loader or an action to a script. */
export function problemResponse(failure: Failure, requestId: string): Response {
  const { status, headers, body } = problemAnswer(failure, { requestId });
  return Response.json(body, { status, headers: { ...headers, 'Content-Type': 'application/problem+json' } });
}
