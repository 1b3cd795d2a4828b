import { describe, expect, it } from 'vitest';
import { withQuery } from '#app/ui/register/query.ts';
import { showSize } from '#app/ui/upload/stored-file.ts';

describe('the address of a list', () => {
  it('keeps the other parameters and starts at the first page again', () => {
    expect(withQuery('?q=batch&page=3', { sort: 'name', order: 'desc' })).toBe('?q=batch&sort=name&order=desc');
  });

  it('drops a parameter that has no value', () => {
    expect(withQuery('?q=batch', { q: undefined })).toBe('?');
    expect(withQuery('?q=batch&page=3', { page: undefined })).toBe('?q=batch');
  });
});

describe("a file's size", () => {
  it.each([
    [999, '999 bytes'],
    [1000, '1 kB'],
    [184_320, '184 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [2_934_112, '2.9 MB'],
    [1_200_000_000, '1.2 GB'],
  ])('of %i bytes is %s', (bytes, words) => {
    expect(showSize(bytes)).toBe(words);
  });
});
