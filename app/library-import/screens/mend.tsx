import { useForm } from '@conform-to/react';
import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import { addresses } from '#app/kit/addresses.ts';
import { mendFiles } from '#app/library-import/commands/mend.ts';
import { getImport } from '#app/library-import/queries/imports.ts';
import { leaveWhereOver } from '#app/library-import/screens/load-import.ts';
import { PackFields } from '#app/library-import/screens/pack-fields.tsx';
import { receivePack } from '#app/library-import/screens/receive-pack.ts';
import { copyPrepared, listPrepared } from '#app/library-import/source-pack/prepared.ts';
import { removeFiles } from '#app/library-import/source-pack/stored.ts';
import { type Messages, parseForm, redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { Actions, BackLink, Page, pageTitle, Section, TitleBlock } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Send mended files', data?.source);

export const loader = screenLoader({
  access: 'library.import',
  params: uidParams,
  async load({ ask, params, ports, viewer }) {
    const { uid, source } = await ask(getImport, { import: params.uid });
    return { uid, source, commandId: ports.newId(), folders: await listPrepared(ports, viewer.org) };
  },
});

/** Stores the files and adds them to the import; a job reads and checks the pack again. */
export const action = screenAction({
  access: 'library.import',
  params: uidParams,
  async act(page) {
    const { ports, viewer } = page;
    const { uid } = page.params;
    await page.ask(getImport, { import: uid });
    const { data, files, discard } = await receivePack(page, uid);
    const fingerprints = Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256]));
    const schema = z.object({ prepared: z.string().default('') });
    const form = parseForm(page, data, schema, { command: mendFiles, files: fingerprints });
    const isMissing = files.length === 0 && !data.get('prepared');
    const missing: Messages = isMissing ? { files: [texts.required] } : {};
    if (!form.ok || isMissing) {
      await discard();
      return form.showAgain({}, missing);
    }
    const { prepared } = form.values;
    const given = { org: viewer.org, importUid: uid, newId: () => ports.newId() };
    const copied = prepared ? await copyPrepared(ports, given, prepared) : ok([]);
    const done = copied.ok ? await form.run(mendFiles, { import: uid, files: [...files, ...copied.value] }) : copied;
    if (done.ok) return redirectTo(page, addresses.import(uid), 'The import is being previewed again.');
    await discard();
    if (copied.ok) await removeFiles(ports, viewer.org, copied.value);
    await leaveWhereOver(page, uid, done.failure);
    return form.refused(done.failure, failed.mendFiles);
  },
});

/** Sends what changed in the source: the other files of the import stay. */
export default function MendFiles() {
  const { uid, source, commandId, folders } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<{ files: string; prepared: string }>({
    id: 'mend',
    lastResult: useLastResult(answer?.lastResult),
  });
  return (
    <Page>
      <TitleBlock
        compact
        trail={<BackLink to={addresses.import(uid)}>{`Import from ${source}`}</BackLink>}
        title="Send mended files"
        facts={<span>Send only what changed. The other files stay.</span>}
      />
      <Form
        form={form}
        commandId={commandId}
        encType="multipart/form-data"
        layout="bare"
        labels={{ files: 'Files', prepared: 'Files in storage' }}
      >
        <Section
          id="pack"
          title="What is sent"
          note="A table or a file takes the place of the one with the same name. What an archive has counts first."
          narrow
        >
          <PackFields files={fields.files} prepared={fields.prepared} folders={folders} />
          <Actions>
            <LinkButton to={addresses.import(uid)}>Cancel</LinkButton>
            <SubmitButton pendingLabel="Sending…">Send and preview</SubmitButton>
          </Actions>
        </Section>
      </Form>
    </Page>
  );
}
