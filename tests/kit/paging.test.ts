import { expect, it } from 'vitest';
import { everyRow, pageNumber, pageWithin, rowsOf } from '#app/kit/query/paging.ts';

it.each([
  [1, 0, 1],
  [2, 25, 1],
  [2, 26, 2],
  [9, 60, 3],
])('page %i of a list of %i rows is page %i', (asked, total, page) => {
  expect(pageWithin(asked, total)).toBe(page);
});

it.each([
  ['2', 2],
  ['x', 1],
  [-3, 1],
  [2.9, 2],
  [1e9, 100_000],
])('reads %s in an address as page %i', (asked, page) => {
  expect(pageNumber.parse(asked)).toBe(page);
});

it('reads `all` as every row, up to a bound, to print them', () => {
  expect([pageNumber.parse('all'), pageNumber.parse(everyRow), pageNumber.parse('0')]).toEqual([everyRow, everyRow, 1]);
  expect(rowsOf(everyRow, 60)).toEqual({ page: 1, size: 60, offset: 0 });
  expect(rowsOf(everyRow, 5000, 25, 1000)).toEqual({ page: 1, size: 1000, offset: 0 });
  expect(rowsOf(3, 60)).toEqual({ page: 3, size: 25, offset: 50 });
});
