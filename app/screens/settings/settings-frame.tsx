import type { ReactNode } from 'react';
import { addresses } from '#app/addresses.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Page, PageHead } from '#app/ui/page/page.tsx';
import { BesideNav } from '#app/ui/side-nav/side-nav.tsx';
import { settingSections, type SettingsSection } from '#app/wording/settings.ts';

interface SettingsFrameProps {
  current: SettingsSection | 'functions' | 'routes' | 'single-sign-on' | 'api' | 'export' | 'import';
  children: ReactNode;
}

type Section = SettingsFrameProps['current'];

/** The sections that have pages of their own. */
const otherSections = {
  functions: { title: 'Functions', to: addresses.settingsFunctions() },
  routes: { title: 'Approval routes', to: addresses.settingsRoutes() },
  'single-sign-on': { title: 'Single sign-on', to: addresses.settingsSingleSignOn() },
  api: { title: 'API', to: addresses.settingsApi() },
  export: { title: 'Export', to: addresses.settingsExport() },
  import: { title: 'Import', to: addresses.imports() },
};

const groups: readonly { title: string; sections: readonly Section[] }[] = [
  { title: 'General', sections: ['organisation', 'controls'] },
  { title: 'Signing in', sections: ['ways-in', 'passwords', 'single-sign-on'] },
  { title: 'Documents', sections: ['documents', 'reminders', 'functions', 'routes'] },
  { title: 'Programs and data', sections: ['api', 'export', 'import'] },
];

const linkOf = (section: Section) =>
  section in otherSections
    ? otherSections[section as keyof typeof otherSections]
    : { title: settingSections[section as SettingsSection].title, to: addresses.settings(section as SettingsSection) };

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
        groups={groups.map(({ title, sections }) => ({
          title,
          links: sections.map((section) => {
            const { title: label, to } = linkOf(section);
            return { to, label, current: section === current };
          }),
        }))}
      >
        {children}
      </BesideNav>
    </Page>
  );
}
