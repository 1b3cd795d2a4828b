import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inSecondProcess } from '#tests/support/second-process.ts';
import { startAgain } from '#tests/support/started.ts';
import { admin, approve, foundForImport, learner, previewed } from '#tests/support/approved-import.ts';
import { foundIn, inDatabase, killDuring, recordedOf, truthOf } from './killed-import.ts';
import { library, packOf } from '#tests/support/source-pack.ts';
import { howMany } from '#tests/support/suite.ts';

/** More than one job records. */
const size = 60;
const kills = howMany({ day: 2, long: 4 });

it('an import whose server is killed again and again loses no document and records none twice', async () => {
  const given = library(size, admin.email, learner.email);
  // Three papers in many copies: equal bytes are checked once.
  const [first, second, third] = Object.values(given.files);
  for (const path of Object.keys(given.files))
    given.files[path] = path.endsWith('-1.pdf') ? first! : path.endsWith('-2.pdf') ? second! : third!;
  const started = await startAgain();
  const uid = await inSecondProcess(started.dataDir, async (services) => {
    const { world, second: approver } = await foundForImport(services);
    const found = await previewed(world, packOf(given));
    expect(found.problems).toEqual([]);
    await approve(world, approver, found.uid);
    return found.uid;
  });
  const { server, killedAt } = await killDuring(started, uid, { kills, total: size });
  // Most kills did hit the import while it ran: else they would show nothing.
  expect(killedAt.length).toBeGreaterThanOrEqual(kills - 1);
  await inDatabase(server.dataDir, async (db) => {
    while ((await recordedOf(db, uid)) !== null) await sleep(50);
    expect(await foundIn(db)).toEqual(truthOf(given));
  });
  await server.remove();
});
