import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { addMs, isAfter } from '#events/time.ts';
import { addresses } from '#app/kit/addresses.ts';
import { sendDeliveryAgain, testWebhook } from '#app/integrations/commands/webhooks/send.ts';
import { getWebhook, listDeliveries } from '#app/integrations/queries/webhooks/list.ts';
import { DeliveryLog } from '#app/integrations/screens/webhooks/delivery-log.tsx';
import { standingOf } from '#app/integrations/screens/webhooks/standing.ts';
import { toast } from '#app/kit/cookies/toast.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { readForm, redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Facts } from '#app/ui/page/facts.tsx';
import { BackLink, Page, PageHead, pageTitle, Section, WideSection } from '#app/ui/page/page.tsx';
import { showMoment } from '#app/ui/text/date.ts';
import { disabledWords } from '#app/integrations/words/webhooks.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Webhook', data?.webhook.url);

/** For so long the former secret signs too. */
const overlap = 24 * 3_600_000;

export const loader = screenLoader({
  access: 'webhook.manage',
  params: uidParams,
  search: z.object({
    before: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional()
      .catch(undefined),
  }),
  async load({ ask, params: { uid: webhook }, search: { before }, ports, now }) {
    const found = await ask(getWebhook, { webhook });
    const { deliveries, older } = await ask(listDeliveries, { webhook, before });
    const { rotatedAt } = found;
    const until = rotatedAt === null ? null : addMs(rotatedAt, overlap);
    return {
      webhook: found,
      bothSecretsUntil: until !== null && isAfter(until, now) ? until : null,
      deliveries: deliveries.map((one) => ({ ...one, commandId: ports.newId() })),
      older,
      commandId: ports.newId(),
    };
  },
});

const sent = z.object({ delivery: z.string().optional() });

export const action = screenAction({
  access: 'webhook.manage',
  params: uidParams,
  async act(page) {
    const { uid: webhook } = page.params;
    const back = addresses.webhook(webhook);
    const form = await readForm(page, sent, { command: testWebhook });
    if (!form.ok) return form.showAgain();
    const { delivery } = form.values;
    const result = delivery
      ? await form.run(sendDeliveryAgain, { webhook, delivery })
      : await form.run(testWebhook, { webhook });
    if (!result.ok) return redirectTo(page, back, toast('error', problemOf(result.failure).title));
    return redirectTo(page, back, delivery ? 'The delivery is sent again.' : 'A test is sent.');
  },
});

/** A webhook with what was sent to it. */
export default function Webhook() {
  const { webhook, bothSecretsUntil, deliveries, older, commandId } = useLoaderData<typeof loader>();
  const { uid, url, kinds, disabled, registeredAt } = webhook;
  return (
    <Page>
      <BackLink to={addresses.settingsApi()}>API</BackLink>
      <PageHead
        title="Webhook"
        lede={<span className="long-word">{url}</span>}
        actions={
          <>
            <LinkButton to={addresses.webhookAct(uid, 'change')} icon="pencil">
              Change
            </LinkButton>
            <LinkButton to={addresses.webhookAct(uid, 'rotate')} icon="rotate-ccw">
              Rotate secret
            </LinkButton>
            <LinkButton to={addresses.webhookAct(uid, 'remove')} icon="x">
              Remove
            </LinkButton>
          </>
        }
      />
      {disabled && (
        <Notice kind="stop">
          <p>
            Turned off {showMoment(disabled.at)}. {disabledWords[disabled.because]}. Nothing is lost: what happened
            since is sent once it is turned on.
          </p>
          <p>
            <LinkButton to={addresses.webhookAct(uid, 'enable')} size="small">
              Turn on
            </LinkButton>
          </p>
        </Notice>
      )}
      <Section id="about" title="About" first>
        <Facts
          facts={[
            { name: 'Kinds', value: kinds.join(', ') },
            { name: 'Registered', value: showMoment(registeredAt) },
            { name: 'Deliveries', value: standingOf(webhook) },
            ...(bothSecretsUntil
              ? [
                  {
                    name: 'Secrets',
                    value: `Both the new and the former one sign until ${showMoment(bothSecretsUntil)}`,
                  },
                ]
              : []),
          ]}
        />
      </Section>
      <WideSection
        id="deliveries"
        title="Deliveries"
        actions={
          <Form id="test" commandId={commandId} layout="bare" showsSaved={false}>
            <SubmitButton kind="outline" pendingLabel="Sending…">
              Send test
            </SubmitButton>
          </Form>
        }
      >
        <div className="stack">
          <p className="meta">
            Of the last 30 days. A failed delivery is tried again for three days, before any later one. Skip one that
            can never be delivered.
          </p>
          <DeliveryLog webhook={uid} deliveries={deliveries} older={older} />
        </div>
      </WideSection>
    </Page>
  );
}
