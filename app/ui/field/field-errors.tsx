import { Icon } from '../icon/icon.tsx';
import type { FieldState } from './field-state.ts';

/** The messages of one field, beside it. */
export function FieldErrors({ field }: { field: FieldState }) {
  if (!field.errors?.length) return null;
  return (
    <div id={field.errorId}>
      {field.errors.map((message) => (
        <p className="error" key={message}>
          <Icon name="circle-alert" />
          {message}
        </p>
      ))}
    </div>
  );
}
