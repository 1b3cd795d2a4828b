import type { ReactNode } from 'react';
import { addresses } from '#app/kit/addresses.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Page, PageHead } from '#app/ui/page/page.tsx';
import { BesideNav } from '#app/ui/side-nav/side-nav.tsx';
import { settingSections, settingsSections, type SettingsSection } from '#app/organisation/words/setting-words.ts';

/** What is managed beside the settings, on pages with lists of their own. */
const administration = {
  functions: { title: 'Functions', to: addresses.settingsFunctions() },
  routes: { title: 'Approval routes', to: addresses.settingsRoutes() },
  'single-sign-on': { title: 'Single sign-on', to: addresses.settingsSingleSignOn() },
  api: { title: 'API', to: addresses.settingsApi() },
  export: { title: 'Export', to: addresses.settingsExport() },
  import: { title: 'Import', to: addresses.imports() },
};

interface SettingsFrameProps {
  current: SettingsSection | keyof typeof administration;
  children: ReactNode;
}

const groups = [
  {
    title: 'Settings',
    links: settingsSections.map((name) => ({ name, to: addresses.settings(name), label: settingSections[name].title })),
  },
  {
    title: 'Administration',
    links: Object.entries(administration).map(([name, { title: label, to }]) => ({ name, to, label })),
  },
];

/** The head of the settings, with their sections beside the one that is open. */
export function SettingsFrame({ current, children }: SettingsFrameProps) {
  return (
    <Page>
      <PageHead
        title="Settings"
        lede="Every change is recorded with its old and new value."
        actions={
          <LinkButton to={addresses.organisationAudit()} icon="scroll-text">
            Organisation Audit Log
          </LinkButton>
        }
      />
      <BesideNav
        label="Settings"
        groups={groups.map(({ title, links }) => ({
          title,
          links: links.map(({ name, ...link }) => ({ ...link, current: name === current })),
        }))}
      >
        {children}
      </BesideNav>
    </Page>
  );
}
