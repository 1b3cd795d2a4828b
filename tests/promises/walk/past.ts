import type { z } from 'zod';
import { listDepartments as departmentsOfTeam } from '#app/organisation/queries/list-departments.ts';
import { listAreas } from '#app/organisation/queries/choices.ts';
import { getDocumentPage } from '#app/documents/queries/document-page.ts';
import { listEffective } from '#app/home/queries/list-effective.ts';
import { listManaged } from '#app/home/queries/list-managed.ts';
import { startHere, trainingCount } from '#app/home/queries/start-here.ts';
import { listHistory } from '#app/documents/queries/version-history.ts';
import { organisationFigures, ownFigures } from '#app/home/queries/figures.ts';
import { nextDays } from '#app/home/queries/next-days.ts';
import { atOnePosition, type Ask, type Asking, type Query } from '#app/kit/query/query.ts';
import { getPlots } from '#app/reports/queries/plots.ts';
import { listOpenTraining } from '#app/training/queries/list-open.ts';
import { memberTrainingHistory, trainingRecord } from '#app/training/queries/training-history.ts';
import { listTeam } from '#app/people/queries/list-team.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import type { Organisation } from '#tests/support/organisation.ts';
import type { ReadModels } from './read-models.ts';

/** What the screens said at a moment: the answers as JSON, by question; and how to ask again as of it. */
export interface Remembered {
  asking: Asking;
  models: ReadModels;
  said: ReadonlyMap<string, string>;
}

/** The questions of the home page, the document pages, the team, training records and the reports. */
async function questions(
  ask: Ask,
  { documents, people, records }: Pick<ReadModels, 'documents' | 'people' | 'records'>,
) {
  const said = new Map<string, string>();
  const note = async <S extends z.ZodType, O>(query: Query<S, O>, input: z.input<S>) => {
    // Which email a server refused is no event.
    const answer = JSON.stringify(await ask(query, input), (key, value: unknown) =>
      key === 'refusedEmail' ? undefined : value,
    );
    said.set(`${query.name} ${JSON.stringify(input)}`, answer);
  };
  await note(trainingCount, {});
  await note(startHere, { all: true });
  await note(organisationFigures, { since: '2020-01-01T00:00:00.000Z' });
  await note(ownFigures, { since: '2020-01-01T00:00:00.000Z' });
  await note(nextDays, {});
  await note(listAreas, {});
  for (const show of ['all', 'my', 'retired'] as const)
    await note(listManaged, { show, sort: 'revisedDate', order: 'desc', page: 1 });
  await note(listManaged, { q: 'procedure 00', sort: 'status', page: 1 });
  await note(listEffective, { q: 'proc', sort: 'name', page: 1 });
  await note(listOpenTraining, { page: 1 });
  await note(departmentsOfTeam, {});
  for (const show of ['active', 'deactivated'] as const)
    await note(listTeam, { show, department: null, sort: 'name', order: 'asc', page: 1 });
  for (const { uid } of people) await note(memberTrainingHistory, { user: uid, show: 'all', page: 1 });
  for (const { uid } of records.slice(-3)) await note(trainingRecord, { record: uid });
  for (const { uid } of documents) {
    await note(getDocumentPage, { document: uid });
    await note(listHistory, { document: uid });
  }
  await note(getPlots, {});
  return said;
}

/** Asks what every screen says now. */
export async function remember(
  { services, world }: Organisation,
  viewer: Viewer,
  models: ReadModels,
): Promise<Remembered> {
  const asking = { ports: services, viewer, now: services.now() };
  const said = await atOnePosition(asking, (ask) => questions(ask, models));
  const position = (await services.ledger.readHead(world.org)).size;
  return { asking: { ...asking, asOf: position }, models, said };
}

/** The questions that are answered otherwise when they are asked again as of that moment. */
export async function changedSince({ asking, models, said }: Remembered, today: ReadModels): Promise<string[]> {
  const later = today.documents.filter(({ uid }) => !models.documents.some((one) => one.uid === uid));
  return atOnePosition(asking, async (ask) => {
    const then = await questions(ask, models);
    const early = await Promise.all(later.map(({ uid }) => ask(getDocumentPage, { document: uid })));
    return [
      ...[...said]
        .filter(([question, answer]) => then.get(question) !== answer)
        .map(([question, answer]) => `${question}: ${difference(answer, then.get(question) ?? '')}`),
      ...early.filter(({ ok }) => ok).map(() => 'a document of later'),
    ].map((what) => `as of ${asking.asOf}: ${what}`);
  });
}

/** Where two answers part. */
function difference(then: string, again: string): string {
  const from = Math.max(0, [...then].findIndex((letter, index) => letter !== again[index]) - 60);
  return `${then.slice(from, from + 160)} became ${again.slice(from, from + 160)}`;
}
