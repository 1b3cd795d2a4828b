import { randomUUID } from 'node:crypto';
import type { E } from '#events/catalogue.ts';
import { streams } from '#events/streams.ts';
import { importSamples } from '#tests/golden/import-samples.ts';

type Writes = [string, E[]][];

/** An import of one document with training, up to its last event. */
function importOf(number: string, ...last: ('ImportCompleted' | 'ImportAbandoned')[]): Writes {
  const own = { import: randomUUID(), document: randomUUID(), record: randomUUID(), user: randomUUID() };
  const { DocumentImported, PersonImported, TrainingImported, VersionImported } = importSamples;
  const steps = ['ImportBegun', 'ImportPreviewed', 'ImportChecked', 'ImportApproved'] as const;
  const of = (types: readonly ((typeof steps)[number] | 'ImportCompleted' | 'ImportAbandoned')[]) =>
    types.map((type) => ({ type, data: { ...importSamples[type], import: own.import } }) as E);
  const user = { ...TrainingImported.user, uid: own.user };
  return [
    [streams.import(own.import), of(steps)],
    [
      streams.user(own.user),
      [{ type: 'PersonImported', data: { ...PersonImported, user: own.user, import: own.import } }],
    ],
    [
      streams.document(own.document),
      [
        {
          type: 'DocumentImported',
          data: { ...DocumentImported, ...pick(own), name: `Gerät ${number}`, docNum: number },
        },
        { type: 'VersionImported', data: { ...VersionImported, ...pick(own) } },
      ],
    ],
    [
      streams.record(own.record),
      [{ type: 'TrainingImported', data: { ...TrainingImported, ...pick(own), record: own.record, user } }],
    ],
    [streams.import(own.import), of(last)],
  ];
}

const pick = (own: { import: string; document: string }) => ({ import: own.import, document: own.document });

/** Imports that are completed, abandoned and still running. */
export const importsOf = (): Writes =>
  [...importOf('991', 'ImportCompleted'), ...importOf('992', 'ImportAbandoned'), ...importOf('993')].filter(
    ([, events]) => events.length > 0,
  );
