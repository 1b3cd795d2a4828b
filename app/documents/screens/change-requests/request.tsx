import { useForm } from '@conform-to/react';
import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { limits } from '#events/limits.ts';
import { urgencies } from '#events/request/kinds.ts';
import { requestChange } from '#app/documents/commands/change-requests/request.ts';
import { addresses } from '#app/kit/addresses.ts';
import { requestForm } from '#app/documents/forms/change-request.ts';
import { fileRequest, getFile } from '#app/documents/queries/file.ts';
import { DocumentTitle } from '#app/kit/screen/document-title.tsx';
import { parseForm, redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { acceptAttribute } from '#app/adapters/storage/content/formats.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { fieldWith, SelectField, TextArea, TextField } from '#app/ui/field/field.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { Actions, Page, pageTitle, Section } from '#app/ui/page/page.tsx';
import { Upload } from '#app/ui/upload/upload.tsx';
import { urgencyWords } from '#app/documents/words/change-requests.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { sayWhereEmailGoes } from '#app/kit/words/outbox.ts';
import { receiveRequest } from '#app/documents/screens/change-requests/receive-request.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Request a change', data?.document.name);

const params = uidParams.extend(fileRequest.pick({ version: true }).shape);

export const loader = screenLoader({
  access: 'change.request',
  params,
  search: z.object({
    page: z
      .string()
      .regex(/^\d{1,5}$/)
      .optional()
      .catch(undefined),
  }),
  async load(page) {
    const { uid, version } = page.params;
    const { document } = await page.ask(getFile, { document: uid, version, kind: 'final' });
    return {
      uid,
      version,
      document,
      at: page.search.page,
      commandId: page.ports.newId(),
      request: crypto.randomUUID(),
      accept: `.pdf,${acceptAttribute('working')}`,
    };
  },
});

export const action = screenAction({
  access: 'change.request',
  params,
  async act(page) {
    const { uid: document, version } = page.params;
    const { data, held, problems } = await receiveRequest(page);
    const files = { attachment: held?.sha256 ?? '' };
    const form = parseForm(page, data, requestForm, { command: requestChange, files });
    if (!form.ok || Object.keys(problems).length > 0) return form.showAgain({ held }, problems);
    const result = await form.run(requestChange, { ...form.values, document, version });
    if (!result.ok) return form.refused(result.failure, failed.requestChange, { held });
    return redirectTo(
      page,
      addresses.changeRequest(result.value.request),
      sayWhereEmailGoes('The owner of the document gets an email.', page.ports),
    );
  },
});

const labels = { page: 'Page', words: 'Words of the document', text: 'What should change', attachment: 'Attachment' };

/** The form with which a reader asks for a change of a version. */
export default function RequestChange() {
  const { uid, version, document, at, commandId, request, accept } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<Record<keyof z.input<typeof requestForm>, string>>({
    id: 'request-change',
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { urgency: 'normal', page: at ?? '', request },
  });
  return (
    <Page>
      <DocumentTitle
        compact
        of={document}
        version={version}
        back={addresses.document(uid)}
        backLabel={document.name}
        title="Request a change"
        facts={<span>The owner of the document decides, and you get an email.</span>}
      />
      <Form form={form} commandId={commandId} encType="multipart/form-data" layout="bare" labels={labels}>
        <input type="hidden" name="request" value={fields.request.defaultValue} />
        <Section id="what" title="Change" note="Say what is wrong or missing, and what it should say." narrow>
          <TextArea
            field={fields.text}
            label="What should change"
            hint="Up to 1000 characters."
            maxLength={limits.reason}
            required
          />
          <SelectField
            field={fields.urgency}
            label="Urgency"
            options={urgencies.map((value) => ({ value, label: urgencyWords[value] }))}
          />
        </Section>
        <Section id="where" title="Where" note="Leave both empty for the whole document." narrow>
          <TextField field={fields.page} label="Page" inputMode="numeric" autoComplete="off" short />
          <TextArea
            field={fields.words}
            label="Words of the document"
            hint="As they are written there. Up to 500 characters."
            maxLength={limits.quotedWords}
          />
        </Section>
        <Section id="attachment-section" title="Attachment" note="A marked-up copy or a draft, if you have one." narrow>
          <Upload
            field={fieldWith(fields.attachment, { name: 'attachmentFile' })}
            keyName="attachmentKey"
            label="Attachment"
            hint="PDF, Word, PowerPoint, Excel, OpenDocument, Pages, Keynote or Numbers"
            accept={accept}
            stored={answer?.held}
          />
          <Actions>
            <LinkButton to={addresses.document(uid)}>Cancel</LinkButton>
            <SubmitButton icon="send" pendingLabel="Sending…">
              Request change
            </SubmitButton>
          </Actions>
        </Section>
      </Form>
    </Page>
  );
}
