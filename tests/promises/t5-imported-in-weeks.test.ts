import { expect, it } from 'vitest';
import { getPlots } from '#app/reports/queries/plots.ts';
import { getDocumentPage } from '#app/documents/queries/document-page.ts';
import { answer } from '#tests/support/asking.ts';
import { importHere } from '#tests/support/approved-import.ts';
import { organisation, somebody } from '#tests/support/organisation.ts';
import { library, packOf } from '#tests/support/source-pack.ts';

it('T5, by import: the plot counts imported records like the page of the document, as signed by nobody', async () => {
  const org = await organisation();
  const { world, admin, author, employee } = org;
  const second = await world.join(somebody('Priya', 'Raman', 'ADMIN'), ['Quality']);
  await importHere(world, second, packOf(library(1, author.email, employee.email)));
  const { uid } = await org.services.database.read(world.org, (db) =>
    db.selectFrom('read.document').select('uid').executeTakeFirstOrThrow(),
  );
  const page = await answer(org, admin, getDocumentPage, { document: uid });
  expect(page.found.document.training).toMatchObject({ rate: 100 });
  const { weeks } = await answer(org, admin, getPlots, {});
  expect(weeks.at(-1)).toMatchObject({ assigned: 1, completed: 1, signed: 0, rate: 100 });
});
