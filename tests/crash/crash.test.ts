import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { processesOf } from '#app/adapters/embedded-postgres/cluster.ts';
import { paperPdf, paperWorkingFile } from '#app/set-up/demonstration/document-pdf.ts';
import { freePort, killHard, startServer, temporaryFolder, type RunningServer } from '#tests/support/server.ts';
import { setUp } from '#tests/support/set-up.ts';
import { Visitor } from '#tests/support/visitor.ts';
import { howMany } from '#tests/support/suite.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = howMany({ day: 1, long: 9 });
const callers = 4;
const admin = { email: 'ines@northmere.example', password: 'corridor-battery-9-lamp' };

/** What a caller asked for. `acknowledged` once the server has answered that it is done. */
interface Wish {
  kind: 'department' | 'document';
  name: string;
  commandId: string;
  acknowledged: boolean;
  /** The form, to send again after a lost answer. */
  send(visitor: Visitor): Promise<Response>;
}

/** Which process dies: the server, the database under it, or both at once. */
const victims = ['both', 'server', 'database'] as const;

const acknowledged = (wishes: readonly Wish[]): number => wishes.filter((wish) => wish.acknowledged).length;

describe('kill -9 under load', () => {
  let server: RunningServer | undefined;
  afterAll(() => server?.remove());

  it(`[P11-10a2] loses no acknowledged command and leaves none half done, ${rounds} times`, async () => {
    const dataDir = await temporaryFolder();
    const port = await freePort();
    const wishes: Wish[] = [];
    const paper = { organisation: 'Northmere', number: 'SOP', title: 'Crash', version: '1.0', sections: [] };
    const files = { working: paperWorkingFile(paper), final: await paperPdf(paper) };
    server = await startServer({ dataDir, port });
    await setUp(server, admin);
    for (let round = 0; round < rounds; round++) {
      const alive = server;
      const visitor = new Visitor(alive.url);
      await visitor.signIn(admin.email, admin.password);
      await repeatLost(visitor, wishes);
      let running = true;
      const load = Array.from({ length: callers }, async (_, caller) => {
        // Until its first failure: a dead server would be asked hundreds of times more.
        for (let turn = 0, goesOn = true; goesOn; turn++) {
          const wish = wishFor(`${round}-${caller}-${turn}`, caller === 0 ? 'document' : 'department', files);
          wishes.push(wish);
          goesOn = running && (await fulfil(visitor, wish));
        }
      });
      // Under way, whatever the machine: so many more are acknowledged, and the callers go on.
      const enough = acknowledged(wishes) + 6 + Math.floor(Math.random() * 20);
      while (acknowledged(wishes) < enough) await new Promise((resolve) => setTimeout(resolve, 5));
      await killOne(alive, victims[round % victims.length] ?? 'server');
      running = false;
      await Promise.allSettled(load);
      await alive.kill();
      server = await startServer({ dataDir, port });
    }
    const visitor = new Visitor(server.url);
    await visitor.signIn(admin.email, admin.password);
    const lost = wishes.filter(({ acknowledged }) => !acknowledged).length;
    await repeatLost(visitor, wishes);
    await expectOnce(visitor, wishes);
    await server.stop();
    const { PATH = '', HOME = '' } = process.env;
    const environment: NodeJS.ProcessEnv = { NODE_ENV: 'production', PATH, HOME, DATA_DIR: dataDir };
    for (const tool of [
      ['app/server/cli/ledger.ts', 'verify'],
      ['app/server/cli/projections.ts', 'check'],
    ]) {
      await run(process.execPath, ['scripts/run.mjs', ...tool], { cwd: root, env: environment });
    }
    // The rounds did hit commands that were under way: else they would show nothing.
    expect(lost).toBeGreaterThan(0);
    expect(wishes.length).toBeGreaterThan(rounds * callers);
  });
});

