import { isSameName } from '#events/text.ts';
import { placeToForm, routeToForm } from '#app/approval-routes/forms/route-steps.ts';

/** What a form of a document held about its approvers, as its fields say it. */
export interface Held {
  /** The route that it showed, as `routeToForm` names it. */
  routed: string;
  /** The steps whose people are chosen in it: `2.` and the name. */
  stepNames: readonly string[];
  /** People by step: `2.` and the uid. */
  steps: readonly string[];
  /** People without a step: uids. */
  approvers: readonly string[];
  /** People of steps that the route does not have: the uid, a dot, and the step's name, empty without a step. */
  aside: readonly string[];
}

/** Reads it from a form. */
export function heldIn(form: FormData): Held {
  const all = (name: keyof Held): string[] =>
    form.getAll(name).filter((value): value is string => typeof value === 'string');
  const [routed = ''] = all('routed');
  return {
    routed,
    stepNames: all('stepNames'),
    steps: all('steps'),
    approvers: all('approvers'),
    aside: all('aside'),
  };
}

interface Step {
  name: string;
  /** Whether its people are chosen. */
  named: boolean;
  /** Uids of those who may not be chosen. */
  excluded: readonly string[];
}

interface Place {
  user: string;
  /** The name of the step; empty without one. */
  step: string;
}

interface CopiedApprovers extends Pick<Held, 'steps' | 'approvers' | 'aside'> {
  /** Somebody was chosen while the form showed another route. */
  changed: boolean;
}

const split = (text: string): [string, string] => {
  const dot = text.indexOf('.');
  return [text.slice(0, dot), text.slice(dot + 1)];
};

export const asidePlaces = (aside: Held['aside']): Place[] =>
  aside.map((one) => {
    const [user, step] = split(one);
    return { user, step };
  });

/** Those of them who are chosen in no step now. */
export const leftOut = ({ steps, aside }: Pick<Held, 'steps' | 'aside'>): Place[] => {
  const chosen = new Set(steps.map((one) => split(one)[1]));
  return asidePlaces(aside).filter(({ user }) => !chosen.has(user));
};

/** Whom the form held, with the names of their steps. */
function placesOf({ stepNames, steps, approvers, aside }: Held, hadSteps: boolean): Place[] {
  const names = new Map(stepNames.map(split));
  const inSteps = steps.map((one) => {
    const [number, user] = split(one);
    return { user, step: names.get(number) ?? '' };
  });
  const before = asidePlaces(aside);
  if (hadSteps) return [...inSteps, ...before];
  // Without steps people keep the step in which they were chosen before.
  return approvers.flatMap((user) => {
    const known = before.filter((one) => one.user === user);
    return known.length > 0 ? known : [{ user, step: '' }];
  });
}

const once = (texts: readonly string[]): string[] => [...new Set(texts)];
const toAside = ({ user, step }: Place): string => `${user}.${step}`;

/**
 * Who is chosen where the form shows this route now. People stay in a step of the same name, and all of them where
 * there are no steps. People of other steps are set aside, so that nobody signs in a step that was not chosen for them;
 * with the step they come back.
 */
export function copyApprovers(
  held: Held,
  route: { uid: string; version: number; steps: readonly Step[] } | null,
): CopiedApprovers {
  const { routed, steps, approvers, aside } = held;
  if (routed === routeToForm(route)) return { steps, approvers, aside, changed: false };
  const hadSteps = routed !== routeToForm(null);
  const places = placesOf(held, hadSteps);
  const changed = steps.length + approvers.length > 0;
  if (!route) {
    const ticked = new Set(steps.map((one) => split(one)[1]));
    const users = places.flatMap(({ user, step }) => (ticked.has(user) || step === '' ? [user] : []));
    const named = places.filter(({ step }) => step !== '');
    return { steps: [], approvers: once(users), aside: once(named.map(toAside)), changed };
  }
  const inStep = ({ user, step: name }: Place): string[] =>
    route.steps.flatMap((step, at) =>
      step.named && isSameName(step.name, name) && !step.excluded.includes(user) ? [placeToForm(user, at + 1)] : [],
    );
  return {
    steps: once(places.flatMap(inStep)),
    approvers: [],
    aside: once(places.filter((place) => inStep(place).length === 0).map(toAside)),
    changed,
  };
}
