import { sql, type RawBuilder } from 'kysely';
import { rateOf } from '#events/training/record.ts';
import {
  documentsOf,
  inOrderOfRate,
  listed,
  peopleOf,
  type MatrixPlace,
  type RateOrder,
} from '#app/reports/queries/matrix.ts';
import type { ReportFilters } from '#app/reports/queries/names.ts';
import type { Source } from '#app/reports/queries/source.ts';

/** Percent of the training records that are completed, of the people and versions in the matrix; null without any. */
export interface MatrixRates {
  /** Of each document, in order. */
  documents: (number | null)[];
  all: number | null;
}

/** `documents`: those to rate, of `all` that the filters select. */
export async function readMatrixRates(
  source: Source,
  filters: ReportFilters,
  { documents, all }: { documents: readonly MatrixPlace[]; all: readonly MatrixPlace[] },
): Promise<MatrixRates> {
  const people = peopleCounted(source, filters, all);
  return {
    documents: await ratesOf(source, documents, people),
    all: await rateOfAll(source, filters, people),
  };
}

/** The documents by the percent of their records that are completed, those without any last. */
export async function placesByRate(
  { db, ...source }: Source,
  filters: ReportFilters,
  all: readonly MatrixPlace[],
  order: RateOrder,
): Promise<MatrixPlace[]> {
  const people = peopleCounted({ db, ...source }, filters, all);
  const { rows } = await sql<{ place: string }>`
    select w.place from (${listed(all)}) w
    left join lateral (
      select ${counts} from ${source.table('training_record')} t
      where t.document_uid = w.document_uid and t.version = w.version and t.status in ('OPEN', 'COMPLETED')
        and ${people}
    ) c on true
    order by ${inOrderOfRate(order)}, w.place`.execute(db);
  return rows.map(({ place }) => all[Number(place) - 1]!);
}

/** A condition on the training record `t`. Excluding the few deactivated people is faster than joining all others. */
function peopleCounted(source: Source, filters: ReportFilters, all: readonly MatrixPlace[]): RawBuilder<unknown> {
  const people = source.table('user_account');
  return filters.department === undefined && filters.person === undefined && !filters.gaps
    ? sql`t.user_uid not in (select u.uid from ${people} u where u.status = 'INACTIVE')`
    : sql`t.user_uid in (select u.uid from ${people} u where ${peopleOf(source, filters, all)})`;
}

const counts = sql`count(*) filter (where t.status = 'COMPLETED') as completed,
                   count(*) filter (where t.status = 'OPEN') as open`;

interface Counts {
  completed: string | null;
  open: string | null;
}

const inNumbers = (row: Counts | undefined) => ({
  completed: Number(row?.completed ?? 0),
  open: Number(row?.open ?? 0),
});

async function ratesOf(
  { db, table }: Source,
  documents: readonly MatrixPlace[],
  people: RawBuilder<unknown>,
): Promise<(number | null)[]> {
  const { rows } = await sql<Counts & { place: string }>`
    select w.place, ${counts}
    from (${listed(documents)}) w
    join ${table('training_record')} t on t.document_uid = w.document_uid and t.version = w.version
    where t.status in ('OPEN', 'COMPLETED') and ${people}
    group by w.place`.execute(db);
  const byPlace = new Map(rows.map((row) => [Number(row.place), row]));
  return documents.map((_, index) => rateOf(inNumbers(byPlace.get(index + 1))));
}

async function rateOfAll(source: Source, filters: ReportFilters, people: RawBuilder<unknown>): Promise<number | null> {
  const { rows } = await sql<Counts>`
    select sum(c.completed) as completed, sum(c.open) as open
    from (select v.org_id, v.document_uid, v.version ${documentsOf(source, filters)}) v
    cross join lateral (
      select ${counts} from ${source.table('training_record')} t
      where t.org_id = v.org_id and t.document_uid = v.document_uid and t.version = v.version
        and t.status in ('OPEN', 'COMPLETED') and ${people}
    ) c`.execute(source.db);
  return rateOf(inNumbers(rows[0]));
}
