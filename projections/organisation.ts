import type { Projection } from './projection.ts';

/** The organisation's name and settings. */
export const organisation: Projection = {
  name: 'organisation',
  tables: ['organisation'],
  handles: {
    OrganisationCreated: ({ data, recordedAt }, to) =>
      to.put('organisation', {
        uid: data.organisation,
        name: data.name,
        domain: data.domain,
        settings: data.settings,
        created_at: recordedAt,
      }),
    OrganisationSettingsChanged: ({ data }, to) =>
      to.patch('organisation', { uid: data.organisation }, { name: data.name, settings: data.settings }),
  },
};
