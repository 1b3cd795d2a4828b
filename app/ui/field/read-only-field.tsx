import { useId } from 'react';

/** A fact in the place of a field: readable and focusable, not to be changed, not sent. */
export function ReadOnlyField({ label, value }: { label: string; value: string }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} readOnly defaultValue={value} />
    </div>
  );
}
