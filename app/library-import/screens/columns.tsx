import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { addresses } from '#app/kit/addresses.ts';
import { mapColumns } from '#app/library-import/commands/begin.ts';
import { packColumns, packTables, type PackTable } from '#app/library-import/source-pack/columns.ts';
import { headOf } from '#app/library-import/source-pack/read-pack.ts';
import { readTables } from '#app/library-import/source-pack/pack-files.ts';
import { getImport } from '#app/library-import/queries/imports.ts';
import { leaveWhereOver } from '#app/library-import/screens/load-import.ts';
import {
  type Page as ScreenPage,
  readForm,
  redirectTo,
  screenAction,
  screenLoader,
  uidParams,
} from '#app/kit/screen/screen.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { plainField, SelectField } from '#app/ui/field/field.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { Actions, BackLink, Page, pageTitle, TitleBlock, WideSection } from '#app/ui/page/page.tsx';
import { ScrollRegion } from '#app/ui/scroll/scroll-region.tsx';
import { failed } from '#app/kit/words/refusals.ts';
import './import.css';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Choose columns', data?.source);

/** Rows of the preview. */
const mostShown = 20;

const fieldOf = (table: PackTable, column: string): string => `${table}-${column.replaceAll(' ', '-')}`;
const capital = (text: string): string => (text === 'pdf' ? 'PDF' : text.charAt(0).toUpperCase() + text.slice(1));

/** The tables of the pack with their heads, what stands for each column, and the first rows. */
async function tablesOf(page: ScreenPage, uid: string) {
  const { source, status, files, columns } = await page.ask(getImport, { import: uid });
  if (status !== 'BEGUN' && status !== 'PREVIEWED') return redirectTo(page, addresses.import(uid));
  const { sheets } = await readTables(page.ports, page.viewer.org, files);
  const tables = packTables.flatMap((name) => {
    const sheet = sheets.get(name);
    if (!sheet?.ok || !sheet.rows[0]) return [];
    const heads = sheet.rows[0].cells;
    const standsFor = (column: string): string =>
      heads.find((head) => headOf(head) === headOf(columns[name]?.[column] ?? column)) ?? '';
    return {
      name,
      heads,
      columns: packColumns[name].map((column) => ({ column, head: standsFor(column) })),
      rows: sheet.rows.slice(1, mostShown + 1).map(({ number, cells }) => ({ number, cells })),
    };
  });
  return { source, tables };
}

export const loader = screenLoader({
  access: 'library.import',
  params: uidParams,
  async load(page) {
    const { uid } = page.params;
    return { uid, commandId: page.ports.newId(), ...(await tablesOf(page, uid)) };
  },
});

export const action = screenAction({
  access: 'library.import',
  params: uidParams,
  async act(page) {
    const { uid } = page.params;
    const form = await readForm(page, z.object({}), { command: mapColumns });
    if (!form.ok) return form.showAgain();
    const chosen = (table: PackTable) =>
      packColumns[table].flatMap((column): [string, string][] => {
        const head = form.data.get(fieldOf(table, column));
        return typeof head === 'string' ? [[column, head]] : [];
      });
    const columns = Object.fromEntries(
      packTables.flatMap((table) => (chosen(table).length > 0 ? [[table, Object.fromEntries(chosen(table))]] : [])),
    );
    const done = await form.run(mapColumns, { import: uid, columns });
    if (!done.ok) {
      await leaveWhereOver(page, uid, done.failure);
      return form.refused(done.failure, failed.mapColumns);
    }
    return redirectTo(page, addresses.import(uid), 'The columns are saved. The import is being previewed again.');
  },
});

/** Which heads of the source stand for which columns, beside the first rows of each table. */
export default function ChooseColumns() {
  const { uid, source, tables, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Page>
      <TitleBlock
        compact
        trail={<BackLink to={addresses.import(uid)}>{`Import from ${source}`}</BackLink>}
        title="Choose columns"
        facts={<span>The next import from {source} begins with the same columns.</span>}
      />
      <Form
        id="columns"
        commandId={commandId}
        layout="bare"
        problems={(answer?.lastResult.error?.[''] ?? []).map((message) => ({ message }))}
      >
        {tables.map(({ name, heads, columns, rows }) => (
          <WideSection key={name} id={`table-${name}`} title={capital(name)}>
            <div className="stack">
              <div className="columns-of-table">
                {columns.map(({ column, head }) => (
                  <SelectField
                    key={column}
                    field={plainField(fieldOf(name, column), { defaultValue: head })}
                    label={capital(column)}
                    placeholder="Not in the source"
                    options={heads.filter(Boolean).map((value) => ({ value, label: value }))}
                  />
                ))}
              </div>
              <ScrollRegion label={`The first rows of ${name}`} className="first-rows">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">Row</th>
                      {heads.map((head, at) => (
                        <th scope="col" key={at}>
                          {head}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map(({ number, cells }) => (
                      <tr key={number}>
                        <th scope="row">{number}</th>
                        {heads.map((_, at) => (
                          <td key={at}>{cells[at]}</td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </ScrollRegion>
            </div>
          </WideSection>
        ))}
        <Actions end>
          <LinkButton to={addresses.import(uid)}>Cancel</LinkButton>
          <SubmitButton pendingLabel="Saving…">Save and preview</SubmitButton>
        </Actions>
      </Form>
    </Page>
  );
}
