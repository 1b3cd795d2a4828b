import type { CustomFetch } from 'openid-client';
import { lookUp } from '#app/adapters/outgoing/address.ts';
import { send } from '#app/adapters/outgoing/send.ts';

/** Bytes of an answer: a discovery document or a set of keys is a few thousand. */
const mostRead = 256 * 1024;
/** Milliseconds for one request, all of it. */
const limitMs = 10_000;

/** An issuer could not be asked; `message` is a sentence for the admin. */
export class IssuerUnreachable extends Error {}

const standingWords = {
  'no-https': 'The issuer has an address that does not begin with https.',
  private: 'The issuer has an address that leads into a private network.',
  unknown: 'The name of the issuer was not found.',
} as const;

/** Asks an issuer as webhooks are sent: only addresses that were looked up and checked, no redirect. */
export const issuerFetch =
  (allowPrivate: boolean): CustomFetch =>
  async (url, { method, headers, body }) => {
    const signal = AbortSignal.timeout(limitMs);
    const found = await lookUp(url, allowPrivate, signal);
    if (found.standing !== 'allowed') throw new IssuerUnreachable(standingWords[found.standing]);
    const text = body === undefined || body === null ? undefined : textOf(body);
    const sent = { ...headers, ...(text !== undefined && { 'content-length': String(Buffer.byteLength(text)) }) };
    const answer = await send({
      method,
      url,
      headers: sent,
      ...(text !== undefined && { body: text }),
      addresses: found.addresses,
      mostRead,
      signal,
    }).catch((error: unknown) => {
      const words = signal.aborted ? `did not answer within ${limitMs / 1000} seconds` : 'could not be reached';
      throw new IssuerUnreachable(`The issuer ${words}.`, { cause: error });
    });
    if (answer.status < 200 || answer.status > 599) throw new IssuerUnreachable('The issuer answered no HTTP.');
    const empty = answer.status === 204 || answer.status === 205 || answer.status === 304;
    return new Response(empty ? null : answer.body, {
      status: answer.status,
      headers: { 'content-type': answer.contentType },
    });
  };

/** The library sends forms alone. */
function textOf(body: NonNullable<Parameters<CustomFetch>[1]['body']>): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error('An issuer is sent forms alone.');
}
