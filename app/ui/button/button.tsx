import type { ButtonHTMLAttributes, MouseEvent } from 'react';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/names.ts';
import { Link } from '../link/link.tsx';

/**
 * Black (`solid`) does, one a region; blue outline (`pen`) leads to a signature; solid blue (`sign`) is the signature and
 * nothing else; `stop` ends something; `outline`, as without a kind, is one of several; `quiet` and `plain` stand back.
 */
export type ButtonKind =
  | 'solid'
  | 'pen'
  | 'sign'
  | 'warn'
  | 'stop'
  | 'stop-solid'
  | 'outline'
  | 'quiet'
  | 'quiet-stop'
  | 'plain';

export type ButtonLook = {
  kind?: ButtonKind | undefined;
  size?: 'small' | 'wide' | undefined;
  icon?: IconName | undefined;
  /** Names the thing acted on: 'Deactivate' about 'Noor Haddad' is read out as 'Deactivate, Noor Haddad'. */
  about?: string | undefined;
  /** Pushes the button to the end of its line. */
  push?: boolean | undefined;
  /** A fact in lighter type after the label, such as a file's size. */
  note?: string | undefined;
  /** The visible words. */
  children: string;
};

/** The class and data attributes that give an element the look of a button. */
export const buttonLook = ({ kind, size, push }: Pick<ButtonLook, 'kind' | 'size' | 'push'>) => ({
  className: push ? 'button push' : 'button',
  'data-kind': kind,
  'data-size': size,
});

/**
 * The accessible name of a button that acts on one of several things. A label, since hidden text after the words would be
 * read with a gap before its comma; it begins with the visible words, as speech control needs (WCAG 2.2, 2.5.3).
 */
export const buttonName = ({ about, note, children }: Pick<ButtonLook, 'about' | 'note' | 'children'>) =>
  about ? { 'aria-label': `${note ? `${children} ${note}` : children}, ${about}` } : {};

export function ButtonFace({ icon, note, children }: Pick<ButtonLook, 'icon' | 'note' | 'children'>) {
  return (
    <>
      {icon && <Icon name={icon} />}
      {children}
      {note && <span className="button-note">{note}</span>}
    </>
  );
}

type ButtonProps = ButtonLook & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'>;

/** A button that does not submit; `SubmitButton` does. */
export function Button({ kind, size, icon, about, push, note, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...buttonLook({ kind, size, push })} {...buttonName({ about, note, children })} {...rest}>
      <ButtonFace icon={icon} note={note}>
        {children}
      </ButtonFace>
    </button>
  );
}

type LinkButtonProps = ButtonLook & {
  to: string;
  /** The address answers with a file: a plain request, no client navigation. */
  download?: boolean | undefined;
  onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
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
  const look = { ...buttonLook({ kind, size, push }), ...buttonName({ about, note, children }) };
  const face = (
    <ButtonFace icon={icon} note={note}>
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
