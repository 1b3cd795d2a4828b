import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { rosetteAddress } from '#app/ui/rosette/rosette-mark.tsx';
import { rosettes } from '#app/server/middleware/rosettes.ts';
import { drawRosette, groupHex } from '#app/ui/rosette/rosette.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const digest = '9a16cd11ffcc88c974ceefc07e27d1dc8a17f8dbe45cf378a9b228748bfb5cc7';

describe('the rosette', () => {
  it('draws the reference path for a digest', () => {
    expect(sha256(drawRosette(digest))).toBe('4847c1d0b7cc5a31d4434f063c7143c57073fe5fd993067b3a80784f015f2a8c');
    expect(sha256(drawRosette(digest, { dense: 4, swell: 1.3 }))).toBe(
      '4e46f0735dd29d1252c435e3ef60e028d30453f5f0e0571cc61aad56ba04a94d',
    );
  });

  it('differs where one bit of the file differs', () => {
    expect(drawRosette(sha256('a'))).not.toBe(drawRosette(sha256('b')));
    expect(drawRosette(digest.replace('9a', '9b'))).not.toBe(drawRosette(digest));
  });

  it('is the same for a digest in capitals', () => {
    expect(drawRosette(digest.toUpperCase())).toBe(drawRosette(digest));
  });

  it('rejects a value that is not a SHA-256', () => {
    expect(() => drawRosette('9a16')).toThrow(RangeError);
  });
});

describe('the file of a rosette', () => {
  it('holds the lines, is cached permanently, and does not exist for an invalid digest', async () => {
    const server = express().get('/rosettes/:sha256/:drawing.svg', rosettes).listen(0, '127.0.0.1');
    try {
      await new Promise((listening) => server.once('listening', listening));
      const { port } = server.address() as AddressInfo;
      const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
      const found = await get(rosetteAddress(digest, 'fine'));
      expect(found.headers.get('content-type')).toContain('image/svg+xml');
      expect(found.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(await found.text()).toContain(`<path id="lines"`);
      const dense = await (await get(rosetteAddress(digest, 'dense'))).text();
      expect(dense).toContain(drawRosette(digest, { dense: 4, swell: 1.3 }));
      for (const path of ['/rosettes/9a16/fine.svg', `/rosettes/${digest}/constructor.svg`, `/rosettes/${digest}/fine`])
        expect((await get(path)).status).toBe(404);
    } finally {
      server.close();
    }
  });
});

describe('a fingerprint', () => {
  it('is read in groups of eight digits', () => {
    expect(groupHex(digest.slice(0, 20))).toBe('9a16cd11 ffcc88c9 74ce');
  });
});
