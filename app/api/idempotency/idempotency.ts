import type { Request } from 'express';
import { refuse, type Result } from '#events/failures.ts';
import type { SentAnswer } from '#app/api/idempotency/store.ts';
import type { Call } from '#app/server/endpoint.ts';

/** Statuses that say nothing about the request: the same request may be answered otherwise a moment later. */
const isTransient = (status: number): boolean => status === 401 || status === 429 || status >= 500;

/**
 * Runs a POST once for each Idempotency-Key of a person: a repetition gets the first answer. Refuses another request
 * with the same key (422), and a repetition during the first (409).
 */
export async function onceByKey(
  request: Request,
  call: Call,
  work: (commandId?: string) => Promise<SentAnswer>,
): Promise<Result<SentAnswer>> {
  const sent = request.get('Idempotency-Key');
  if (sent === undefined) return { ok: true, value: await work() };
  const key = sent.trim().replace(/^"(.*)"$/, '$1');
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) return refuse('idempotency_key_invalid');
  const { ports, viewer, now } = call;
  const begun = await ports.idempotency.begin({
    by: viewer,
    key,
    method: request.method,
    path: request.originalUrl,
    body: JSON.stringify(request.body ?? null),
    now,
  });
  switch (begun.kind) {
    case 'answered':
      return {
        ok: true,
        value: { ...begun.answer, headers: { ...begun.answer.headers, 'Idempotency-Replayed': 'true' } },
      };
    case 'other_request':
      return refuse('idempotency_key_reused');
    case 'in_progress':
      return refuse('idempotency_key_in_use');
    case 'begun': {
      const answer = await work(begun.commandId).catch(async (fault: unknown) => {
        await begun.forget();
        throw fault;
      });
      await (isTransient(answer.status) ? begun.forget() : begun.save(answer));
      return { ok: true, value: answer };
    }
  }
}
