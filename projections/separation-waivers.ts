import type { Projection } from './projection.ts';

/** The exceptions from the separation of duties. */
export const separationWaivers: Projection = {
  name: 'separation-waivers',
  tables: ['separation_waiver'],
  handles: {
    SeparationOfDutiesWaived: ({ data, actor, recordedAt }, to) =>
      to.put('separation_waiver', {
        document_uid: data.document,
        version: data.version,
        covers: data.covers,
        waived_by: actor.kind === 'user' ? actor.uid : null,
        waived_by_name: actor.kind === 'user' ? actor.name : 'The system',
        reason: data.reason,
        waived_at: recordedAt,
      }),
  },
};
