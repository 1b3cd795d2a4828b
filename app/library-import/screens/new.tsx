import { useForm } from '@conform-to/react';
import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { isBlank } from '#events/text.ts';
import { texts } from '#events/texts.ts';
import { addresses } from '#app/kit/addresses.ts';
import { beginImport } from '#app/library-import/commands/begin.ts';
import { packColumns, packTables } from '#app/library-import/source-pack/columns.ts';
import { copyPrepared, listPrepared } from '#app/library-import/source-pack/prepared.ts';
import { removeFiles } from '#app/library-import/source-pack/stored.ts';
import { type Messages, parseForm, redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { PackFields } from '#app/library-import/screens/pack-fields.tsx';
import { receivePack } from '#app/library-import/screens/receive-pack.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { fieldWith, ReasonField, TextField, type WithReason } from '#app/ui/field/field.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { Actions, BackLink, Page, PageHead, Section } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta: MetaFunction = () => [{ title: 'New import - Imprimatur' }];

const schema = z.object({
  source: z.string({ error: texts.required }).refine((source) => !isBlank(source), texts.required),
  prepared: z.string().default(''),
});

export const loader = screenLoader({
  access: 'library.import',
  load: async ({ ports, viewer }) => ({
    commandId: ports.newId(),
    tables: packTables.map((name) => ({ name, columns: packColumns[name].join(', ') })),
    prepared: await listPrepared(ports, viewer.org),
  }),
});

/** Stores the pack and begins its import; a job reads and checks it. */
export const action = screenAction({
  access: 'library.import',
  async act(page) {
    const { ports, viewer } = page;
    const { data, files, discard, import: uid } = await receivePack(page);
    const fingerprints = Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256]));
    const form = parseForm(page, data, schema, { command: beginImport, files: fingerprints });
    const isMissing = files.length === 0 && !data.get('prepared');
    const missing: Messages = isMissing ? { files: [texts.required] } : {};
    if (!form.ok || isMissing) {
      await discard();
      return form.showAgain({}, missing);
    }
    const { prepared, ...values } = form.values;
    const given = { org: viewer.org, importUid: uid, newId: () => ports.newId() };
    const copied = prepared ? await copyPrepared(ports, given, prepared) : ok([]);
    const begun = copied.ok
      ? await form.run(beginImport, { ...values, import: uid, files: [...files, ...copied.value] })
      : copied;
    if (begun.ok) return redirectTo(page, addresses.import(begun.value.import));
    await discard();
    if (copied.ok) await removeFiles(ports, viewer.org, copied.value);
    return form.refused(begun.failure, failed.beginImport);
  },
});

/** A new import: what it comes from and why, the tables to fill in, and the files. */
export default function NewImport() {
  const { commandId, tables, prepared } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<WithReason<{ source: string; files: string; prepared: string }>>({
    id: 'import',
    lastResult: useLastResult(answer?.lastResult),
  });
  return (
    <Page>
      <BackLink to={addresses.imports()}>Imports</BackLink>
      <PageHead title="New import" lede="Nothing is recorded in documents before two people have signed." />
      <Section
        id="tables"
        title="Tables"
        note="One workbook with a sheet for each table, or a CSV file for each. Documents and versions are needed."
        first
      >
        <div className="stack">
          <Actions>
            <LinkButton to={addresses.importTemplate('library.xlsx')} download icon="download">
              Workbook to fill in, XLSX
            </LinkButton>
          </Actions>
          <ul className="ruled">
            {tables.map(({ name, columns }) => (
              <li key={name}>
                <p className="life-version">
                  <Link to={addresses.importTemplate(`${name}.csv`)} reloadDocument download>
                    {name}.csv
                  </Link>
                </p>
                <p className="meta">{columns}</p>
              </li>
            ))}
          </ul>
        </div>
      </Section>
      <Form
        form={form}
        commandId={commandId}
        encType="multipart/form-data"
        layout="bare"
        labels={{ source: 'Source', reason: 'Reason for change', files: 'Files', prepared: 'Files in storage' }}
      >
        <Section id="about" title="Where it comes from" narrow>
          <TextField
            field={fieldWith(fields.source, { required: true })}
            label="Source"
            hint="The system that the library comes from, for example QDoc 4"
            maxLength={80}
            autoComplete="off"
          />
          <ReasonField field={fields.reason} always />
        </Section>
        <Section
          id="pack"
          title="What is sent"
          note="Every file that a row names, and no other. Large packs take a while."
          narrow
        >
          <PackFields files={fields.files} prepared={fields.prepared} folders={prepared} />
          <Actions>
            <LinkButton to={addresses.imports()}>Cancel</LinkButton>
            <SubmitButton pendingLabel="Sending…">Send and preview</SubmitButton>
          </Actions>
        </Section>
      </Form>
    </Page>
  );
}
