import { afterAll, expect, it } from 'vitest';
import { createFunctionalArea, editFunctionalArea } from '#app/organisation/commands/functional-areas.ts';
import { createDocument } from '#app/documents/commands/create.ts';
import { editDraft } from '#app/documents/commands/edit-draft.ts';
import { listAreas } from '#app/organisation/queries/choices.ts';
import { getDocument } from '#app/documents/queries/get-document.ts';
import { streams } from '#events/streams.ts';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import { openSetup } from '#tests/support/scenario-setup.ts';

const setup = await openSetup();
afterAll(() => setup.close());
const { world, admin, author } = setup.ours;

const edit = (named: string, change: object) =>
  world.attempt(admin, editFunctionalArea, { named, reason: 'As in the quality manual.', ...change } as never);
const draft = (functionalArea: string, docNum: string) =>
  world.attempt(author, createDocument, {
    name: `Cleaning ${docNum}`,
    type: 'SOP',
    functionalArea,
    docNum,
    version: '1.0',
  } as never);
const areaOf = async (document: string) =>
  accepted(await setup.ask(author, getDocument, { document }), 'document').functionalArea;
const offered = async () => accepted(await setup.ask(author, listAreas, {}), 'areas');

it('renames an area with the number of each of its documents, and retires it', async () => {
  accepted(await world.attempt(admin, createFunctionalArea, { name: 'PM' }), 'area');
  const { document } = accepted(await draft('pm', '811'), 'document') as { document: string };
  accepted(await edit('ｐm', { name: 'PROJ' }), 'rename');
  expect([await areaOf(document), await offered()]).toEqual(['PROJ', expect.arrayContaining(['PROJ'])]);
  const { events } = await setup.services.ledger.readStream(world.org, streams.document(document));
  expect(events.map(({ type, data }) => [type, type === 'DocumentAreaRenamed' ? data : null])).toEqual([
    ['DocumentCreated', null],
    ['DocumentAreaRenamed', { document, old: 'PM', new: 'PROJ', reason: 'As in the quality manual.' }],
  ]);
  // The name is free again, also where it is the first name of another.
  accepted(await world.attempt(admin, createFunctionalArea, { name: 'pm' }), 'area');
  expect(await edit('PM', { name: 'proj' })).toMatchObject({ failure: { code: 'functional_area_exists' } });

  accepted(await edit('PROJ', { name: 'PROJ', retired: true }), 'retired');
  expect(await offered()).not.toContain('PROJ');
  expect(await draft('PROJ', '812')).toMatchObject({ failure: { code: 'functional_area_unknown' } });
  const saved = { document, name: 'Cleaning', type: 'SOP', functionalArea: 'PROJ', docNum: '811', version: '1.0' };
  accepted(await world.attempt(author, editDraft, saved as never), 'its own draft');
  accepted(await edit('PROJ', { name: 'PROJ', retired: false }), 'back');
  expect(await draft('PROJ', '812')).toMatchObject({ ok: true });
});
