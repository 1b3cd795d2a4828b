import { readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { openEmbedded } from '#app/adapters/embedded-postgres/embedded-postgres.ts';
import { World } from '#app/set-up/demonstration/world.ts';
import { withApp } from '#tests/support/enrolled-app.ts';
import { inSecondProcess } from '#tests/support/second-process.ts';
import { everyWebProcess, isAlive, type RunningServer } from '#tests/support/server.ts';
import { startAgain } from '#tests/support/started.ts';

/** Asked over a connection of its own, which any of them may be handed. */
const ask = (server: RunningServer, address: string) =>
  fetch(server.url + address, { headers: { Connection: 'close' }, redirect: 'manual' });

describe('several processes that answer requests', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startAgain({ environment: { WEB_PROCESSES: '2', CALLS_PER_MINUTE: '200' } });
  });
  afterAll(() => server.remove());

  it('[A11-16a] answer at one address, and go on where one of them dies, until another replaces it', async () => {
    const [one = 0, other = 0] = await everyWebProcess(server, 2);
    process.kill(one, 'SIGKILL');
    await expect.poll(() => isAlive(one)).toBe(false);
    for (let i = 0; i < 5; i++) expect((await ask(server, '/healthz')).status).toBe(200);
    const pids = await everyWebProcess(server, 2);
    expect(pids).toContain(other);
    expect(pids).not.toContain(one);
    expect(await server.log()).toContainEqual(expect.objectContaining({ level: 'error', pid: one, reason: 'SIGKILL' }));
  });

  it('say that jobs are worked off, which another process does', async () => {
    await everyWebProcess(server, 2);
    for (let i = 0; i < 4; i++) {
      const answer = await ask(server, '/readyz');
      expect(await answer.json()).toMatchObject({ checks: { worker: 'ok' } });
    }
  });

  it('log in to the database as the role bound by grants and cannot leave it, like the worker [P11-10e]', async () => {
    await everyWebProcess(server, 2);
    const tool = await openEmbedded({ dataDir: server.dataDir, use: 'tool' });
    const owner = new pg.Client({ connectionString: tool.url });
    const application = new pg.Client({ connectionString: await tool.applicationUrl() });
    try {
      await Promise.all([owner.connect(), application.connect()]);
      const { rows } = await owner.query<{ who: string; as: string }>(
        `select distinct application_name as who, usename as as from pg_stat_activity
         where datname = 'imprimatur' and application_name like 'imprimatur%' order by 1`,
      );
      expect(rows).toEqual(['imprimatur', 'imprimatur worker'].map((who) => ({ who, as: 'imprimatur_app' })));
      await application.query('set role none');
      await application.query(`select set_config('role', 'none', false)`);
      await application.query('reset session authorization');
      for (const statement of [
        'set role imprimatur',
        'set session authorization imprimatur',
        'alter table ledger.event disable trigger append_only',
        'update ledger.event set type = type',
        'delete from identity.session; set row_security = off; select * from read.document',
        'set session_replication_role = replica',
      ])
        await expect(application.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    } finally {
      await Promise.all([owner.end(), application.end()]);
      await tool.stop();
    }
  });

  it('[A11d-11] take a one-time code and a recovery code once, whichever are asked at the same moment', async () => {
    const admin = {
      firstName: 'Ines',
      lastName: 'Okafor',
      email: 'ines@northmere.example',
      password: 'quiet-harbour-7',
    };
    const [code, recovery] = await inSecondProcess(server.dataDir, async (services) => {
      const named = { name: 'Northmere Diagnostics', domain: 'northmere.example', admin };
      const world = await World.found(services, named);
      const nextCode = await withApp({ services, world }, world.admin);
      const ofAdmin = { org: world.org, user: world.admin.uid };
      return [nextCode, ...(await services.identity.secondFactors.issueRecoveryCodes(ofAdmin))] as const;
    });
    const signIn = (body: object) =>
      fetch(`${server.url}/api/session`, {
        method: 'POST',
        headers: { Connection: 'close', 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    await everyWebProcess(server, 2);
    for (const typed of [code, () => recovery]) {
      const challenges = Array.from({ length: 3 }, async () => {
        const { challenge } = (await (await signIn(admin)).json()) as { challenge: string };
        return challenge;
      });
      const tries = (await Promise.all(challenges)).map((challenge) => signIn({ challenge, code: typed() }));
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([201, 401, 401]);
    }
  });

  it('hold one limit of calls together', async () => {
    await everyWebProcess(server, 2);
    const call = async () => (await ask(server, '/api/users?email=noor@northmere.example')).status;
    for (let i = 0; i < 20; i++) await call();
    await sleep(300);
    for (let i = 0; i < 4; i++) expect(await call()).toBe(429);
  });

  it('log through the primary process, so that no line is written into another', async () => {
    const server = await startAgain({ environment: { WEB_PROCESSES: '2', LOG_FILE: '-' } });
    const lines = () =>
      server
        .said()
        .split('\n')
        .filter((line) => line.startsWith('{'));
    const records = () => lines().map((line) => JSON.parse(line) as { msg: string; pid: number; path: string });
    const pids = () => records().flatMap(({ msg, pid }) => (msg === 'web.started' ? [pid] : []));
    await expect.poll(() => pids().length, { timeout: 10_000 }).toBe(2);
    const address = `/${'a'.repeat(9_000)}`;
    await Promise.all(Array.from({ length: 8 }, () => ask(server, address)));
    await expect.poll(() => records().filter(({ path: asked }) => asked === address).length).toBe(8);
    if (process.platform === 'linux') {
      const outputs = [server.child.pid, ...pids()].map((pid) => readlink(`/proc/${pid}/fd/1`));
      expect(new Set(await Promise.all(outputs)).size).toBe(3);
    }
    await server.remove();
  });

  it('end with the one that began them, however that ends', async () => {
    const killed = await startAgain({ environment: { WEB_PROCESSES: '2' } });
    await everyWebProcess(killed, 2);
    // Its standard output ends with the last process that has it.
    await killed.kill();
    await killed.remove();
  });
});
