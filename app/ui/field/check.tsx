import type { ReactNode } from 'react';
import { FieldErrors } from './field-errors.tsx';
import type { FieldState } from './field-state.ts';
import { useDescribedBy } from './healed.ts';

type CheckProps = {
  field: FieldState;
  label: ReactNode;
  hint?: ReactNode;
  value?: string;
  disabled?: boolean;
  /** Shown under the box while it is ticked, by CSS alone. */
  children?: ReactNode;
};

/** One tick box with its words beside it. */
export function Check({ field, label, hint, value = 'on', disabled, children }: CheckProps) {
  return (
    <div className="field">
      <label className="check">
        <input
          key={field.key}
          type="checkbox"
          id={field.id}
          name={field.name}
          value={value}
          defaultChecked={field.defaultChecked}
          required={field.required}
          disabled={disabled}
          {...useDescribedBy(field, false)}
        />
        <span>
          {label}
          {hint && (
            <>
              <br />
              <span className="hint">{hint}</span>
            </>
          )}
        </span>
      </label>
      {children && <div className="reveal">{children}</div>}
      <FieldErrors field={field} />
    </div>
  );
}
