import { Icon } from '../icon/icon.tsx';
import type { FieldState } from './field-state.ts';
import { useErrors } from './healed.ts';

/** The messages of one field, beside it. */
export function FieldErrors({ field }: { field: FieldState }) {
  const errors = useErrors(field);
  if (errors.length === 0) return null;
  return (
    <div id={field.errorId}>
      {errors.map((message) => (
        <p className="error" key={message}>
          <Icon name="circle-alert" />
          {message}
        </p>
      ))}
    </div>
  );
}
