import { expect, it } from 'vitest';
import { isHere } from '#app/database/is-local.ts';

it.each([
  [null, true],
  ['postgresql://quality:secret@localhost:5432/quality', true],
  ['postgresql://quality@127.0.0.1/quality', true],
  ['postgresql://quality@[::1]/quality', true],
  ['postgresql://quality@/quality?host=/run/postgresql', true],
  ['postgresql://quality@%2Frun%2Fpostgresql/quality', true],
  ['postgresql://quality@database.example.com/quality', false],
  ['postgresql://quality@10.0.0.7/quality', false],
  ['postgresql://quality@localhost.example.com/quality', false],
])('%s is on this machine: %s', (address, here) => {
  expect(isHere(address)).toBe(here);
});
