import type { MouseEvent } from 'react';
import { ButtonFace, type ButtonLook, buttonLook, buttonName } from '../button/button.tsx';
import { useSending } from './form-state.ts';

type SubmitButtonProps = ButtonLook & {
  name?: string;
  value?: string;
  /** The words while the form is on its way, as 'Signing…'. Without them the label stays. */
  pendingLabel?: string;
  disabled?: boolean;
  /** The form's id, where the button stands outside it. */
  form?: string;
  formAction?: string;
  /** Sends the form as it is, whatever is still missing in it. */
  formNoValidate?: boolean;
};

/**
 * Sends its form. While the answer is awaited it says so, keeps the focus and ignores further presses; `disabled` would drop
 * the focus.
 */
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
  const hold = (event: MouseEvent) => {
    if (pending) event.preventDefault();
  };
  return (
    <button
      type="submit"
      {...buttonLook({ kind, size, push })}
      {...buttonName({ about, note, children: words })}
      {...rest}
      name={name}
      value={value}
      onClick={hold}
      aria-disabled={pending || undefined}
      data-pending={pressed || undefined}
    >
      <ButtonFace icon={pressed ? 'hourglass' : icon} note={note}>
        {words}
      </ButtonFace>
    </button>
  );
}
