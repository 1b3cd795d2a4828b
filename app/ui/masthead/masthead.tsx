import { Link, useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { Form } from '../form/form.tsx';
import { Icon } from '../icon/icon.tsx';
import { Monogram } from '../register/cells.tsx';
import { VisitorNotice } from '../notice/toast.tsx';
import { SearchOpener } from '../search/opener.tsx';
import { Mark } from './mark.tsx';
import { type AccountLink, accountLinks, helpLinks, mainLinks } from './places.ts';
import type { Viewer } from './viewer.ts';

type MastheadProps = {
  viewer: Viewer;
  /** Whether `/` opens the search. */
  shortcut: boolean;
  changePasswordDialog: string;
};

/** Name of the product, the main links, the search, the greeting. Shown to those who are signed in. */
export function Masthead({ viewer, shortcut, changePasswordDialog }: MastheadProps) {
  const { pathname } = useLocation();
  return (
    <header className="masthead">
      <div className="masthead-in">
        <Link className="wordmark" to="/dashboard">
          <Mark />
          Imprimatur
        </Link>
        <nav className="main-nav" aria-label="Main">
          {mainLinks(viewer, pathname).map(({ to, label, current }) => (
            <Link key={to} to={to} prefetch="intent" aria-current={current}>
              {label}
            </Link>
          ))}
        </nav>
        <SearchOpener shortcut={shortcut} />
        <Bell unread={viewer.unread} />
        <Greeting viewer={viewer} changePasswordDialog={changePasswordDialog} />
      </div>
    </header>
  );
}

/** Leads to the notifications. The page itself marks them as read. */
function Bell({ unread }: { unread: number }) {
  const current = useLocation().pathname === '/dashboard/notifications';
  const count = current ? 0 : unread;
  const words = count > 99 ? 'more than 99' : String(count);
  return (
    <Link
      className="bell"
      to="/dashboard/notifications"
      aria-current={current ? 'page' : undefined}
      aria-label={count > 0 ? `Notifications, ${words} unread` : 'Notifications'}
    >
      <Icon name="bell" />
      {count > 0 && <span aria-hidden="true">{count > 99 ? '99+' : count}</span>}
    </Link>
  );
}

/** The product's name alone, for those who are not signed in, and what the last answer left for them. */
export function PlainMasthead() {
  return (
    <>
      <header className="masthead">
        <div className="masthead-in">
          <Link className="wordmark" to="/">
            <Mark />
            Imprimatur
          </Link>
        </div>
      </header>
      <VisitorNotice />
    </>
  );
}

function Place({ to, label, icon, rule }: AccountLink) {
  return (
    <li className={rule ? 'rule' : undefined}>
      <a href={to}>
        <Icon name={icon} />
        {label}
      </a>
    </li>
  );
}

function Greeting({ viewer, changePasswordDialog }: { viewer: Viewer; changePasswordDialog: string }) {
  const menu = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  useEffect(() => menu.current?.hidePopover(), [key]);
  const name = `${viewer.firstName} ${viewer.lastName}`;
  return (
    <>
      <button
        className="greeting"
        type="button"
        popoverTarget="account"
        ref={opener}
        aria-label={`Hello, ${viewer.firstName}, your account`}
      >
        <Monogram name={name} />
        <span>Hello, {viewer.firstName}</span>
        <Icon name="chevron-down" />
      </button>
      <div className="menu" id="account" popover="auto" ref={menu}>
        <p className="menu-who">
          <b>{name}</b>
          <span>{viewer.email}</span>
          <span>{viewer.orgName}</span>
          <span>Version {viewer.version}</span>
        </p>
        <ul className="menu-list">
          {accountLinks(viewer).map((link) => (
            <Place key={link.to} {...link} />
          ))}
          <li>
            {/* A dialog gives the focus back to where it was: the menu is closed by then. */}
            <button
              type="button"
              command="show-modal"
              data-opener=""
              commandfor={changePasswordDialog}
              onClick={() => opener.current?.focus()}
            >
              <Icon name="key-round" />
              Change Password
            </button>
            <noscript>
              <a href="/change?ask=1">
                <Icon name="key-round" />
                Change Password
              </a>
            </noscript>
          </li>
          {helpLinks.map((link) => (
            <Place key={link.to} {...link} />
          ))}
          <li className="rule">
            <Form id="sign-out" layout="bare" action="/sign-out">
              <button>
                <Icon name="log-out" />
                Sign Out
              </button>
            </Form>
          </li>
        </ul>
      </div>
    </>
  );
}
