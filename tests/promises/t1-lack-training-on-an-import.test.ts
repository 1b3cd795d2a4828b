import { expect, it, onTestFinished } from 'vitest';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { assignLacking } from '#app/training/commands/assign-lacking.ts';
import { peopleLacking } from '#app/documents/queries/lacking-training.ts';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import { uidOf } from '#app/library-import/source-pack/uids.ts';
import { ask } from '#app/kit/query/query.ts';
import { asViewer } from '#tests/support/asking.ts';
import { admin, foundForImport, importHere, learner } from '#tests/support/approved-import.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { testServices } from '#tests/support/services.ts';
import { library, packOf } from '#tests/support/source-pack.ts';

it('by import: an admin assigns those who lack training on an imported version, each once', async () => {
  // Its people have the same addresses in every file.
  const db = await freshDatabase();
  onTestFinished(() => db.close());
  const services = await testServices({ db });
  const { world, second } = await foundForImport(services);
  await world.department('Laboratory');
  const email = 'noor.haddad@northmere.example';
  const noor = { firstName: 'Noor', lastName: 'Haddad', email, password: world.admin.password };
  const employee = await world.join({ ...noor, role: 'EMPLOYEE' }, ['Laboratory']);
  const uid = await importHere(world, second, packOf(library(2, admin.email, learner.email)));
  const [document, other] = ['VA-2001/1', 'VA-2002/1'].map((key) => uidOf(uid, 'document', key)) as [string, string];
  const lacking = async () => {
    const asking = { ports: services, viewer: await asViewer(services, world.admin), now: services.now() };
    return accepted(await ask(peopleLacking, { document }, asking), 'people').people.map((one) => one.uid);
  };
  const open = () =>
    services.database.read(world.org, (db) =>
      db
        .selectFrom('read.training_record')
        .select(['user_uid', 'document_uid', 'version'])
        .where('status', '=', 'OPEN')
        .execute(),
    );
  // The source says of the learner, and of nobody else of the department, that they were trained on it.
  expect(await open()).toEqual([]);
  expect(await lacking()).toEqual([second.uid]);
  await expect(world.act(employee, assignLacking, { document })).rejects.toThrow('not_allowed');
  await world.act(world.admin, assignLacking, { document });
  expect(await open()).toEqual([{ user_uid: second.uid, document_uid: document, version: '3.0' }]);
  expect(await lacking()).toEqual([]);
  await expect(world.act(world.admin, assignLacking, { document })).rejects.toThrow('nobody_lacks_training');
  await world.act(world.admin, retireDocument, { document: other, reason: 'Not needed.' });
  await expect(world.act(world.admin, assignLacking, { document: other })).rejects.toThrow('document_not_in_status');
});
