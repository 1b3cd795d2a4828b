import type { MetaArgs } from '@remix-run/node';
import { useForm } from '@conform-to/react';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { addresses } from '#app/kit/addresses.ts';
import { acceptExceptions } from '#app/library-import/commands/mend.ts';
import { getImport } from '#app/library-import/queries/imports.ts';
import { leaveWhereOver } from '#app/library-import/screens/load-import.ts';
import { isAcceptable } from '#app/library-import/source-pack/columns.ts';
import { readPlan } from '#app/library-import/source-pack/stored.ts';
import { readForm, redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { FieldErrors, ReasonField, type WithReason } from '#app/ui/field/field.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { Actions, BackLink, Page, pageTitle, Section, TitleBlock } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Accept exceptions', data?.source);

export const loader = screenLoader({
  access: 'library.import',
  params: uidParams,
  async load(page) {
    const { uid } = page.params;
    const { source, status, plan } = await page.ask(getImport, { import: uid });
    const problems = status === 'PREVIEWED' && plan ? (await readPlan(page.ports, page.viewer.org, plan)).problems : [];
    const open = problems.flatMap((one, at) =>
      isAcceptable(one) ? [{ at, says: one.says, place: `${one.table}, row ${one.row}` }] : [],
    );
    if (!plan || open.length === 0) return redirectTo(page, addresses.import(uid));
    return { uid, source, open, plan: plan.sha256, commandId: page.ports.newId() };
  },
});

/** Accepts the chosen exceptions, for a reason; the pack is read and checked again. */
export const action = screenAction({
  access: 'library.import',
  params: uidParams,
  async act(page) {
    const { uid } = page.params;
    await page.ask(getImport, { import: uid });
    const form = await readForm(page, z.object({ plan: z.string().default('') }), { command: acceptExceptions });
    if (!form.ok) return form.showAgain();
    const exceptions = form.data.getAll('exceptions').map(Number);
    const done = await form.run(acceptExceptions, { ...form.values, import: uid, exceptions });
    if (!done.ok) {
      await leaveWhereOver(page, uid, done.failure);
      return form.refused(done.failure, failed.acceptExceptions);
    }
    return redirectTo(page, addresses.import(uid), 'The exceptions are accepted. The import is being previewed again.');
  },
});

/** What may be so after all, each to be accepted by name. */
export default function AcceptExceptions() {
  const { uid, source, open, plan, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<WithReason<{ exceptions: string }>>({
    id: 'exceptions',
    lastResult: useLastResult(answer?.lastResult),
  });
  const chosen = [answer?.lastResult.initialValue?.exceptions].flat();
  return (
    <Page>
      <TitleBlock
        compact
        trail={<BackLink to={addresses.import(uid)}>{`Import from ${source}`}</BackLink>}
        title="Accept exceptions"
        facts={<span>What you accept is imported as it is. The report names it, with you and your reason.</span>}
      />
      <Form
        form={form}
        commandId={commandId}
        layout="bare"
        labels={{ exceptions: 'Exceptions', reason: 'Reason for change' }}
      >
        <Section id="open" title="Exceptions" narrow>
          <input type="hidden" name="plan" value={plan} />
          <fieldset className="field" aria-describedby={fields.exceptions.descriptionId}>
            <legend>I accept</legend>
            {open.map(({ at, says, place }) => (
              <label key={at} className="check">
                <input type="checkbox" name="exceptions" value={at} defaultChecked={chosen.includes(String(at))} />
                <span>
                  {says} <span className="meta">{place}</span>
                </span>
              </label>
            ))}
            <FieldErrors field={fields.exceptions} />
          </fieldset>
          <ReasonField field={fields.reason} always />
          <Actions>
            <LinkButton to={addresses.import(uid)}>Cancel</LinkButton>
            <SubmitButton pendingLabel="Saving…">Accept as exceptions</SubmitButton>
          </Actions>
        </Section>
      </Form>
    </Page>
  );
}
