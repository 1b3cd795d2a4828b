import { Link } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import type { WebhookRow } from '#app/integrations/queries/webhooks/list.ts';
import { standingOf } from '#app/integrations/screens/webhooks/standing.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { WideSection } from '#app/ui/page/page.tsx';
import { Tag } from '#app/ui/status/tag.tsx';

/** The webhooks of the organisation, each with how the last delivery went. */
export function WebhooksSection({ webhooks }: { webhooks: readonly WebhookRow[] }) {
  return (
    <WideSection
      id="webhooks"
      title="Webhooks"
      actions={
        <LinkButton to={addresses.registerWebhook()} icon="plus">
          Register webhook
        </LinkButton>
      }
    >
      <div className="stack">
        <p className="meta">
          A webhook tells another program what happened: the kind, the time and the uids, without names and content.
        </p>
        {webhooks.length === 0 && <p>No webhooks yet.</p>}
        <ul className="ruled">
          {webhooks.map((webhook) => (
            <li key={webhook.uid} className="row">
              <div>
                <p className="life-version long-word">
                  <Link to={addresses.webhook(webhook.uid)}>{webhook.url}</Link>{' '}
                  {webhook.disabled && <Tag>Turned off</Tag>}
                </p>
                <p className="meta">{webhook.kinds.join(' · ')}</p>
                <p className="meta">{standingOf(webhook)}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </WideSection>
  );
}
