import type { ReactNode } from 'react';
import { isSameName } from '#events/text.ts';
import { copyApprovers, leftOut, type Held } from '#app/documents/forms/copy-approvers.ts';
import { placeToForm, routeToForm } from '#app/approval-routes/forms/route-steps.ts';
import type { RoutePreview } from '#app/approval-routes/queries/preview.ts';
import { Notice } from '#app/ui/notice/notice.tsx';
import { fieldWith, type FieldState } from '#app/ui/field/field.tsx';
import { ApprovalSection, type ApproverChoice } from './form-sections.tsx';
import { numbered, RouteSection, type Numbered } from './route-section.tsx';

/** Somebody who was asked before; `step`: null without steps. A draft knows the number of a step, and not its name. */
export interface Proposed {
  user: string;
  step: number | null;
  name?: string | undefined;
}

type HeldFields = Record<keyof Held, FieldState>;

interface SignersSectionProps {
  fields: HeldFields;
  options: readonly ApproverChoice[];
  /** The route of the version and what the form held when it was found; null at first. */
  found: { route: RoutePreview | null; held: Held | null };
  proposed?: readonly Proposed[];
  hidden: boolean;
  children?: ReactNode;
}

/** What the form held when it was sent or saved; null where it was neither. */
function heldBefore({ routed, stepNames, steps, approvers, aside }: HeldFields): Held | null {
  if (!routed.defaultValue) return null;
  const values = ({ defaultOptions = [] }: FieldState) => defaultOptions;
  return {
    routed: routed.defaultValue,
    stepNames: values(stepNames),
    steps: values(steps),
    approvers: values(approvers),
    aside: values(aside),
  };
}

/**
 * Whom the form proposes in the steps without anybody: those who were asked in a step of this name before, and in the
 * first one those who were asked without steps, unless the route asks them by itself.
 */
function proposals(route: RoutePreview, proposed: readonly Proposed[], chosen: readonly string[]): string[] {
  const steps = numbered(route).filter((step) => step.named);
  const asked = new Set(route.steps.flatMap(({ people }) => people.map(({ uid }) => uid)));
  const isEmpty = (number: number) => !chosen.some((one) => one.startsWith(`${number}.`));
  return proposed.flatMap(({ user, step, name }) => {
    if (chosen.some((one) => one.endsWith(`.${user}`))) return [];
    const isSame = (one: Numbered) => (name === undefined ? one.number === step : isSameName(one.name, name));
    const at = step === null ? (asked.has(user) ? undefined : steps[0]) : steps.find(isSame);
    return at && isEmpty(at.number) && !at.excluded.includes(user) ? [placeToForm(user, at.number)] : [];
  });
}

/** Who is chosen in the form, and who is set aside, where it shows this route now. */
function chosenIn(route: RoutePreview | null, held: Held | null, proposed: readonly Proposed[]) {
  if (!held) return { ...nobody, steps: route ? proposals(route, proposed, []) : [] };
  const carried = copyApprovers(held, route);
  if (!route || !carried.changed) return carried;
  return { ...carried, steps: [...carried.steps, ...proposals(route, proposed, carried.steps)] };
}

const nobody = { steps: [], approvers: null, aside: [], changed: false };

/** Who signs: in the steps of the route, or all at once where there is none. */
export function SignersSection({ fields, options, found, proposed = [], hidden, children }: SignersSectionProps) {
  const { route } = found;
  const chosen = chosenIn(route, found.held ?? heldBefore(fields), proposed);
  const key = `${routeToForm(route)} ${chosen.steps.join(' ')} ${chosen.aside.join(' ')}`;
  const notice = <Changed {...{ route, options, chosen }} />;
  const approvers = chosen.approvers
    ? fieldWith(fields.approvers, { defaultOptions: chosen.approvers })
    : fields.approvers;
  return (
    <>
      <input type="hidden" name="routed" value={routeToForm(route)} />
      {route &&
        numbered(route).map(
          ({ number, name, named }) =>
            named && <input key={number} type="hidden" name="stepNames" value={`${number}.${name}`} />,
        )}
      {chosen.aside.map((one) => (
        <input key={one} type="hidden" name="aside" value={one} />
      ))}
      {route ? (
        <RouteSection
          key={key}
          {...{ route, options, hidden, notice }}
          field={fields.steps}
          problems={fields.approvers}
          chosen={chosen.steps}
        >
          {children}
        </RouteSection>
      ) : (
        <ApprovalSection key={key} {...{ options, hidden, notice }} field={approvers}>
          {children}
        </ApprovalSection>
      )}
    </>
  );
}

interface ChangedProps extends Pick<SignersSectionProps, 'options'> {
  route: RoutePreview | null;
  chosen: ReturnType<typeof chosenIn>;
}

/** Says that other steps show, and who is not chosen in them. */
function Changed({ route, options, chosen }: ChangedProps) {
  const left = route ? leftOut(chosen) : [];
  if (!chosen.changed && left.length === 0) return null;
  const nameOf = (user: string) => options.find(({ uid }) => uid === user)?.name ?? 'Somebody';
  const words = left.map(({ user, step }) => (step === '' ? nameOf(user) : `${nameOf(user)} (${step})`)).join(', ');
  return (
    <Notice kind={left.length > 0 ? 'wait' : undefined} live="status">
      <p>
        {route
          ? `These are the steps of the route ${route.name}.`
          : 'No route is for this version: everyone you choose signs at once.'}{' '}
        {left.length > 0 ? `Not chosen in them: ${words}.` : 'The people whom you chose before stay chosen.'}
      </p>
    </Notice>
  );
}
