import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Hidden, Icon } from '../icon/icon.tsx';
import { FieldFrame } from './field.tsx';
import { type FieldState, useDescribedBy } from '#app/ui/field/field.tsx';

type ControlProps = {
  field: FieldState;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  required?: boolean | undefined;
  /** Whether the field has a hint, and the id of what else describes it. */
  hint?: boolean;
  describedBy?: string | undefined;
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
};

/** A password that can be shown while it is typed, with a word where Caps Lock is on. It is hidden again when sent. */
export function PasswordControl(props: ControlProps) {
  const { field, label, autoComplete, required = field.required, hint = false, describedBy, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  useEffect(() => {
    const form = input.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);
  const onKey = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <>
      <div className="with-button">
        <input
          ref={input}
          id={field.id}
          name={field.name}
          type={shown ? 'text' : 'password'}
          data-password=""
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required={required}
          maxLength={field.maxLength}
          onChange={onChange}
          onKeyDown={onKey}
          onKeyUp={onKey}
          onBlur={() => setCapsLock(false)}
          {...useDescribedBy(field, hint, describedBy)}
        />
        <span className="js-only">
          <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
            <Icon name={shown ? 'eye-off' : 'eye'} />
            <Hidden>Show {label.toLowerCase()}</Hidden>
          </button>
        </span>
      </div>
      <p className="hint caps-lock" role="status">
        {capsLock && 'Caps Lock is on.'}
      </p>
    </>
  );
}

type PasswordFieldProps = Pick<ControlProps, 'field' | 'label' | 'autoComplete' | 'required'>;

/** A password that is known already, or typed a second time. `NewPasswordField` has a strength meter. */
export const PasswordField = (props: PasswordFieldProps) => (
  <FieldFrame field={props.field} label={props.label}>
    <PasswordControl {...props} />
  </FieldFrame>
);
