import { useRouteLoaderData } from '@remix-run/react';
import { limits } from '#events/limits.ts';
import { fieldWith, type FieldState } from './field-state.ts';
import { TextArea } from './field.tsx';

/** The values of a form with a `ReasonField`. */
export type WithReason<T extends object = object> = T & { reason: string };

/** Whether the viewer's organisation requires a reason for every change. */
export const useReasonRequired = (): boolean =>
  (useRouteLoaderData('root') as { viewer?: { reasonRequired: boolean } | null } | undefined)?.viewer?.reasonRequired ??
  false;

type ReasonFieldProps = {
  field: FieldState;
  /** The command always needs a reason, whatever the organisation's setting is. */
  always?: boolean;
};

/** The field `reason` of a command that declares one (`app/kit/command/reason.ts`). */
export function ReasonField({ field, always = false }: ReasonFieldProps) {
  const required = useReasonRequired() || always;
  return (
    <TextArea
      field={fieldWith(field, { required })}
      label={required ? 'Reason for change' : 'Reason for change (optional)'}
      hint="Up to 1000 characters. The audit trail shows it."
      maxLength={limits.reason}
    />
  );
}
