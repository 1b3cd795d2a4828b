import { describe, expect, it } from 'vitest';
import { asidePlaces, copyApprovers, type Held, leftOut } from '#app/documents/forms/copy-approvers.ts';
import { routeToForm } from '#app/approval-routes/forms/route-steps.ts';

const step = (name: string, more: object = {}) => ({ name, named: true, excluded: [], ...more });
const major = { uid: 'major', version: 2, steps: [step('Expert review'), step('Process owner'), step('Quality')] };
const minor = { uid: 'minor', version: 1, steps: [step('process  OWNER'), step('Quality', { named: false })] };

const held = (more: Partial<Held> = {}): Held => ({
  routed: routeToForm(major),
  stepNames: ['1.Expert review', '2.Process owner', '3.Quality'],
  steps: ['1.ana', '2.ben', '3.cleo'],
  approvers: [],
  aside: [],
  ...more,
});

/** The same form, once it shows another route. */
const next = (before: Held, route: typeof major | null): Held => {
  const { steps, approvers, aside } = copyApprovers(before, route);
  const stepNames = (route?.steps ?? []).flatMap(({ name, named }, at) => (named ? [`${at + 1}.${name}`] : []));
  return { routed: routeToForm(route), stepNames, steps, approvers, aside };
};

describe('people who are chosen while the route of a form changes', () => {
  it('stay in a step of the same name, and never go to a step by its number', () => {
    expect(copyApprovers(held(), minor)).toEqual({
      steps: ['1.ben'],
      approvers: [],
      aside: ['ana.Expert review', 'cleo.Quality'],
      changed: true,
    });
    expect(copyApprovers(held(), { ...minor, steps: [step('Process owner', { excluded: ['ben'] })] }).steps).toEqual(
      [],
    );
  });

  it('come back with their step', () => {
    expect(next(next(held(), minor), major).steps.toSorted()).toEqual(['1.ana', '2.ben', '3.cleo']);
  });

  it('all stay where there are no steps, and only those who were still chosen go back to their steps', () => {
    const flat = next(held(), null);
    expect(flat.approvers).toEqual(['ana', 'ben', 'cleo']);
    const back = next({ ...flat, approvers: ['ben', 'dan'] }, major);
    expect(back.steps).toEqual(['2.ben']);
    expect(asidePlaces(back.aside)).toEqual([{ user: 'dan', step: '' }]);
    // Who is set aside from one step and chosen in another is not left out.
    expect(leftOut({ ...back, aside: [...back.aside, 'ben.Quality'] })).toEqual([{ user: 'dan', step: '' }]);
  });

  it('are left as they are where the route is the same, and none is named where nobody was chosen', () => {
    expect(copyApprovers(held({ aside: ['dan.Old'] }), major)).toMatchObject({ aside: ['dan.Old'], changed: false });
    expect(copyApprovers(held({ steps: [] }), minor).changed).toBe(false);
  });
});
