import type { Instant } from '#events/time.ts';
import { addresses } from '#app/kit/addresses.ts';
import type { DeliveryRow } from '#app/integrations/queries/webhooks/list.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { type Column, Register } from '#app/ui/register/register.tsx';
import { showDate, showSeconds } from '#app/ui/text/date.ts';

type DeliveryView = DeliveryRow & { webhook: string; commandId: string };

const moment = (at: Instant): string => `${showDate(at, 'UTC')} ${showSeconds(at)}`;

/** How a delivery went, in words. */
function outcomeOf({ state, status, attempts, nextAt, answeredAt, skippedBecause }: DeliveryRow): string {
  const answer = status === null ? '' : ` (${status})`;
  if (state === 'delivered') return `Delivered${answer}`;
  if (state === 'skipped') return `Skipped: ${skippedBecause}`;
  if (state === 'failed') return `Failed${answer}`;
  if (attempts === 0 || nextAt === null) return answeredAt === null ? 'Waiting' : `Failed${answer}, waiting`;
  return `Failed${answer}, next attempt ${moment(nextAt)}`;
}

const columns: readonly Column<DeliveryView>[] = [
  {
    key: 'created',
    label: 'Created (UTC)',
    place: 'lead',
    nowrap: true,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{moment(createdAt)}</time>,
  },
  { key: 'kind', label: 'Kind', rowHead: true, place: 'full', cell: ({ kind }) => kind },
  {
    key: 'position',
    label: 'Event no.',
    place: 'later',
    labelled: true,
    cell: ({ position }) => position ?? '–',
  },
  { key: 'outcome', label: 'Result', place: 'later', cell: outcomeOf },
  {
    key: 'answer',
    label: 'Answer',
    place: 'later',
    long: true,
    cell: ({ answer }) => (answer ? <span className="long-word">{answer}</span> : null),
  },
  {
    key: 'again',
    label: 'Action',
    hiddenLabel: true,
    place: 'later',
    cell: ({ webhook, uid, kind, number, state, commandId }) => (
      <div className="actions">
        <Form id={`again-${uid}`} commandId={commandId} layout="bare" showsSaved={false}>
          <input type="hidden" name="delivery" value={uid} />
          <SubmitButton kind="outline" size="small" about={`${kind}, ${number}`} pendingLabel="Sending…">
            Send again
          </SubmitButton>
        </Form>
        {state === 'waiting' && (
          <LinkButton to={addresses.skipDelivery(webhook, uid)} size="small" about={`${kind}, ${number}`}>
            Skip
          </LinkButton>
        )}
      </div>
    ),
  },
];

/** What was sent to a webhook, the latest first. */
export function DeliveryLog({
  webhook,
  deliveries,
  older,
}: {
  webhook: string;
  deliveries: readonly Omit<DeliveryView, 'webhook'>[];
  older: string | null;
}) {
  return (
    <>
      <Register
        labelledBy="deliveries"
        columns={columns}
        rows={deliveries.map((one) => ({ ...one, webhook }))}
        rowKey={({ uid }) => uid}
        empty="Nothing sent yet."
        compact
        skipTo
      />
      {older && (
        <p>
          <LinkButton to={`${addresses.webhook(webhook)}?before=${older}`}>Older deliveries</LinkButton>
        </p>
      )}
    </>
  );
}