function wishFor(label: string, kind: Wish['kind'], files: { working: Buffer; final: Buffer }): Wish {
  const commandId = randomUUID();
  const document = randomUUID();
  const name = `${kind === 'document' ? 'Document' : 'Department'} ${label}`;
  const docNum = String(100 + (hashOf(label) % 900));
  const send = (visitor: Visitor) => {
    if (kind === 'department') return visitor.post('/dashboard/departments/create', { name, commandId });
    const form = new FormData();
    const fields = {
      name,
      commandId,
      document,
      type: types[hashOf(name) % types.length] ?? 'SOP',
      functionalArea: 'QA',
      docNum,
      version: '1.0',
    };
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    form.set('workingFile', new File([new Uint8Array(files.working)], 'crash.fodt'));
    form.set('finalFile', new File([new Uint8Array(files.final)], 'crash.pdf', { type: 'application/pdf' }));
    return visitor.post('/dashboard/docs/create', form);
  };
  return { kind, name, commandId, acknowledged: false, send };
}

const types = ['SOP', 'Policy', 'Work_Instruction', 'Other'];
const hashOf = (text: string): number =>
  [...text].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) >>> 0, 7);

/**
 * Sends a wish; a redirect acknowledges it. What the product refuses (a taken number) was never promised. Answers
 * whether the server works.
 */
async function fulfil(visitor: Visitor, wish: Wish): Promise<boolean> {
  try {
    const answer = await wish.send(visitor);
    await answer.arrayBuffer();
    if (answer.status === 303 || answer.status === 302) {
      if (!answer.headers.get('location')?.startsWith('/?redirect')) wish.acknowledged = true;
    } else if (answer.status < 500 && wish.kind === 'document') {
      forget.add(wish);
    }
    return answer.status < 500;
  } catch {
    // The connection died with the server: whether it was done is not known, so it is sent again after the restart.
    return false;
  }
}

/** Wishes that were refused: a number that another document took first. */
const forget = new Set<Wish>();

/** After a lost answer a person sends the same form again: it is done once, whether or not it was done before. */
async function repeatLost(visitor: Visitor, wishes: readonly Wish[]): Promise<void> {
  for (const wish of wishes) {
    if (wish.acknowledged || forget.has(wish)) continue;
    await fulfil(visitor, wish);
    expect(wish.acknowledged || forget.has(wish), `${wish.name} sent again`).toBe(true);
  }
}

/** Each acknowledged command's effect is there, whole and once. */
async function expectOnce(visitor: Visitor, wishes: readonly Wish[]): Promise<void> {
  const departments = await (await visitor.get('/dashboard/departments')).text();
  for (const wish of wishes.filter((one) => one.acknowledged && one.kind === 'department')) {
    const times = departments.split(`>${wish.name}<`).length - 1;
    expect(times, wish.name).toBe(1);
  }
  for (const wish of wishes.filter((one) => one.acknowledged && one.kind === 'document')) {
    const found = await (await visitor.get(`/dashboard?tab=manage&q=${encodeURIComponent(wish.name)}`)).text();
    const rows = [...found.matchAll(/\/dashboard\/docs\/([0-9a-f-]{36})\/revise"[^>]*>([^<]+)</g)].filter(
      ([, , name]) => name === wish.name,
    );
    expect(rows.length, wish.name).toBe(1);
    // Both files came with the draft, in one append: none of it is half done.
    const draft = await (await visitor.get(`/dashboard/docs/${rows[0]?.[1] ?? ''}/revise`)).text();
    expect(draft).toContain('crash.fodt');
    expect(draft).toContain('crash.pdf');
  }
}

async function killOne(server: RunningServer, victim: (typeof victims)[number]): Promise<void> {
  const killDatabase = async () => {
    const cluster = await realpath(path.join(server.dataDir, 'postgres/cluster'));
    killHard(await processesOf(cluster));
  };
  if (victim !== 'server') await killDatabase();
  if (victim !== 'database') await server.kill();
}
