import type { MouseEvent } from 'react';
import { ButtonFace, type ButtonLook, buttonLook, buttonName } from '../button/button.tsx';
import { useSending } from './form-state.ts';

type SubmitButtonProps = ButtonLook & {
  name?: string;
  value?: string;
  /** The words while the form is being sent, such as 'Signing…'. */
  pendingLabel?: string;
  disabled?: boolean;
  /** The form's id, where the button stands outside it. */
  form?: string;
  formAction?: string;
  /** Sends the form without the browser's checks. */
  formNoValidate?: boolean;
};

/** Sends its form. While it waits for the answer it ignores further presses; `disabled` would drop the focus. */
export function SubmitButton({
  kind = 'solid',
  size,
  icon,
  about,
  push,
  note,
  pendingLabel,
  name,
  value,
  children,
  ...rest
}: SubmitButtonProps) {
  const { pending, data } = useSending();
  const pressed = pending && (name === undefined || data?.get(name) === (value ?? ''));
  const words = pressed ? (pendingLabel ?? children) : children;
  const look = { kind, size, icon: pressed ? ('hourglass' as const) : icon, about, push, note, children: words };
  const hold = (event: MouseEvent) => {
    if (pending) event.preventDefault();
  };
  return (
    <button
      type="submit"
      {...buttonLook(look)}
      {...buttonName(look)}
      {...rest}
      name={name}
      value={value}
      onClick={hold}
      aria-disabled={pending || undefined}
      data-pending={pressed || undefined}
    >
      <ButtonFace {...look} />
    </button>
  );
}
