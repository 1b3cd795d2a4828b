import type { Site } from './site.ts';

/** The page whose form these tests fill in: one with a field of each kind. */
export const invite = '/dashboard/users/invite';

/** What is typed there, on a page that was made for this person (uid). The departments are none of the organisation's. */
export const invitation = (person: string) => ({
  firstName: 'Zofia',
  lastName: 'Nowak & Daughters',
  email: 'zofia@northmere.example',
  role: 'AUTHOR',
  departments: ['6b2f54a4-6a0b-4d5e-9c0e-0f4f7d3f4b11', '6b2f54a4-6a0b-4d5e-9c0e-0f4f7d3f4b12'],
  person,
});

/** Everything that is kept of forms, of all organisations. */
export async function keptRows({ db }: Site): Promise<{ page: string; fields: [string, string][] }[]> {
  return (await db.owner.query<{ page: string; fields: [string, string][] }>('select * from app.kept_form')).rows;
}
