import { describe, expect, it } from 'vitest';
import { etagOf, isNotModified, seenVersionOf } from '#app/kit/call/etag.ts';
import { createCallLimits, limitHeaders } from '#app/server/api/limits.ts';
import { problemAnswer } from '#app/kit/errors/problem-json.ts';

describe('how many calls one may make in a minute', () => {
  it('is counted for each session, and for visitors by address with a tenth', async () => {
    const limits = createCallLimits(20);
    const admitted = async (session: string | null, address: string) => {
      let count = 0;
      while ((await limits.admit(session, address)).admitted) count++;
      return count;
    };
    expect(await admitted('one', '192.0.2.1')).toBe(20);
    expect(await admitted('other', '192.0.2.1')).toBe(20);
    expect(await admitted(null, '192.0.2.1')).toBe(2);
    expect(await admitted(null, '192.0.2.2')).toBe(2);
    const refused = await limits.admit('one', '192.0.2.1');
    expect(refused).toMatchObject({ admitted: false, limit: 20, remaining: 0 });
    expect(refused.resetSeconds).toBeGreaterThan(0);
    expect(refused.resetSeconds).toBeLessThanOrEqual(60);
    const admitting = await limits.admit('third', '192.0.2.1');
    expect(admitting).toMatchObject({ admitted: true, remaining: 19 });
    expect(limitHeaders(admitting)).toMatchObject({ 'RateLimit-Limit': '20', 'RateLimit-Policy': '20;w=60' });
  });

  it('is answered with 429 and how long to wait', () => {
    const failure = { code: 'too_many_requests', facts: { retryAfterSeconds: 42 } } as const;
    expect(problemAnswer(failure, { requestId: 'x' })).toMatchObject({ status: 429, headers: { 'Retry-After': '42' } });
  });
});

describe('an ETag', () => {
  const tag = etagOf('{"data":1}', 7);
  it('holds the version and the digest of what is read', () => {
    expect(tag).toMatch(/^"7-[\w-]{22}"$/);
    expect(etagOf('{"data":2}', 7)).not.toBe(tag);
    expect(etagOf('{"data":1}')).toMatch(/^"[\w-]{22}"$/);
  });
  it('is named by If-None-Match in any of its forms', () => {
    for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*']) expect(isNotModified(header, tag)).toBe(true);
    for (const header of [undefined, '"other"', '']) expect(isNotModified(header, tag)).toBe(false);
  });
  it('is held to by If-Match with its version; what is none of ours matches nothing', () => {
    expect(seenVersionOf(tag)).toBe(7);
    expect(seenVersionOf(`"3-${'a'.repeat(22)}", ${tag}`)).toBe(7);
    expect(seenVersionOf(`W/${tag}`)).toBe(Number.MAX_SAFE_INTEGER);
    expect(seenVersionOf(`W/${tag}, "3-${'a'.repeat(22)}"`)).toBe(3);
    expect(seenVersionOf(`x${tag}`)).toBe(Number.MAX_SAFE_INTEGER);
    expect(seenVersionOf('*')).toBeUndefined();
    expect(seenVersionOf(undefined)).toBeUndefined();
    expect(seenVersionOf('"other"')).toBe(Number.MAX_SAFE_INTEGER);
  });
});
