import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useForm } from '@conform-to/react';
import { limits } from '#events/limits.ts';
import { reviewDueAt } from '#events/document/periodic-review.ts';
import { statusLabel } from '#events/document/status.ts';
import { recordReview } from '#app/documents/commands/record-review.ts';
import { reviewForm } from '#app/documents/forms/document-decision.ts';
import { addresses } from '#app/kit/addresses.ts';
import { errorPage } from '#app/kit/errors/error-page.ts';
import { readForm, redirectTo, type Reply, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { answerOrFollow } from '#app/documents/screens/follow-document.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { getDocument } from '#app/documents/queries/get-document.ts';
import { listHistory } from '#app/documents/queries/version-history.ts';
import { pdfToTake } from '#app/documents/words/pdf-to-take.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Choices } from '#app/ui/choices/choices.tsx';
import { Overdue } from '#app/ui/docket/overdue.tsx';
import { TextArea } from '#app/ui/field/field.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Facts } from '#app/ui/page/facts.tsx';
import { Actions, Page, pageTitle, Section } from '#app/ui/page/page.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { everyDays } from '#app/ui/text/count.ts';
import { showDate } from '#app/ui/text/date.ts';
import { documentAddress } from '#app/kit/screen/document-address.ts';
import { DocumentTitle } from '#app/kit/screen/document-title.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { revalidateOnceOver as shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Periodic review', data?.document.name);

export const loader = screenLoader({
  access: 'document.manage_own',
  params: uidParams,
  async load(page) {
    const document = await page.ask(getDocument, { document: page.params.uid });
    if (!document.manages) {
      const detail = `Only ${document.owner.name}, who owns this document, or an admin can do this.`;
      throw errorPage({ code: 'not_allowed', detail });
    }
    const { effectiveVersion, latestEffectiveAt, reviewedAt, inForce } = document;
    // A retired document has no review, although a version of it was in force.
    const dueAt =
      effectiveVersion && latestEffectiveAt && reviewDueAt(latestEffectiveAt, reviewedAt, inForce.reviewInterval);
    const versions = await page.ask(listHistory, { document: document.uid });
    const inForceLine = versions.find((line) => line.version === effectiveVersion);
    return {
      document,
      pdf: inForceLine ? pdfToTake(inForceLine) : ('final' as const),
      dueAt,
      due: dueAt !== null && dueAt <= page.now,
      commandId: page.ports.newId(),
      zone: page.viewer.settings.timeZone,
    };
  },
});

export const action = screenAction({
  access: 'document.manage_own',
  params: uidParams,
  async act(page) {
    const { uid } = await page.ask(getDocument, { document: page.params.uid });
    const form = await readForm(page, reviewForm);
    const follow = (answer: Reply<object>) =>
      answerOrFollow(page, answer, failed.recordReview, uid, ({ status }) => status === 'EFFECTIVE');
    if (!form.ok) return follow(form.showAgain());
    const result = await form.run(recordReview, { ...form.values, document: uid });
    if (!result.ok) return follow(form.refused(result.failure, failed.recordReview));
    const { outcome, nextDueAt } = result.value;
    if (outcome === 'revise') {
      const words = 'The review is recorded. Send a newer version to its approvers.';
      return redirectTo(page, addresses.revise(uid), words);
    }
    const day = showDate(nextDueAt, page.viewer.settings.timeZone);
    return redirectTo(page, addresses.document(uid), `The review is recorded. The next one is due on ${day}.`);
  },
});

/** The periodic review of the version in force: no change is needed, or a revision is. */
export default function PeriodicReview() {
  const { document, pdf, dueAt, due, commandId, zone } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<{ outcome: string; comment: string }>({
    id: 'periodic-review',
    lastResult: useLastResult(answer?.lastResult),
  });
  const { uid, version, status, latestEffectiveAt, reviewedAt, training } = document;
  const inForce = status === 'EFFECTIVE';
  const interval = everyDays(document.inForce.reviewInterval);
  return (
    <Page>
      <DocumentTitle
        compact
        of={document}
        version={version}
        back={documentAddress(document)}
        backLabel={document.name}
        title="Periodic review"
        facts={<Status status={status} trainingRate={training.labelRate} stamp />}
      />
      <Section
        id="in-force"
        title={document.effectiveVersion ? `Version ${document.effectiveVersion}` : 'No version in force'}
        note={
          document.effectiveVersion &&
          `Read the version in force and compare it with how the work is done. ${interval}.`
        }
        narrow
      >
        <Facts
          facts={[
            { name: 'Owner', value: document.owner.name },
            { name: 'Effective', value: latestEffectiveAt ? showDate(latestEffectiveAt, zone) : 'Not effective' },
            { name: 'Last reviewed', value: reviewedAt ? showDate(reviewedAt, zone) : 'Never' },
            {
              name: 'Review due',
              value: dueAt ? due ? <Overdue>{showDate(dueAt, zone)}</Overdue> : showDate(dueAt, zone) : 'Not due',
            },
          ]}
        />
        {inForce ? (
          <Actions>
            <LinkButton to={addresses.file(uid, version, pdf, 'effective')} download icon="download">
              Download PDF
            </LinkButton>
          </Actions>
        ) : (
          <Notice icon="lock">
            <p>
              This document is currently {statusLabel(status, training.labelRate)}. A periodic review can be recorded
              only while it is Effective and no newer version is on its way.
            </p>
          </Notice>
        )}
      </Section>
      {inForce && (
        <Section id="outcome" title="Outcome" note="The audit trail shows it with your name and the time." narrow>
          <Form
            form={form}
            commandId={commandId}
            expectedVersion={document.streamVersion}
            labels={{ outcome: 'Outcome', comment: 'Reason' }}
          >
            <Choices
              single
              field={fields.outcome}
              legend="Outcome"
              choices={[
                { value: 'no_change_needed', label: 'No change is needed', note: 'the version stays in force' },
                { value: 'revise', label: 'A revision is needed', note: 'continue to the revision' },
              ]}
            />
            <TextArea
              field={fields.comment}
              label="Reason"
              hint="Why no change is needed. Optional for a revision. Up to 1000 characters."
              maxLength={limits.reason}
            />
            <Actions>
              <LinkButton to={addresses.document(uid)}>Cancel</LinkButton>
              <SubmitButton icon="book-open" pendingLabel="Recording…">
                Record review
              </SubmitButton>
            </Actions>
          </Form>
        </Section>
      )}
    </Page>
  );
}
