import { expect, it } from 'vitest';
import { pageNumber, pageWithin } from '#app/queries/document/paging.ts';

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
