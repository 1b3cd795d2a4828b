import { afterAll, expect, it } from 'vitest';
import { createFunctionalArea } from '#app/organisation/commands/functional-areas.ts';
import { createDepartment, renameDepartment } from '#app/organisation/commands/save-department.ts';
import { createDocument } from '#app/documents/commands/create.ts';
import { getDocument } from '#app/documents/queries/get-document.ts';
import { listManaged } from '#app/home/queries/list-managed.ts';
import { departmentKey } from '#events/organisation/department.ts';
import { isSameName } from '#events/text.ts';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import { openSetup } from '#tests/support/scenario-setup.ts';

const setup = await openSetup();
afterAll(() => setup.close());
const { world, admin, author } = setup.ours;

it('compares departments in full width, other case and other spaces as the same name', async () => {
  for (const name of ['Ｑｕａｌｉｔｙ', 'QUALITY', ' Quality ', 'ｑＵality'])
    expect(await world.attempt(admin, createDepartment, { name })).toMatchObject({
      failure: { code: 'department_exists' },
    });
  expect(departmentKey('Ｆｉｌｌｉｎｇ　Ｌｉｎｅ')).toBe(departmentKey('filling line'));
  const made = accepted(await world.attempt(admin, createDepartment, { name: 'ﬁlling line' }), 'department');
  const reason = 'It is the same.';
  const renamed = { department: made.department, name: 'Ｌａｂｏｒａｔｏｒｙ', reason };
  expect(await world.attempt(admin, renameDepartment, renamed as never)).toMatchObject({
    failure: { code: 'department_name_conflicting' },
  });
});

it('lets the database refuse what two people name alike at once', async () => {
  const both = await Promise.all(
    ['Ｓｔｏｒｅｓ', 'stores'].map((name) => world.attempt(admin, createDepartment, { name })),
  );
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  const areas = await Promise.all(['ＥＮ', 'en'].map((name) => world.attempt(admin, createFunctionalArea, { name })));
  expect(areas.map(({ ok }) => ok).sort()).toEqual([false, true]);
  for (const name of ['ＱＡ', 'qa', 'ｑA'])
    expect(await world.attempt(admin, createFunctionalArea, { name })).toMatchObject({
      failure: { code: 'functional_area_exists' },
    });
});

it('finds an area and a document by names in full width', async () => {
  const typed = { name: 'Label Printing', type: 'SOP', functionalArea: 'ｑａ', docNum: '777', version: '1.0' };
  const { document } = accepted(await world.attempt(author, createDocument, typed), 'document');
  expect(accepted(await setup.ask(author, getDocument, { document } as never), 'document')).toMatchObject({
    functionalArea: 'QA',
  });
  const page = { show: 'all', sort: 'name', order: 'asc', page: 1 };
  const list = async (looking: object) =>
    JSON.stringify(accepted(await setup.ask(author, listManaged, { ...page, ...looking } as never), 'list'));
  expect(await list({ area: 'ＱＡ', q: '' })).toContain('Label Printing');
  expect(await list({ area: '', q: 'Ｌａｂｅｌ　Ｐｒｉｎｔｉｎｇ' })).toContain('Label Printing');
});

it('compares signatures so as well', () => {
  expect(isSameName('Ｈａｎａ　Ｋｏｂａｙａｓｈｉ', 'hana kobayashi')).toBe(true);
});
