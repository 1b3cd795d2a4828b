import pino from 'pino';
import { loadConfig } from '#app/adapters/environment/config.ts';
import type { Services } from '#app/server/services.ts';
import { start } from '#app/server/start.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { actorOf } from '#app/kit/session/session.ts';
import { execute } from '#app/kit/command/command.ts';
import { rescheduleDocument } from '#app/documents/commands/reschedule.ts';

/**
 * The same product in another process beside a running server: what commands can and a form cannot, such as an
 * effective date that is an exact moment. Works on the server's own DATA_DIR and closes after.
 */
export async function inSecondProcess<T>(
  dataDir: string,
  work: (services: Services) => Promise<T>,
  environment: Readonly<Record<string, string>> = {},
): Promise<T> {
  const started = await start(
    await loadConfig({ DATA_DIR: dataDir, ...environment }),
    pino({ level: 'silent' }),
    'tool',
  );
  try {
    return await work(started.services);
  } finally {
    await started.close();
  }
}

/** Moves a scheduled version's effective date to a moment a second from now, as an admin of its organisation. */
export async function bringForward(dataDir: string, document: string, adminEmail: string): Promise<void> {
  await inSecondProcess(dataDir, async (services) => {
    const account = await services.identity.accounts.find(adminEmail);
    if (!account) throw new Error(`Nobody has the address ${adminEmail}`);
    const { org, user } = account;
    const viewer = await services.database.read(org, (db) => readViewer(db, { org, user, publicId: '0'.repeat(64) }));
    if (!viewer) throw new Error(`${adminEmail} is not active`);
    const now = services.now();
    const effectiveAt = new Date(Date.parse(now) + 1000).toISOString();
    const moved = await execute(
      rescheduleDocument,
      { document, effectiveAt, reason: 'Its training is done.' },
      { ports: services, org, viewer, actor: actorOf(viewer, null), commandId: services.newId(), now },
    );
    if (!moved.ok) throw new Error(`The date could not be moved: ${JSON.stringify(moved.failure)}`);
  });
}
