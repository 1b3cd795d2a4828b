import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { listServiceAccounts, type ServiceAccountRow } from '#app/integrations/queries/service-accounts/list.ts';
import { listWebhooks } from '#app/integrations/queries/webhooks/list.ts';
import { SettingsFrame } from '#app/organisation/screens/settings/settings-frame.tsx';
import { WebhooksSection } from '#app/integrations/screens/webhooks/webhooks-section.tsx';
import { screenLoader } from '#app/kit/screen/screen.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { pageTitle, WideSection } from '#app/ui/page/page.tsx';
import { Tag } from '#app/ui/status/tag.tsx';
import { showDate, showMoment } from '#app/ui/text/date.ts';
import { standingWords } from '#app/integrations/words/service-accounts.ts';

export const meta: MetaFunction = () => pageTitle('Settings', 'API');

export const loader = screenLoader({
  access: 'service_account.manage',
  load: async ({ ask, viewer }) => ({
    accounts: await ask(listServiceAccounts, {}),
    webhooks: await ask(listWebhooks, {}),
    zone: viewer.settings.timeZone,
  }),
});

/** The service accounts, the ones that work first, and the webhooks. */
export default function ApiSection() {
  const { accounts, webhooks, zone } = useLoaderData<typeof loader>();
  const ended = accounts.filter(({ standing }) => standing === 'revoked' || standing === 'expired');
  const working = accounts.filter((one) => !ended.includes(one));
  return (
    <SettingsFrame current="api">
      <WideSection
        id="service-accounts"
        title="Service accounts"
        actions={
          <LinkButton to={addresses.createServiceAccount()} icon="plus">
            Create service account
          </LinkButton>
        }
      >
        <div className="stack">
          <p className="meta">
            A service account lets a program use the <Link to={addresses.apiReference()}>API</Link>. It has the rights
            of its owner, as far as its scopes reach, and never signs, approves, publishes, retires or changes settings.
            It names no approvers during a review, gives no role above Employee, and changes only the departments of
            Authors and Admins.
          </p>
          {accounts.length === 0 && <p>No service accounts yet.</p>}
          <ul className="ruled">
            {[...working, ...ended].map((one) => (
              <Account key={one.uid} account={one} zone={zone} />
            ))}
          </ul>
        </div>
      </WideSection>
      <WebhooksSection webhooks={webhooks} />
    </SettingsFrame>
  );
}

function Account({ account, zone }: { account: ServiceAccountRow; zone: string }) {
  const { uid, name, owner, scopes, networks, standing, revoked } = account;
  const words = standingWords[standing];
  return (
    <li className="row">
      <div>
        <p className="life-version">
          {name} {words && <Tag>{words}</Tag>}
        </p>
        <p className="meta">{scopes.join(' · ')}</p>
        <p className="meta">
          Owner: {owner.name} · {standing === 'expired' ? 'Expired' : 'Expires'} {showDate(account.expiresAt, zone)} ·{' '}
          {lastUse(account)}
          {networks.length > 0 && ` · Only from ${networks.join(', ')}`}
        </p>
        {revoked && (
          <p className="meta">
            Revoked {showMoment(revoked.at)}: {revoked.reason}
          </p>
        )}
      </div>
      {revoked === null && (
        <span className="actions">
          {standing !== 'expired' && (
            <LinkButton to={addresses.rotateServiceAccount(uid)} size="small" icon="rotate-ccw" about={name}>
              Rotate token
            </LinkButton>
          )}
          <LinkButton to={addresses.revokeServiceAccount(uid)} size="small" icon="x" about={name}>
            Revoke
          </LinkButton>
        </span>
      )}
    </li>
  );
}

function lastUse({ lastUsedAt, lastAddress }: ServiceAccountRow): string {
  if (lastUsedAt === null) return 'Never used';
  return `Last used ${showMoment(lastUsedAt)}${lastAddress ? ` from ${lastAddress}` : ''}`;
}
