import { useActionData } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { FieldFrame } from '../field/field.tsx';
import type { FieldState } from '#app/ui/field/field.tsx';
import { PasswordControl } from '../field/password-field.tsx';
import type { Strength } from './strength.ts';
import { inSentences, StrengthMeter } from './strength-meter.tsx';

type NewPasswordFieldProps = {
  field: FieldState;
  label?: string;
  /** How a password that was refused as too weak could be stronger; it is dropped, so there is nothing to measure. */
  advice?: readonly string[] | undefined;
  /** Estimates in the browser while the person types; loads its dictionary on the first key. */
  estimate?: ((password: string, form: FormData) => Promise<Strength>) | undefined;
};

/** A new password with its strength below it. */
export function NewPasswordField({ field, label = 'New password', advice, estimate }: NewPasswordFieldProps) {
  const [strength, setStrength] = useState<Strength>();
  const latest = useRef('');
  const answer = useActionData();
  // The form that is answered has dropped its passwords.
  useEffect(() => {
    latest.current = '';
    setStrength(undefined);
  }, [answer]);

  async function judge(password: string, form: HTMLFormElement | null) {
    latest.current = password;
    if (!estimate) return;
    const answer = password === '' ? undefined : await estimate(password, new FormData(form ?? undefined));
    if (latest.current === password) setStrength(answer);
  }

  const meterId = `${field.id}-strength`;
  return (
    <FieldFrame
      field={field}
      label={label}
      hint={strength ? undefined : inSentences(advice ?? ['Minimum of 10 characters'])}
    >
      <PasswordControl
        field={field}
        label={label}
        autoComplete="new-password"
        hint={!strength}
        describedBy={strength ? meterId : undefined}
        onChange={(event) => void judge(event.target.value, event.target.form)}
      />
      <div aria-live="polite">{strength && <StrengthMeter id={meterId} strength={strength} />}</div>
    </FieldFrame>
  );
}
