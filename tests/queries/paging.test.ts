import { describe, expect, it } from 'vitest';
import { pageSize } from '#app/queries/document/page-size.ts';
import { partOf } from '#app/queries/document/paging.ts';

/** The rows that a part shows of a list, which is read from its end where the part says so. */
const shown = (list: readonly number[], page: number): number[] => {
  const { offset, limit, fromTheEnd } = partOf(page, list.length);
  const read = (fromTheEnd ? list.toReversed() : list).slice(offset, offset + limit);
  return fromTheEnd ? read.toReversed() : read;
};

describe('the rows of a page', () => {
  it.each([0, 1, 24, 25, 26, 50, 51, 99, 100, 101, 250])('are the same from either end of %i rows', (total) => {
    const list = Array.from({ length: total }, (_, i) => i);
    const last = Math.max(1, Math.ceil(total / pageSize));
    for (let page = 1; page <= last + 1; page++) {
      const at = Math.min(page, last);
      expect(shown(list, page)).toEqual(list.slice((at - 1) * pageSize, at * pageSize));
    }
  });

  it('are never farther away than half of the list', () => {
    for (let page = 1; page <= 400; page++) expect(partOf(page, 10_000).offset).toBeLessThanOrEqual(5000);
  });
});
