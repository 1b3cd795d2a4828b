import { Link } from '@remix-run/react';
import { type MouseEvent, type ReactNode, useRef } from 'react';
import { ButtonFace, type ButtonLook, buttonLook } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/names.ts';
import './menu.css';

type MenuProps = Pick<ButtonLook, 'kind' | 'icon' | 'children'> & { id: string; items: ReactNode };

/** A button that drops a list of `MenuLink` and `MenuDialog`, without script too. */
export function Menu({ id, items, ...look }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  // A dialog gives the focus back to where it was, and the menu is closed by then.
  const leave = ({ target }: MouseEvent<HTMLElement>) => {
    if (!(target instanceof Element && target.closest('a, button'))) return;
    opener.current?.focus();
    if (target.closest('a')) menu.current?.hidePopover();
  };
  return (
    <>
      <button type="button" {...buttonLook(look)} popoverTarget={id} ref={opener}>
        <ButtonFace {...look} />
        <Icon name="chevron-down" />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className="menu drop" id={id} popover="auto" ref={menu} onClick={leave}>
        <ul className="menu-list">{items}</ul>
      </div>
    </>
  );
}

type ItemProps = { icon: IconName; children: string };
type MenuLinkProps = ItemProps & { to: string; /** The address answers with a file. */ download?: boolean };

export function MenuLink({ to, download, icon, children }: MenuLinkProps) {
  const face = (
    <>
      <Icon name={icon} />
      {children}
    </>
  );
  return (
    <li>
      {download ? (
        <a className="menu-item" href={to}>
          {face}
        </a>
      ) : (
        <Link className="menu-item" to={to}>
          {face}
        </Link>
      )}
    </li>
  );
}

type MenuDialogProps = ItemProps & {
  /** The id of the dialog on this page. */
  dialog: string;
  /** The address of the same dialog as a page, for those without script. */
  href: string;
};

export const MenuDialog = ({ dialog, href, icon, children }: MenuDialogProps) => (
  <li>
    <button className="menu-item" type="button" command="show-modal" commandfor={dialog}>
      <Icon name={icon} />
      {children}
    </button>
    <noscript>
      <a href={href}>
        <Icon name={icon} />
        {children} on its own page
      </a>
    </noscript>
  </li>
);
