import { expect, it } from 'vitest';
import { listText, peopleIn, roleIn } from '#app/people/screens/invite-many/list.ts';
import readSheet from '#app/adapters/spreadsheet/tasks/read-sheet.ts';

const peopleOf = async (list: string) => {
  const sheet = await readSheet({ bytes: Buffer.from(list), most: 10 });
  return sheet.ok ? peopleIn(sheet.rows) : [];
};
const noor = { firstName: 'Noor', lastName: 'Haddad', email: 'noor@northmere.example' };

it('reads the columns of a list by their names, or in our order', async () => {
  const named = await peopleOf(
    'E-mail;Staff no.;Surname;Given name;Department\nnoor@northmere.example;007;Haddad;Noor;"Quality; Laboratory"',
  );
  expect(named).toEqual([{ ...noor, row: 2, role: '', departments: ['Quality', 'Laboratory'], problems: [] }]);
  expect(await peopleOf('Noor,Haddad,noor@northmere.example,Author,Quality|Laboratory')).toEqual([
    { ...noor, row: 1, role: 'Author', departments: ['Quality', 'Laboratory'], problems: [] },
  ]);
});

it('names a formula by its column, and one of a column that is not ours not at all', async () => {
  const list = 'First name,Last name,Email,Hired\nNoor,Haddad,"=A2&""@northmere.example""",=TODAY()';
  const [person] = await peopleOf(list);
  expect(person?.problems).toEqual([{ field: 'email', says: 'Email is a formula. Enter its value.' }]);
});

it('names an error of a spreadsheet program', async () => {
  const [person] = await peopleOf('#N/A,Haddad,noor@northmere.example');
  expect(person?.problems).toEqual([
    { field: 'firstName', says: 'First name: The cell holds an error. Enter its value.' },
  ]);
});

it('is the same list when its text is read again, formulas too', async () => {
  const people = await peopleOf('Noor,"Haddad, Dr. ""N""",=A1,admin,Quality;;\nZoë,Müller,zoe@northmere.example');
  expect(await peopleOf(listText(people))).toEqual(people.map((person) => ({ ...person, row: person.row + 1 })));
});

it('knows roles as screens and records call them', () => {
  expect(['', 'author', 'ADMIN', 'Super Admin', 'SUPER_ADMIN', 'Manager'].map(roleIn)).toEqual([
    'EMPLOYEE',
    'AUTHOR',
    'ADMIN',
    'SUPER_ADMIN',
    'SUPER_ADMIN',
    null,
  ]);
});
