import { buffer } from 'node:stream/consumers';
import { toDocument } from '#app/documents/calls/document-entity.ts';
import { getDocumentPage } from '#app/documents/queries/document-page.ts';
import { getWholeDocument } from '#app/documents/queries/full-documents.ts';
import { listManaged } from '#app/home/queries/list-managed.ts';
import { documentAsOf } from '#app/audit/queries/as-of.ts';
import { readTrailDocument } from '#app/audit/queries/subject.ts';
import { reportFilters, type TableRequest } from '#app/reports/queries/names.ts';
import { getPlots } from '#app/reports/queries/plots.ts';
import { withSource } from '#app/reports/queries/source.ts';
import { makeReport } from '#app/reports/making/make-report.ts';
import { previewMatrix } from '#app/reports/making/preview.ts';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import type { Organisation } from '#tests/support/organisation.ts';
import { answer, asViewer } from '#tests/support/asking.ts';
import { readCsv } from '#tests/support/files/csv-text.ts';
import { readPdf } from '#tests/support/files/pdf-text.ts';
import { readReadModels, type ReadModels } from './read-models.ts';

/** Percent of the records that count, as rules.md section 2 says; null where nobody is assigned. */
function counted({ records, people }: ReadModels, of: (record: ReadModels['records'][number]) => boolean) {
  const inactive = people.filter(({ status }) => status === 'INACTIVE').map(({ uid }) => uid);
  const theirs = records.filter(
    (record) => record.status !== 'CANCELLED' && !inactive.includes(record.user_uid) && of(record),
  );
  const completed = theirs.filter(({ status }) => status === 'COMPLETED').length;
  return theirs.length === 0 ? null : Math.floor((100 * completed) / theirs.length);
}

const matrix = { name: 'training-matrix', filters: reportFilters.parse({}), position: null, mark: false } as const;

/** The places that show another training rate than the records have, a sentence each. `admin` asks. */
export async function differingRates(org: Organisation, admin: Person): Promise<string[]> {
  const models = await readReadModels(org);
  const found: string[] = [];
  const same = (place: string, shown: unknown, expected: unknown) => {
    if (shown !== expected) found.push(`${place}: ${String(shown)} instead of ${String(expected)}`);
  };
  const { services, world } = org;
  const head = (await services.ledger.readHead(world.org)).size;
  const documents = models.documents.filter(({ training_version: version }) => version !== null);
  const rates = new Map(
    documents.map(({ uid, training_version: version }) => [
      uid,
      counted(models, (record) => record.document_uid === uid && record.version === version),
    ]),
  );
  for (const { uid, name, status } of documents) {
    const rate = rates.get(uid) ?? 100;
    const page = await answer(org, admin, getDocumentPage, { document: uid });
    if (['PENDING', 'EFFECTIVE'].includes(status)) same(`page of ${name}`, page.found.document.training.rate, rate);
    same(
      `call on ${name}`,
      toDocument(await answer(org, admin, getWholeDocument, { document: uid })).trainingRate,
      rate,
    );
    const listed = await answer(org, admin, listManaged, { q: name, sort: 'name', page: 1 });
    const line = listed.documents.find((row) => row.uid === uid);
    same(`list, ${name}`, line?.trainingRate, ['PENDING', 'EFFECTIVE'].includes(status) ? rate : null);
    const trails = await services.database.read(world.org, async (db) => {
      const today = (await readTrailDocument(db, uid))!;
      return [today, await documentAsOf(db, today, { position: head, at: services.now() })];
    });
    for (const trail of trails) same(`trail of ${name}`, trail?.training.rate, rate);
  }
  const viewer = await asViewer(services, admin);
  const preview = accepted(await previewMatrix(services, viewer, matrix, { page: 1, across: 1 }), 'matrix');
  const inForce = preview.documents;
  const isInForce = (record: ReadModels['records'][number]) =>
    inForce.some(({ uid, version }) => record.document_uid === uid && record.version === version);
  inForce.forEach(({ uid, name, version }, index) => {
    const rate = counted(models, (record) => record.document_uid === uid && record.version === version);
    same(`matrix, ${name}`, preview.rates.documents[index], rate);
    if (documents.find((one) => one.uid === uid)?.training_version === version)
      same(`both of ${name}`, rates.get(uid), rate);
  });
  same('matrix', preview.rates.all, counted(models, isInForce));
  const [csv, pdf] = await Promise.all(
    (['csv', 'pdf'] as const).map(async (format) =>
      accepted(
        await withSource(services.database, { org: world.org }, async (source) => {
          const request: TableRequest = { ...matrix, format };
          const making = { madeBy: 'Ines', damage: null, signature: null };
          return buffer(accepted(await makeReport(source, request, making), 'report').body);
        }),
        'report',
      ),
    ),
  );
  const rows = readCsv(csv!.toString());
  for (const { uid, email, name } of models.people.map((person) => ({ ...person, name: person.full_name }))) {
    const row = rows.find((one) => one.Email === email);
    const rate = counted(models, (record) => record.user_uid === uid && isInForce(record));
    if (row) same(`row of ${name}`, row['Trained (% of training records)'], rate === null ? '' : String(rate));
  }
  if (inForce.length > 0) {
    const { all } = await readPdf(pdf!);
    const shown = [...inForce.map((_, index) => preview.rates.documents[index] ?? '–'), preview.rates.all ?? '–'];
    if (!all.replaceAll(/\s+/g, ' ').includes(shown.join(' '))) found.push(`paper does not say ${shown.join(' ')}`);
  }
  const { weeks } = await answer(org, admin, getPlots, {});
  const onCounting = (record: ReadModels['records'][number]) =>
    documents.some((one) => one.uid === record.document_uid && one.training_version === record.version);
  same('plot', weeks.at(-1)?.rate ?? null, counted(models, onCounting));
  return found;
}
