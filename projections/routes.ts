import type { Projected, Projection, ProjectionWriter } from './projection.ts';

/** The approval routes of the organisation, as they are now. */
export const routes: Projection = {
  name: 'routes',
  tables: ['route'],
  handles: {
    RouteDefined: ({ data, recordedAt }, to) => {
      const { route, kinds = [], samePerson, ...rest } = data;
      const row = { ...rest, kinds, same_person: samePerson, changed_at: recordedAt };
      to.put('route', { uid: route, ...row, defined_at: recordedAt });
    },
    RouteChanged: ({ data, recordedAt }, to) => {
      const { route, kinds = [], samePerson, changes: _, reason: __, ...rest } = data;
      to.patch('route', { uid: route }, { ...rest, kinds, same_person: samePerson, changed_at: recordedAt });
    },
    RouteRetired: ({ data, recordedAt }, to) => to.patch('route', { uid: data.route }, { retired_at: recordedAt }),
  },
};

/** The steps of versions that were sent along a route, and when each was opened and completed. */
export const versionSteps: Projection = {
  name: 'version-steps',
  tables: ['version_step'],
  handles: {
    DocumentSentForReview: (event, to) => begin(event, to),
    DocumentRevised: (event, to) => begin(event, to),
    StepOpened: ({ data, recordedAt }, to) =>
      to.patch('version_step', keyOf(data), { opened_at: recordedAt, due_at: data.dueAt }),
    StepCompleted: ({ data, recordedAt }, to) => to.patch('version_step', keyOf(data), { completed_at: recordedAt }),
  },
};

const keyOf = ({ document, version, step }: { document: string; version: string; step: number }) => ({
  document_uid: document,
  version,
  step,
});

function begin({ data }: Projected<'DocumentSentForReview' | 'DocumentRevised'>, to: ProjectionWriter): void {
  const { route } = data;
  if (!route) return;
  for (const [at, { name, meaning, who, howMany, days }] of route.steps.entries())
    to.put('version_step', {
      ...keyOf({ ...data, step: at + 1 }),
      name,
      meaning,
      function_uid: who.kind === 'function' ? who.function.uid : null,
      function_name: who.kind === 'function' ? who.function.name : null,
      how_many: howMany === 'all' ? null : howMany,
      days,
      separation: route.separation,
      same_person: route.samePerson,
    });
}
