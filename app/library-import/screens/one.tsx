import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { Reloading } from '#app/ui/page/reloading.tsx';
import { addresses } from '#app/kit/addresses.ts';
import { createFunctionalArea } from '#app/organisation/commands/functional-areas.ts';
import { createDepartments } from '#app/organisation/commands/save-department.ts';
import { dayOrder, type DayOrders } from '#events/import/events.ts';
import { cutTitles, previewAgain } from '#app/library-import/commands/begin.ts';
import { orderDates } from '#app/library-import/commands/mend.ts';
import { dateColumns } from '#app/library-import/source-pack/columns.ts';
import { Dates, orderField } from '#app/library-import/screens/dates.tsx';
import { getImport } from '#app/library-import/queries/imports.ts';
import { loadImport } from '#app/library-import/screens/load-import.ts';
import { NextStep } from '#app/library-import/screens/next-step.tsx';
import { RecordOfImport } from '#app/library-import/screens/record.tsx';
import { ImportPreview } from '#app/library-import/screens/preview.tsx';
import { readForm, redirectTo, screenAction, screenLoader, text, uidParams } from '#app/kit/screen/screen.ts';
import { BackLink, Page, pageTitle, TitleBlock } from '#app/ui/page/page.tsx';
import { Tag } from '#app/ui/status/tag.tsx';
import { showMoment } from '#app/ui/text/date.ts';
import { importStatusWords } from '#app/library-import/words/status.ts';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Import', data?.found.source);

export const loader = screenLoader({
  access: 'library.import',
  params: uidParams,
  search: z.object({ since: text }),
  async load(page) {
    const shown = await loadImport(page, page.params.uid);
    const { found } = shown;
    const again = found.status === 'PREVIEWED' && found.previewed_at === page.search.since;
    return {
      ...shown,
      // Shown as being read until the new preview is there.
      ...(again && { found: { ...found, status: 'BEGUN' as const }, preview: null }),
      commandId: page.ports.newId(),
    };
  },
});

const schema = z.object({ act: z.enum(['preview', 'create', 'cut', 'dates']).default('preview') });

/** Reads and checks the pack again: as it is, with what it names created, or with long titles cut. */
export const action = screenAction({
  access: 'library.import',
  params: uidParams,
  async act(page) {
    const { uid } = page.params;
    const { previewed_at } = await page.ask(getImport, { import: uid });
    const form = await readForm(page, schema, { command: previewAgain });
    if (!form.ok) return form.showAgain();
    if (form.values.act === 'create') {
      const { missing } = await loadImport(page, uid);
      for (const name of missing.areas) {
        const created = await form.run(createFunctionalArea, { name }, name);
        if (!created.ok) return form.refused(created.failure, failed.createFunctionalArea);
      }
      const names = missing.departments;
      const created = names.length > 0 ? await form.run(createDepartments, { names }, 'departments') : null;
      if (created?.ok === false) return form.refused(created.failure, failed.createDepartments);
    }
    if (form.values.act === 'cut') {
      const cut = await form.run(cutTitles, { import: uid });
      return cut.ok ? redirectTo(page, addresses.import(uid)) : form.refused(cut.failure, failed.cutTitles);
    }
    if (form.values.act === 'dates') {
      const ordered = await form.run(orderDates, { import: uid, orders: ordersIn(form.data) });
      return ordered.ok ? redirectTo(page, addresses.import(uid)) : form.refused(ordered.failure, failed.orderDates);
    }
    const done = await form.run(previewAgain, { import: uid });
    if (!done.ok) return form.refused(done.failure, failed.previewImport);
    return redirectTo(page, addresses.import(uid, previewed_at ?? undefined));
  },
});

/** What the form says of each column of dates. */
function ordersIn(form: FormData): DayOrders {
  const orders: DayOrders = {};
  for (const [table, column] of dateColumns) {
    const order = dayOrder.safeParse(form.get(orderField(table, column)));
    if (order.success) orders[table] = { ...orders[table], [column]: order.data };
  }
  return orders;
}

/** One import: what to do next, what its preview found, and its record. */
export default function Import() {
  const shown = useLoaderData<typeof loader>();
  const { found } = shown;
  const running = found.status === 'BEGUN' || found.status === 'APPROVED';
  return (
    <Page>
      {running && <Reloading />}
      <TitleBlock
        trail={<BackLink to={addresses.imports()}>Imports</BackLink>}
        title={`Import from ${found.source}`}
        facts={
          <>
            <Tag>{importStatusWords(found)}</Tag>
            <span>
              Begun by {found.begun_by_name}, {showMoment(found.begun_at)}
            </span>
          </>
        }
      />
      <NextStep {...shown} />
      {shown.preview && shown.dates.length > 0 && (
        <Dates rows={shown.dates} commandId={shown.commandId} mayAnswer={found.status === 'PREVIEWED'} />
      )}
      {shown.preview && (
        <ImportPreview of={found} longTitles={shown.longTitles} accepted={shown.accepted} {...shown.preview} />
      )}
      <RecordOfImport {...shown} />
    </Page>
  );
}
