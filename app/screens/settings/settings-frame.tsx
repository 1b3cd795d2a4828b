import type { ReactNode } from 'react';
import { addresses } from '#app/addresses.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Page, PageHead } from '#app/ui/page/page.tsx';
import { BesideNav } from '#app/ui/side-nav/side-nav.tsx';
import { settingSections, settingsSections, type SettingsSection } from '#app/wording/settings.ts';

interface SettingsFrameProps {
  current: SettingsSection | 'functions' | 'routes' | 'single-sign-on' | 'api' | 'export' | 'import';
  children: ReactNode;
}

/** The head of the settings, with their sections beside the one that is open. */
export function SettingsFrame({ current, children }: SettingsFrameProps) {
  const sections = settingsSections.map((one) => ({
    to: addresses.settings(one),
    label: settingSections[one].title,
    current: one === current,
  }));
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
        links={[
          ...sections,
          { to: addresses.settingsFunctions(), label: 'Functions', current: current === 'functions' },
          { to: addresses.settingsRoutes(), label: 'Approval routes', current: current === 'routes' },
          { to: addresses.settingsSingleSignOn(), label: 'Single sign-on', current: current === 'single-sign-on' },
          { to: addresses.settingsApi(), label: 'API', current: current === 'api' },
          { to: addresses.settingsExport(), label: 'Export', current: current === 'export' },
          { to: addresses.imports(), label: 'Import', current: current === 'import' },
        ]}
      >
        {children}
      </BesideNav>
    </Page>
  );
}
