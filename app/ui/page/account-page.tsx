import type { ReactNode } from 'react';
import { isAdmin, type Viewer } from '../masthead/viewer.ts';
import { useFrame } from '../shell/frame.ts';
import { BesideNav } from '../side-nav/side-nav.tsx';
import { Page, PageHead } from './page.tsx';

const parts = [
  { to: '/sessions', label: 'Sessions' },
  { to: '/second-factor', label: 'Second factor' },
  { to: '/dashboard/notifications/emails', label: 'Email notifications' },
  { to: '/appearance', label: 'Appearance and keyboard' },
] as const;

/** An admin finds it in the reports, with everybody's. */
const evidence = { to: '/dashboard/evidence', label: 'Evidence packs' } as const;

type AccountPageProps = {
  /** The address of the part that is open. */
  current: (typeof parts)[number]['to'] | (typeof evidence)['to'];
  title: string;
  lede?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** A page of *My account*: its parts as links beside the one that is open. */
export function AccountPage({ current, title, lede, actions, children }: AccountPageProps) {
  const viewer = useFrame()?.viewer as Viewer | undefined;
  const shown = viewer && isAdmin(viewer) ? parts : [...parts, evidence];
  return (
    <Page>
      <PageHead title={title} lede={lede} actions={actions} />
      <BesideNav
        label="My account"
        groups={[{ title: 'My account', links: shown.map((part) => ({ ...part, current: part.to === current })) }]}
      >
        {children}
      </BesideNav>
    </Page>
  );
}
