import { Link } from '@remix-run/react';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/names.ts';
import { Hidden } from '../text/hidden.tsx';

/**
 * Black (`solid`) does, one a region; blue outline (`pen`) leads to a signature; solid blue (`sign`) is the signature and
 * nothing else; `stop` ends something; `quiet` and `plain` stand back.
 */
export type ButtonKind = 'solid' | 'pen' | 'sign' | 'warn' | 'stop' | 'stop-solid' | 'quiet' | 'quiet-stop' | 'plain';

export type ButtonLook = {
  kind?: ButtonKind | undefined;
  size?: 'small' | 'wide' | undefined;
  icon?: IconName | undefined;
  /** Names the thing acted on in hidden text: 'Deactivate' about 'Noor Haddad'. */
  about?: string | undefined;
  /** Pushes the button to the end of its line. */
  push?: boolean | undefined;
  /** A fact in lighter type after the label, such as a file's size. */
  note?: string | undefined;
  children: ReactNode;
};

/** The class and data attributes that give an element the look of a button. */
export const buttonLook = ({ kind, size, push }: Pick<ButtonLook, 'kind' | 'size' | 'push'>) => ({
  className: push ? 'button push' : 'button',
  'data-kind': kind,
  'data-size': size,
});

export function ButtonFace({ icon, about, note, children }: Pick<ButtonLook, 'icon' | 'about' | 'note' | 'children'>) {
  return (
    <>
      {icon && <Icon name={icon} />}
      {children}
      {note && <span className="button-note">{note}</span>}
      {about && <Hidden>, {about}</Hidden>}
    </>
  );
}

type ButtonProps = ButtonLook & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'>;

/** A button that does not submit; `SubmitButton` does. */
export function Button({ kind, size, icon, about, push, note, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...buttonLook({ kind, size, push })} {...rest}>
      <ButtonFace icon={icon} about={about} note={note}>
        {children}
      </ButtonFace>
    </button>
  );
}

type LinkButtonProps = ButtonLook & {
  to: string;
  /** The address answers with a file: a plain request, no client navigation. */
  download?: boolean | undefined;
  onClick?: (() => void) | undefined;
  prefetch?: 'intent' | undefined;
};

/** A link that looks like a button. */
export function LinkButton({
  to,
  download,
  kind,
  size,
  icon,
  about,
  push,
  note,
  onClick,
  prefetch,
  children,
}: LinkButtonProps) {
  const look = buttonLook({ kind, size, push });
  const face = (
    <ButtonFace icon={icon} about={about} note={note}>
      {children}
    </ButtonFace>
  );
  return download ? (
    <a href={to} {...look} onClick={onClick}>
      {face}
    </a>
  ) : (
    <Link to={to} {...look} onClick={onClick} {...(prefetch ? { prefetch } : {})}>
      {face}
    </Link>
  );
}
