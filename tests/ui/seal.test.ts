import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drawSeal, groupHex } from '#app/ui/seal/seal.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const digest = '9a16cd11ffcc88c974ceefc07e27d1dc8a17f8dbe45cf378a9b228748bfb5cc7';

describe('the seal', () => {
  it('draws the path that the reference drew for the same digest', () => {
    expect(sha256(drawSeal(digest).path)).toBe('4847c1d0b7cc5a31d4434f063c7143c57073fe5fd993067b3a80784f015f2a8c');
    expect(sha256(drawSeal(digest, { dense: 4, swell: 1.3 }).path)).toBe(
      '4e46f0735dd29d1252c435e3ef60e028d30453f5f0e0571cc61aad56ba04a94d',
    );
  });

  it('differs where one bit of the file differs', () => {
    expect(drawSeal(sha256('a')).path).not.toBe(drawSeal(sha256('b')).path);
    expect(drawSeal(digest.replace('9a', '9b')).path).not.toBe(drawSeal(digest).path);
  });

  it('is the same for a digest in capitals', () => {
    expect(drawSeal(digest.toUpperCase()).path).toBe(drawSeal(digest).path);
  });

  it('refuses what is not a SHA-256', () => {
    expect(() => drawSeal('9a16')).toThrow(RangeError);
  });
});

describe('a fingerprint', () => {
  it('is read in groups of eight digits', () => {
    expect(groupHex(digest.slice(0, 20))).toBe('9a16cd11 ffcc88c9 74ce');
  });
});
