import type { Person } from '#app/set-up/demonstration/world.ts';
import { Visitor } from '#tests/support/visitor.ts';
import type { Site } from '#tests/http/site.ts';

/** A page whose form has a field of each kind. */
export const invite = '/dashboard/users/invite';

/** Values for that form, sent by this person (uid). The departments do not exist in the organisation. */
export const invitation = (person: string) => ({
  firstName: 'Zofia',
  lastName: 'Nowak & Daughters',
  email: 'zofia@northmere.example',
  role: 'AUTHOR',
  departments: ['6b2f54a4-6a0b-4d5e-9c0e-0f4f7d3f4b11', '6b2f54a4-6a0b-4d5e-9c0e-0f4f7d3f4b12'],
  person,
});

/** The saved forms of all organisations. */
export async function savedRows({ db }: Site): Promise<{ page: string; fields: [string, string][] }[]> {
  return (await db.owner.query<{ page: string; fields: [string, string][] }>('select * from app.kept_form')).rows;
}

export const deleteSavedForms = ({ db }: Site) => db.owner.query('delete from app.kept_form');

/** A browser in which this person is signed in. */
export async function browserOf(
  { server }: Site,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Visitor> {
  const visitor = new Visitor(server.url);
  await visitor.signIn(email, password);
  return visitor;
}
