import { expect, it } from 'vitest';
import { revalidateOnceOver, shouldRevalidate } from '#app/kit/screen/revalidate.ts';

type Revalidation = Parameters<typeof shouldRevalidate>[0];

const form = (...names: string[]): FormData => {
  const sent = new FormData();
  for (const name of names) sent.set(name, 'on');
  return sent;
};
const of = (facts: Partial<Revalidation>) => ({ defaultShouldRevalidate: true, ...facts }) as Revalidation;

it('loads a page again after a form that may change it, and not after a preview or a title check', () => {
  expect(shouldRevalidate(of({ formData: form('name') }))).toBe(true);
  for (const lookedUp of ['preview', 'stay'])
    expect([lookedUp, shouldRevalidate(of({ formData: form('name', lookedUp) }))]).toEqual([lookedUp, false]);
  const refused = { formData: form('name'), defaultShouldRevalidate: false };
  const after = [422, 409, 412].map((actionStatus) => of({ ...refused, actionStatus }));
  expect(after.map(shouldRevalidate)).toEqual([false, false, true]);
  expect(after.map(revalidateOnceOver)).toEqual([false, true, true]);
});
