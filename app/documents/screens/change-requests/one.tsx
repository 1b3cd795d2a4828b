import { useForm } from '@conform-to/react';
import type { MetaArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { limits } from '#events/limits.ts';
import { decideRequest } from '#app/documents/commands/change-requests/decide.ts';
import { addresses } from '#app/kit/addresses.ts';
import { requestDecisionForm } from '#app/documents/forms/change-request.ts';
import { getRequest } from '#app/documents/queries/change-requests/requests.ts';
import { DocumentTitle } from '#app/kit/screen/document-title.tsx';
import { readForm, redirectTo, screenAction, uidParams } from '#app/kit/screen/screen.ts';
import { pastLoader } from '#app/kit/screen/past-loader.ts';
import { AsOfControl, usePast } from '#app/ui/as-of/as-of.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Choices } from '#app/ui/choices/choices.tsx';
import { TextArea } from '#app/ui/field/field.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { FormGone } from '#app/ui/form/form-gone.tsx';
import { Facts } from '#app/ui/page/facts.tsx';
import { Actions, Page, pageTitle, Section } from '#app/ui/page/page.tsx';
import { showMoment } from '#app/ui/text/date.ts';
import { requestStatusWords, urgencyWords } from '#app/documents/words/change-requests.ts';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Change request', data?.request.name);

export const loader = pastLoader({
  access: 'change.request',
  looksBack: 'audit.view',
  params: uidParams,
  load: async ({ ask, params, ports, asof }) => ({
    request: await ask(getRequest, { request: params.uid }),
    commandId: ports.newId(),
    // Of the past nobody decides anything.
    decides: asof === undefined,
  }),
});

const words = {
  accept: 'The request is accepted. Its author gets an email.',
  decline: 'The request is declined. Its author gets an email.',
};

export const action = screenAction({
  access: 'document.manage_own',
  params: uidParams,
  async act(page) {
    await page.ask(getRequest, { request: page.params.uid });
    const form = await readForm(page, requestDecisionForm, { command: decideRequest });
    if (!form.ok) return form.showAgain();
    const result = await form.run(decideRequest, { ...form.values, request: page.params.uid });
    if (!result.ok) return form.refused(result.failure, failed.decideRequest);
    return redirectTo(page, addresses.documentRequests(result.value.document), words[form.values.decision]);
  },
});

type RequestView = ReturnType<typeof useLoaderData<typeof loader>>['request'];

/** The version that the request is about, and the one that is in force since. */
function versionWords({ version, effectiveVersion }: RequestView): string {
  return effectiveVersion === null || effectiveVersion === version
    ? version
    : `${version}. Version ${effectiveVersion} is in force now.`;
}

/** One change request, and the owner's decision. */
export default function OneRequest() {
  const { request, commandId, decides } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { page, words: quoted, attachment, decidedAt, reason } = request;
  return (
    <Page>
      {!request.decides && <FormGone answer={answer} text="reason" />}
      <DocumentTitle
        compact
        of={request}
        version={request.version}
        back={addresses.documentRequests(request.document, usePast())}
        backLabel="Change requests"
        title={`Change request: ${request.name}`}
        facts={<span>{requestStatusWords(request)}</span>}
        aside={<AsOfControl />}
      />
      <Section id="request" title="Request" narrow>
        <blockquote className="viewer-text">{request.text}</blockquote>
        <Facts
          facts={[
            { name: 'From', value: `${request.author}, ${showMoment(request.requestedAt)}` },
            { name: 'Version', value: versionWords(request) },
            ...(page === null
              ? [{ name: 'Place', value: 'The whole document' }]
              : [
                  {
                    name: 'Page',
                    value: <Link to={addresses.readVersion(request.document, request.version, page)}>Page {page}</Link>,
                  },
                ]),
            ...(quoted ? [{ name: 'Words', value: `“${quoted}”` }] : []),
            { name: 'Urgency', value: urgencyWords[request.urgency] },
            { name: 'Owner', value: request.owner },
          ]}
        />
        {attachment && (
          <Actions>
            <LinkButton to={addresses.requestAttachment(request.uid)} download icon="download" about={attachment.name}>
              Download attachment
            </LinkButton>
          </Actions>
        )}
      </Section>
      {decidedAt && (
        <Section id="decided" title={requestStatusWords(request)} narrow>
          <p>
            {request.decidedBy}, {showMoment(decidedAt)}.
          </p>
          {reason && <blockquote>{reason}</blockquote>}
          {request.carriedOutAt && (
            <p>
              Version {request.carriedOutVersion} carries it out, effective since {showMoment(request.carriedOutAt)}.
            </p>
          )}
        </Section>
      )}
      {decides && request.decides && <Decide request={request} commandId={commandId} />}
    </Page>
  );
}

function Decide({ request, commandId }: { request: RequestView; commandId: string }) {
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<{ decision: string; reason: string }>({
    id: 'decide-request',
    lastResult: useLastResult(answer?.lastResult),
  });
  const open = request.status === 'OPEN';
  const choices = [
    { value: 'accept', label: 'Accept', note: 'a revision can name the request, and carries it out' },
    { value: 'decline', label: 'Decline', note: 'with a reason, which its author reads' },
  ];
  return (
    <Section
      id="decide"
      title="Decision"
      note={
        open ? 'The audit trail shows it with your name and the time.' : 'It is accepted, and can still be declined.'
      }
      narrow
    >
      <Form
        form={form}
        commandId={commandId}
        expectedVersion={request.streamVersion}
        labels={{ decision: 'Decision', reason: 'Reason' }}
      >
        <Choices single field={fields.decision} legend="Decision" choices={open ? choices : choices.slice(1)} />
        <TextArea
          field={fields.reason}
          label="Reason"
          hint="Required where you decline. Up to 1000 characters."
          maxLength={limits.reason}
        />
        <Actions>
          <SubmitButton icon="check" pendingLabel="Recording…">
            Record decision
          </SubmitButton>
        </Actions>
      </Form>
    </Section>
  );
}
