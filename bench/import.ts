import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { approve, foundForImport, previewed } from '#tests/support/approved-import.ts';
import { foundIn, inDatabase, killDuring, recordedOf, truthOf } from '#tests/library-import/killed-import.ts';
import { packOf } from '#tests/support/source-pack.ts';
import { inSecondProcess } from '#tests/support/second-process.ts';
import { startServer } from '#tests/support/server.ts';
import { largeLibrary } from '#tests/library-import/large-library.ts';
import { atMost, parseOptions, print, report, table, timed, whole } from './measure.ts';
import { memoryOf } from './process-memory.ts';

/**
 * `npm run bench -- import [--documents N]`: a library of 2,000 documents with 6,000 versions and 20,000 rows of
 * training comes in while its server is killed 30 times. What SQL finds afterwards is compared with the truth.
 */
export async function run(words: string[]): Promise<void> {
  const values = parseOptions(words);
  const documents = Number(values.documents ?? (values.quick ? 40 : 2_000));
  const kills = values.quick ? 5 : 30;
  const given = await largeLibrary(documents);
  const { versions, training } = given.tables;
  print(
    `${whole(documents)} documents, ${whole(versions.length)} versions, ${whole(training.length)} rows of training`,
  );
  let server = await startServer();
  try {
    const minutes = { preview: 0, run: 0 };
    const held: { recorded: number; megabytes: number }[] = [];
    const uid = await inSecondProcess(server.dataDir, async (services) => {
      const { world, second } = await foundForImport(services);
      let found = { uid: '', problems: [''] };
      minutes.preview = (await timed(async () => (found = await previewed(world, packOf(given))))) / 60;
      if (found.problems.length > 0) throw new Error(found.problems.slice(0, 3).join('\n'));
      print(`previewed in ${minutes.preview.toFixed(1)} min`);
      await approve(world, second, found.uid);
      return found.uid;
    });
    let killed = 0;
    minutes.run =
      (await timed(async () => {
        const done = await killDuring(server, uid, {
          kills,
          total: documents,
          before: async (alive, recorded) =>
            void held.push({ recorded, megabytes: (await memoryOf(alive.child.pid!)).now }),
        });
        server = done.server;
        killed = done.killedAt.length;
        await inDatabase(server.dataDir, async (db) => {
          while ((await recordedOf(db, uid)) !== null) await sleep(200);
        });
      })) / 60;
    print(`carried out in ${minutes.run.toFixed(1)} min with ${killed} kills`);
    const [truth, found] = [truthOf(given), await inDatabase(server.dataDir, foundIn)];
    const differences = Object.keys(truth).filter(
      (key) => !isDeepStrictEqual(truth[key as keyof typeof truth], found[key as keyof typeof found]),
    );
    table([
      ['', 'truth', 'found'],
      ...(['documents', 'versions', 'relations', 'training'] as const).map((key) => [
        key,
        whole(truth[key].length),
        whole(found[key].length),
      ]),
    ]);
    const quarters = [1, 2, 3, 4].map((quarter) => {
      const own = held.filter(({ recorded }) => Math.ceil(((recorded || 1) / documents) * 4) === quarter);
      return Math.max(...own.map(({ megabytes }) => megabytes));
    });
    print(`the most MB in each quarter: ${quarters.map(whole).join(', ')}`);
    await report(
      [
        atMost(0, 'tables that differ from the truth', differences.length),
        atMost(30, 'minutes of preview and run', minutes.preview + minutes.run),
        atMost(1.3, 'memory in the last quarter ÷ in the first', quarters[3]! / quarters[0]!),
      ],
      values.json,
      { minutes, killed, held, quarters },
    );
  } finally {
    await server.remove();
  }
}
