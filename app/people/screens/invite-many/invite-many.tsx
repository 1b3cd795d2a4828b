import { useForm } from '@conform-to/react';
import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { createDepartments } from '#app/organisation/commands/save-department.ts';
import { inviteMany } from '#app/people/commands/invite-many.ts';
import { addresses } from '#app/kit/addresses.ts';
import { listText } from '#app/people/screens/invite-many/list.ts';
import { peopleOf, Preview, type ListPreview } from '#app/people/screens/invite-many/preview.tsx';
import { addRefusals, isClean, readList } from '#app/people/screens/invite-many/read-list.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { parseForm, redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { fieldWith, TextArea } from '#app/ui/field/field.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { Actions, BackLink, Page, PageHead, Section } from '#app/ui/page/page.tsx';
import { failed, reasonAtForm, refusalWords } from '#app/kit/words/refusals.ts';
import { sayWhereEmailGoes } from '#app/kit/words/outbox.ts';
import '#app/ui/upload/upload.css';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Invite many - Imprimatur' }];

export const loader = screenLoader({
  access: 'user.invite',
  load: ({ ports }) => Promise.resolve({ commandId: ports.newId() }),
});

const acts = ['preview', 'departments', 'invite'] as const;
const schema = z.object({ list: z.string().default(''), act: z.enum(acts).default('preview') });

/** The answer while there is nothing to show a preview of. */
const none: { preview: ListPreview | null } = { preview: null };

export const action = screenAction({
  access: 'user.invite',
  async act(page) {
    const sent = await page.request.formData();
    const file = sent.get('file');
    sent.delete('file');
    const form = parseForm(page, sent, schema, { command: inviteMany });
    if (!form.ok) return form.showAgain(none);
    const { list, act } = form.values;
    const bytes = file instanceof File && file.size > 0 ? await file.bytes() : Buffer.from(list, 'utf8');
    let read = await readList(page, bytes);
    if (typeof read === 'string') return form.showAgain(none, { list: [read] });
    const invites = act === 'invite' && isClean(read);
    const creates = act === 'departments' && read.unknown.length > 0;
    // Before any preview: the same form sent twice gets the first answer, though its people are invited by now.
    const invited = invites ? await form.run(inviteMany, read.invitations) : null;
    if (invited?.ok)
      return redirectTo(
        page,
        addresses.team(),
        sayWhereEmailGoes(`You successfully invited ${peopleOf(invited.value.invited)}`, page.ports),
      );
    const created = creates ? await form.run(createDepartments, { names: read.unknown }) : null;
    if (created?.ok) read = await readList(page, bytes);
    if (typeof read === 'string') return form.showAgain(none, { list: [read] });
    const refusal = await addRefusals(page, read);
    if (refusal) return form.showAgain(none, { list: [refusal] });
    const { people, unknown } = read;
    const preview: ListPreview = {
      people,
      unknown,
      fits: isClean(read),
      text: listText(people),
      commandId: page.ports.newId(),
    };
    const failure = invited?.failure ?? (created?.ok === false ? created.failure : null);
    if (!failure) return form.showAgain({ preview }, {}, act === 'invite' ? 422 : 200);
    const failedAct = invited ? failed.inviteMany : failed.createDepartments;
    const problem = problemOf(failure);
    if (!problem.field && Object.keys(problem.errors).length === 0)
      return form.refused(failure, failedAct, { preview });
    // The refusal names a field of one person, which this form does not have.
    const words = refusalWords(reasonAtForm(problem), problem.code, failedAct);
    return form.showAgain({ preview }, { list: [words] }, problem.status);
  },
});

const hint =
  'Columns: First name, Last name, Email, Role, Departments. Put a semicolon between two departments. ' +
  'Without a role a person is an Employee.';

/** Invites the people of a spreadsheet: a preview names each problem by its row, then all are invited or nobody. */
export default function InviteMany() {
  const { commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const preview = answer?.preview ?? null;
  const [form, fields] = useForm<z.input<typeof schema>>({ id: 'list', lastResult: useLastResult(answer?.lastResult) });
  const list = preview ? fieldWith(fields.list, { defaultValue: preview.text }) : fields.list;
  return (
    <Page>
      <BackLink to={addresses.team()}>Team members</BackLink>
      <PageHead title="Invite many" lede="Nobody is invited before you have seen the list." />
      {preview && <Preview {...preview} />}
      {/* After a preview the text is the list that was read, to mend it. */}
      <Form key={preview?.commandId} form={form} commandId={commandId} layout="bare" encType="multipart/form-data">
        <Section id="people" title="People" narrow first={!preview}>
          <TextArea field={list} label="Paste from a spreadsheet" hint={hint} rows={8} spellCheck={false} />
          <div className="field upload">
            <label htmlFor="file">Or choose a file</label>
            <span className="hint" id="file-hint">
              CSV or XLSX, at most 500 people
            </span>
            <input type="file" id="file" name="file" accept=".csv,.tsv,.txt,.xlsx" aria-describedby="file-hint" />
          </div>
          <Actions>
            <SubmitButton kind={preview?.fits ? 'plain' : 'solid'} pendingLabel="Reading…">
              Preview
            </SubmitButton>
          </Actions>
        </Section>
      </Form>
    </Page>
  );
}
