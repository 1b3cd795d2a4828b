import { Link } from '@remix-run/react';
import type { ButtonHTMLAttributes, MouseEvent } from 'react';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/names.ts';

/**
 * `solid` (black) is the main action, once a region; `pen` (blue outline) leads to a signature; `sign` (solid blue) is
 * the signature and nothing else; `stop` ends something; `outline`, the default, is one of several.
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
 * The accessible name of a button for one of several things. It begins with the visible words, as speech control needs
 * (WCAG 2.2, 2.5.3); hidden text after the words would be read with a gap.
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
  const look = { kind, size, icon, about, push, note, children };
  return (
    <button type="button" {...buttonLook(look)} {...buttonName(look)} {...rest}>
      <ButtonFace {...look} />
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
export function LinkButton({ to, download, onClick, prefetch, ...look }: LinkButtonProps) {
  const attributes = { ...buttonLook(look), ...buttonName(look), onClick };
  const face = <ButtonFace {...look} />;
  return download ? (
    <a href={to} {...attributes}>
      {face}
    </a>
  ) : (
    <Link to={to} {...attributes} {...(prefetch ? { prefetch } : {})}>
      {face}
    </Link>
  );
}
