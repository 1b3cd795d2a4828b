import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { loadConfig } from '#app/config.ts';
import { execute } from '#app/commands/command.ts';
import { renameDepartment } from '#app/commands/department/save.ts';
import { actorOf } from '#app/server/cookies/session.ts';
import { ask } from '#app/queries/query.ts';
import { listDepartments } from '#app/queries/department/list-departments.ts';
import { readViewer } from '#app/queries/read-viewer.ts';
import { createServices } from '#app/services.ts';
import { orgUid } from './pages-history.ts';
import type { BenchWorld } from './pages-world.ts';

/** Milliseconds from one event to the next. */
const every = 1000;

/** Somebody who records events from beside the server. After each, no answer that was worked out before is given again. */
export interface Recorder {
  once(): Promise<void>;
  /** Records an event each second. Answers what stops it, which tells how many were recorded. */
  goOn(): () => Promise<number>;
  close(): Promise<void>;
}

/** Has an admin of the organisation rename its departments, one after the other. */
export async function createRecorder(world: BenchWorld): Promise<Recorder> {
  const config = await loadConfig({ DATA_DIR: world.dataDir, SECRET_KEY: world.environment.SECRET_KEY });
  const services = await createServices({ config, databaseUrl: world.url, log: pino({ level: 'silent' }) });
  const { email } = world.callers[0]!;
  const account = await services.identity.accounts.find(email);
  const viewerNow = () =>
    readViewer(services.database.kysely, { org: orgUid, user: account!.user, publicId: '0'.repeat(64) });
  let recorded = 0;
  const once = async () => {
    const viewer = (await viewerNow())!;
    const now = services.now();
    const found = await ask(listDepartments, {}, { ports: services, viewer, now });
    if (!found.ok) throw new Error('The departments cannot be read.');
    const { uid, name } = found.value[recorded % found.value.length]!;
    const other = name.endsWith(' II') ? name.slice(0, -3) : `${name} II`;
    const actor = actorOf(viewer, null);
    const context = { ports: services, org: orgUid, viewer, actor, commandId: services.newId(), now };
    const done = await execute(renameDepartment, { department: uid, name: other }, context);
    if (!done.ok) throw new Error(`A department could not be renamed: ${done.failure.code}`);
    recorded++;
  };
  return {
    once,
    goOn() {
      const before = recorded;
      let stopped = false;
      const running = (async () => {
        while (!stopped) {
          await once();
          await sleep(every);
        }
      })();
      // Told where it is stopped.
      running.catch(() => undefined);
      return async () => {
        stopped = true;
        await running;
        return recorded - before;
      };
    },
    close: () => services.close(),
  };
}
