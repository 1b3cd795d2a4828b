import type { Request } from 'express';
import { refuse, type Result } from '#events/failures.ts';
import { normaliseEmail } from '#events/user/email.ts';
import type { SentAnswer } from '#app/server/api/idempotency/store.ts';
import type { Call } from '#app/kit/call/endpoint.ts';

/** Who a visitor is, as far as a key is concerned: the network address and the email address of the body. */
function visitorOf({ address, body }: Call): string {
  const { email, username } = (body ?? {}) as { email?: string; username?: string };
  return `${address} ${normaliseEmail(email ?? username ?? '')}`;
}

/**
 * Runs a POST once for each Idempotency-Key of a person or a visitor: a repetition gets the first answer. Refuses
 * another request with the same key (422), and a repetition during the first (409). Only a success uses a key up.
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
    by: viewer && { org: viewer.org, uid: viewer.serviceAccount?.uid ?? viewer.uid },
    visitor: viewer ? '' : visitorOf(call),
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
      await (answer.status < 300 ? begun.save(answer) : begun.forget());
      return { ok: true, value: answer };
    }
  }
}
