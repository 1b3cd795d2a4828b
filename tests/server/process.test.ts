import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded } from '#app/adapters/embedded-postgres/embedded-postgres.ts';
import { processesOf } from '#app/adapters/embedded-postgres/cluster.ts';
import { createHttpServer } from '#app/server/http-server.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { freePort, killHard, runServer, startServer, type RunningServer } from '#tests/support/server.ts';
import { folderOf, afterStart, startAgain, startedBefore } from '#tests/support/started.ts';

const running: RunningServer[] = [];
const tracked = async (starting: Promise<RunningServer>): Promise<RunningServer> => {
  const server = await starting;
  running.push(server);
  return server;
};
/** Starts with the data of an earlier start, which saves making a database; the first start has a test of its own. */
const started = () => tracked(startAgain());
// The first start takes longer than any test of a later one.
beforeAll(() => folderOf(afterStart()).then(() => undefined));
afterEach(async () => {
  for (const server of running.splice(0).reverse()) await server.remove();
});

const postmasters = async (server: RunningServer) => processesOf(path.join(server.dataDir, 'postgres/cluster'));

/** A form post whose body is still on its way: `finish` sends the rest and answers the status. */
function slowPost(url: string): { finish(): Promise<number> } {
  const [first, rest] = ['email=noor', '%40northmere.example&password=x'];
  const request = http.request(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': first.length + rest.length,
      Origin: new URL(url).origin,
    },
  });
  const answered = new Promise<number>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
  });
  answered.catch(() => undefined);
  request.write(first);
  return { finish: () => (request.end(rest), answered) };
}

/** A start on an external database without a warning. */
const isQuiet =
  /^Connecting to the database\nImprimatur \S+ is ready at \S+\n(Enter the set-up code: \S+\n)?Email: .+\n$/;

