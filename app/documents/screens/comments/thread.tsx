import { useForm } from '@conform-to/react';
import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { limits } from '#events/limits.ts';
import { answerComment, resolveComment } from '#app/documents/commands/comment.ts';
import { addresses } from '#app/kit/addresses.ts';
import { threadForm } from '#app/documents/forms/change-request.ts';
import { commentsOfVersion, getComment } from '#app/documents/queries/comments.ts';
import { getFile } from '#app/documents/queries/file.ts';
import { DocumentTitle } from '#app/kit/screen/document-title.tsx';
import { readForm, redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { Choices } from '#app/ui/choices/choices.tsx';
import { TextArea } from '#app/ui/field/field.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { FormGone } from '#app/ui/form/form-gone.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Actions, Page, pageTitle, Section } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';
import { CommentText } from './comment-list.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Comment', data?.document.name);

export const loader = screenLoader({
  access: 'document.view_working',
  params: uidParams,
  async load({ ask, params, ports }) {
    const comment = await ask(getComment, { comment: params.uid });
    const of = { document: comment.document, version: comment.version };
    const { document } = await ask(getFile, { ...of, kind: 'final' });
    const { mayComment } = await ask(commentsOfVersion, { ...of, version: comment.reviewed });
    return { comment, document, mayComment, commandId: ports.newId() };
  },
});

export const action = screenAction({
  access: 'approval.sign',
  params: uidParams,
  async act(page) {
    const { uid: comment } = page.params;
    const { document, version, page: at } = await page.ask(getComment, { comment });
    const form = await readForm(page, threadForm, { command: answerComment });
    if (!form.ok) return form.showAgain();
    const { act, text } = form.values;
    const result =
      act === 'answer'
        ? await form.run(answerComment, { comment, text })
        : await form.run(resolveComment, { comment, how: text });
    if (!result.ok) return form.refused(atText(result.failure), failed.comment);
    const words = act === 'answer' ? 'The answer is saved.' : 'The comment is resolved.';
    return redirectTo(page, addresses.readVersion(document, version, at), words);
  },
});

/** The form has one text for both acts. */
const atText = <F extends { fields?: Record<string, string[]> }>(failure: F): F => {
  const { how, ...fields } = failure.fields ?? {};
  return how ? { ...failure, fields: { ...fields, text: how } } : failure;
};

/** One comment with its answers; in review it is answered and resolved here. */
export default function Thread() {
  const { comment, document, mayComment, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<{ act: string; text: string }>({
    id: 'thread',
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { act: 'answer' },
  });
  const { document: uid, version, page, resolvedAt } = comment;
  return (
    <Page>
      {(resolvedAt || !mayComment) && <FormGone answer={answer} text="text" />}
      <DocumentTitle
        compact
        of={document}
        version={version}
        back={addresses.readVersion(uid, version, page)}
        backLabel={`Version ${version}`}
        title={`Comment on page ${page}`}
        facts={<span>{resolvedAt ? 'Resolved' : 'Open'}</span>}
      />
      <Section id="thread-comment" title="Comment" narrow>
        <CommentText comment={comment} page={(one) => addresses.readVersion(uid, version, one)} />
      </Section>
      {!resolvedAt && !mayComment && (
        <Notice icon="lock">
          Only approvers and owner answer and resolve comments, while the version is in review.
        </Notice>
      )}
      {!resolvedAt && mayComment && (
        <Section id="thread-act" title="Answer or resolve" narrow>
          <Form form={form} commandId={commandId} labels={{ act: 'What you do', text: 'Text' }}>
            <Choices
              single
              field={fields.act}
              legend="What you do"
              choices={[
                { value: 'answer', label: 'Answer', note: 'the comment stays open' },
                { value: 'resolve', label: 'Resolve', note: 'say how; it no longer blocks an approval' },
              ]}
            />
            <TextArea
              field={fields.text}
              label="Text"
              hint="Your answer, or how it is resolved. Up to 1000 characters."
              maxLength={limits.reason}
              required
            />
            <Actions>
              <SubmitButton icon="send" pendingLabel="Saving…">
                Save
              </SubmitButton>
            </Actions>
          </Form>
        </Section>
      )}
    </Page>
  );
}