describe('the product as a process', () => {
  it('says what begins, its address, on an empty database the set-up code, and where emails are', async () => {
    const server = await tracked(startServer());
    const { dataDir } = server;
    const [begins, address, code, email, ...rest] = server.said().split('\n');
    expect(begins).toBe(`Starting the database in ${dataDir}/`);
    expect(address).toMatch(/^Imprimatur \d+\.\d+\.\d+ is ready at http:\/\/localhost:\d+$/);
    expect(code).toMatch(/^Enter the set-up code: [0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(email).toBe(`Email: files in ${dataDir}/outbox`);
    expect(rest).toEqual(['']);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const ready = await fetch(`${server.url}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      status: 'ready',
      checks: { clock: 'ok', database: 'ok', disk: 'ok', guards: 'ok', migrations: 'ok', storage: 'ok', worker: 'ok' },
    });
  });

  it('reports every mistake in its settings at start, a sentence a line, and ends with 1', async () => {
    const { code, said } = await runServer({
      environment: { PORT: 'x', PUBLIC_URL: 'y', DATABASE_URL: 'z', SECRET_KEY: 'w' },
    });
    expect(code).toBe(1);
    const lines = said.trim().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['PUBLIC_URL', 'PORT', 'DATABASE_URL', 'SECRET_KEY']);
    for (const line of lines) expect(line).toMatch(/^[A-Z_]+ must .*\.$/);
  });

  it('says in a sentence that its database cannot be reached, without the password', async () => {
    const { code, said } = await runServer({
      environment: { DATABASE_URL: 'postgresql://quality:hunter2@127.0.0.1:9/quality' },
    });
    expect(code).toBe(1);
    expect(said).toMatch(/^Connecting to the database\nDATABASE_URL cannot be connected to: .*\n$/);
    expect(said).not.toContain('hunter2');
  });

  it('says in a sentence that its bucket cannot be used, or its mail server, which it can wait for', async () => {
    const database = await freshDatabase();
    const common = { DATABASE_URL: database.url };
    const bucket = {
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_BUCKET: 'b',
      S3_ACCESS_KEY_ID: 'i',
      S3_SECRET_ACCESS_KEY: 'hunter2',
    };
    expect(await runServer({ environment: { ...common, ...bucket } })).toEqual({
      code: 1,
      said: expect.stringMatching(/\nS3_BUCKET or another S3_ setting is wrong: The bucket "b" can't be used: .+\.\n$/),
    });
    const mail = { SMTP_URL: 'smtp://quality:hunter2@127.0.0.1:9', MAIL_FROM: 'quality@northmere.example' };
    const server = await tracked(startServer({ environment: { ...common, ...mail } }));
    await expect.poll(server.said).toMatch(/\nSMTP_URL cannot be connected to: .+ Emails wait until it can\.\n$/);
    expect(server.said()).not.toContain('hunter2');
    await server.stop();
    await database.close();
  });

  it('warns that another server on its database has another SECRET_KEY', async () => {
    const database = await freshDatabase();
    const begin = (SECRET_KEY: string) =>
      tracked(startServer({ environment: { DATABASE_URL: database.url, SECRET_KEY } }));
    const [first, same, other] = [
      await begin('a'.repeat(32)),
      await begin('a'.repeat(32)),
      await begin('b'.repeat(32)),
    ];
    for (const quiet of [first, same]) expect(quiet.said()).toMatch(isQuiet);
    expect(other.said()).toMatch(/\nAnother server on this database has another key than SECRET_KEY: .+\.\n/);
    const warning = { level: 'warn', key: 'SECRET_KEY', msg: 'server.secret_key_differs' };
    expect(await other.log()).toContainEqual(expect.objectContaining(warning));
    for (const server of [first, same, other]) await server.stop();
    const alone = await begin('c'.repeat(32));
    expect(alone.said()).toMatch(isQuiet);
    await alone.stop();
    await database.close();
  });

  it('reports that its port is taken or its DATA_DIR in use', async () => {
    const server = await started();
    const [samePort, sameFolder] = await Promise.all([
      runServer({ port: server.port }),
      runServer({ dataDir: server.dataDir }),
    ]);
    expect(samePort).toEqual({
      code: 1,
      said: expect.stringMatching(/^PORT \d+ is in use by another program: .*\.\n$/),
    });
    expect(sameFolder).toEqual({
      code: 1,
      said: expect.stringMatching(/is in use by another Imprimatur process: .*\.\n$/),
    });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  it('has room in its database for all its processes, and names a password that is not the database’s', async () => {
    const dataDir = await startedBefore();
    const own = await openEmbedded({ dataDir, use: 'tool', webProcesses: 64 });
    const client = new pg.Client({ connectionString: own.url });
    await client.connect();
    const { rows } = await client.query<{ max_connections: string }>('show max_connections');
    expect(Number(rows[0]?.max_connections)).toBeGreaterThan(65 * 24);
    await client.end();
    await own.stop();
    const secret = path.join(dataDir, 'postgres.secret');
    await writeFile(secret, 'another');
    expect(await runServer({ dataDir })).toEqual({
      code: 1,
      said: expect.stringMatching(
        /\nThe password in \S+postgres\.secret is not that of the database in .+: put back .+\n$/,
      ),
    });
    expect(await processesOf(path.join(dataDir, 'postgres/cluster'))).toEqual([]);
    await writeFile(secret, '');
    expect(await runServer({ dataDir })).toEqual({
      code: 1,
      said: expect.stringMatching(/\nThe password in \S+postgres\.secret is damaged: put it back from a backup\.\n$/),
    });
    await rm(dataDir, { recursive: true, force: true });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'finishes the request under way at %s, takes no other, and stops PostgreSQL',
    async (name) => {
      const server = await started();
      const slow = slowPost(`${server.url}/?index`);
      await sleep(200);
      server.child.kill(name);
      // npm passes on what the terminal has sent already: the second one must not cut anything short.
      server.child.kill(name);
      await sleep(300);
      await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
      expect(await slow.finish()).toBeLessThan(500);
      expect(await server.stop()).toBe(0);
      expect(await postmasters(server)).toEqual([]);
      expect(await readFile(path.join(server.dataDir, 'postgres/cluster/postmaster.pid')).catch(() => null)).toBeNull();
    },
  );

  it('closes the HTTP server only after a slow client has received the whole last answer', async () => {
    const [server, port] = [createHttpServer(), await freePort()];
    await server.listen((_request, response) => response.end(Buffer.alloc(20_000_000)), port, '127.0.0.1');
    const response = await new Promise<http.IncomingMessage>((resolve) => http.get({ port }, resolve));
    const closed = server.close(10_000);
    await sleep(200);
    let length = 0;
    for await (const piece of response) length += (piece as Buffer).length;
    await closed;
    expect(length).toBe(20_000_000);
  });

  it('[A11-16a] starts again after kill -9 of everything, with nothing lost', async () => {
    const server = await started();
    const tool = await openEmbedded({ dataDir: server.dataDir, use: 'tool' });
    const client = new pg.Client({ connectionString: tool.url });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('create table app.sample (n integer)');
    await client.query('insert into app.sample values (1)');
    const processes = await postmasters(server);
    expect(processes.length).toBeGreaterThan(3);
    server.child.kill('SIGKILL');
    killHard(processes);
    await server.kill();
    await client.end().catch(() => undefined);

    const again = await tracked(startServer({ dataDir: server.dataDir }));
    const second = await openEmbedded({ dataDir: server.dataDir, use: 'tool' });
    const reader = new pg.Client({ connectionString: second.url });
    await reader.connect();
    expect((await reader.query('select n from app.sample')).rows).toEqual([{ n: 1 }]);
    await reader.end();
    await second.stop();
    expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
  });

  it('ends its PostgreSQL with it where it is killed, and starts again', async () => {
    const server = await started();
    expect(await postmasters(server)).not.toEqual([]);
    await server.kill();
    await expect.poll(() => postmasters(server), { timeout: 60_000 }).toEqual([]);
    const again = await tracked(startServer({ dataDir: server.dataDir }));
    expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
  });

  it('[A11-16a] recovers by itself when PostgreSQL is killed under it', async () => {
    const server = await started();
    killHard(await postmasters(server));
    let status = 0;
    while (status !== 200) {
      await sleep(100);
      status = (await fetch(`${server.url}/readyz`)).status;
    }
  });

  it('[A11-16b] is not ready, but alive, where its database is gone', async () => {
    const database = await freshDatabase();
    const server = await tracked(startServer({ environment: { DATABASE_URL: database.url } }));
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await database.close();
    const answer = await fetch(`${server.url}/readyz`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ status: 'not ready', checks: { database: 'failed', storage: 'ok' } });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  it('writes JSON lines with the id that the answer bears, and no secret', async () => {
    const database = await freshDatabase();
    const secretKey = 'a secret key for this one test alone';
    const server = await tracked(startServer({ environment: { DATABASE_URL: database.url, SECRET_KEY: secretKey } }));
    const answer = await fetch(`${server.url}/?code=hunter2&token=hunter2`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'noor@northmere.example', password: 'hunter2', code: 'hunter2' }),
      headers: { Authorization: 'Bearer hunter2', Cookie: 'session=hunter2', Origin: server.url },
    });
    await answer.arrayBuffer();
    await server.stop();
    const log = await server.log();
    const id = answer.headers.get('X-Request-Id');
    expect(log).toContainEqual(
      expect.objectContaining({ request: id, method: 'POST', path: '/', status: answer.status }),
    );
    const everything = JSON.stringify(log) + server.said();
    for (const secret of ['hunter2', secretKey, new URL(database.url.replace('@/', '@x/')).password]) {
      expect(everything).not.toContain(secret);
    }
    expect((await stat(path.join(server.dataDir, 'log/server.1.log'))).mode & 0o077).toBe(0);
    await database.close();
  });
});
