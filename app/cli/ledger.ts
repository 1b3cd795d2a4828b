import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { loadConfig, type Config } from '#app/config.ts';
import { createPool } from '#app/database/pool.ts';
import { Fault, inASentence } from '#app/fault.ts';
import { checkSeals } from '#app/pdf-signing/check-certificate.ts';
import { createKeySafe } from '#app/pdf-signing/key-safe.ts';
import { checkpointKeyName, type Services } from '#app/services.ts';
import { start } from '#app/start.ts';
import { originOf, verifierKey } from '#events/ledger/note.ts';
import { NotInLedger } from '#events/ledger/proof.ts';
import { type Verification, verify } from '#events/ledger/verify/verify.ts';
import type { FileCheck } from '#events/ledger/verify/files.ts';
import { recordedFiles } from '#events/recorded-files.ts';
import { readFile } from 'node:fs/promises';
import { helpWhereAsked } from './help.ts';

const usage = `npm run ledger -- verify [--org UID] [--checkpoint FILE]   compare everything recorded with the stored bytes; exit 1 on damage
npm run ledger -- checkpoint [--org UID]                    sign and print a checkpoint of each ledger
npm run ledger -- proof --org UID --position N              print an event's proof (C2SP tlog-proof)
npm run ledger -- key [--org UID]                           print the key that checkpoints are checked with, then those of FORMER_KEYS`;

const commands = ['verify', 'checkpoint', 'proof', 'key'] as const;

interface Asked {
  command: (typeof commands)[number];
  org: string | undefined;
  position: string | undefined;
  /** A file with checkpoints from outside the database. */
  checkpoint: string | undefined;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

function asked(): Asked {
  helpWhereAsked(usage);
  try {
    const text = { type: 'string' } as const;
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { org: text, position: text, checkpoint: text },
    });
    const command = commands.find((name) => name === positionals[0]);
    if (!command || positionals.length > 1) throw new Fault(usage);
    const org = values.org?.toLowerCase();
    if (org !== undefined && !uuid.test(org)) throw new Fault('--org takes the uid of an organisation.');
    if (command === 'proof' && (!org || !/^[1-9]\d{0,15}$/.test(values.position ?? '')))
      throw new Fault('proof takes --org UID and --position N, where 1 is the first event.');
    return { command, org, position: values.position, checkpoint: values.checkpoint };
  } catch (error) {
    throw error instanceof Fault ? error : new Fault(usage);
  }
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const number = new Intl.NumberFormat('en-US');

/** Whether what lies in a file's place on this machine cannot be read, of which the others say nothing: a bad sector, a folder, a right that was taken. */
const isOfOneFile = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['EIO', 'EISDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENOTDIR'].includes(String(error.code));

/** The stored files of every organisation, through the product's own storage. */
const filesOf = ({ storage }: Services): FileCheck => ({
  list: ({ data }) => recordedFiles(data),
  async digest(org, storageKey) {
    try {
      const stored = await storage.within(org).digest(storageKey);
      return stored.ok ? stored.value.sha256 : null;
    } catch (error) {
      if (isOfOneFile(error)) return { reason: inASentence(error).replace(/\.$/, '') };
      throw new Fault(`The stored files cannot be read, and nothing is known of them: ${inASentence(error)}`);
    }
  },
});

const describeVerification = ({
  org,
  positions,
  root,
  checkpoints,
  files,
  seconds,
  damages,
}: Verification): string[] => [
  [
    `${org}: ${number.format(positions)} positions`,
    `root ${root.toString('base64')}`,
    `${number.format(checkpoints)} checkpoints`,
    `${number.format(files)} files`,
    `${seconds.toFixed(1)} s`,
    damages.length === 0 ? 'whole' : 'DAMAGED',
  ].join(', '),
  ...damages.map(({ position, to, reason }) => {
    const at =
      position === null ? '' : to && to !== position ? `positions ${position} to ${to}: ` : `position ${position}: `;
    return `  ${at}${reason}`;
  }),
];

async function runVerify(pool: Pool, services: Services, config: Config, { org, checkpoint }: Asked): Promise<number> {
  const witnessed = checkpoint === undefined ? [] : await keptNotes(checkpoint);
  const keys = [config.verifyingKey, ...config.formerKeys];
  const files = filesOf(services);
  const safe = createKeySafe(config.secretKey);
  const here = new Set<string>();
  let damaged = 0;
  for await (const found of verify({ pool, keys, keyName: checkpointKeyName, files, witnessed, ...(org && { org }) })) {
    const seals = await checkSeals(pool, found.org, safe);
    found.damages.push(...seals.map((reason) => ({ position: null, what: 'certificate' as const, reason })));
    for (const line of describeVerification(found)) print(line);
    if (found.damages.length > 0) damaged++;
    here.add(originOf(checkpointKeyName, found.org));
  }
  for (const origin of org ? [] : witnessed.map((note) => note.split('\n', 1)[0]!)) {
    if (here.has(origin)) continue;
    print(`The given checkpoint is of ${origin}, and no such ledger is here.`);
    damaged++;
  }
  for (const removed of await withoutLedger(pool)) {
    if (org && org !== removed) continue;
    print(`${removed}: the read models have it and the ledger has no event of it: they were removed, DAMAGED`);
    here.add(originOf(checkpointKeyName, removed));
    damaged++;
  }
  // A wrong DATA_DIR, or a database that was emptied, must not pass for a ledger that is whole.
  if (here.size === 0) {
    const where = config.databaseUrl ? 'the database of DATABASE_URL' : config.dataDir;
    print(`There is no organisation in ${where}: nothing was verified.`);
    return 1;
  }
  return damaged === 0 ? 0 : 1;
}

/** Organisations that the read models know, though nothing is recorded of them: both are written in one transaction. */
async function withoutLedger(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ org_id: string }>(
    `select o.org_id from read.organisation o
     where not exists (select from ledger.head h where h.org_id = o.org_id and h.size > 0) order by o.org_id`,
  );
  return rows.map((row) => row.org_id);
}

/** The signed notes of a file as `checkpoint` prints them: one an organisation, with an empty line between. */
async function keptNotes(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Fault(`The checkpoint file ${file} cannot be read.`);
  });
  if (!text.startsWith(`${checkpointKeyName}/`))
    throw new Fault(`The file ${file} holds no checkpoint as npm run ledger -- checkpoint prints it.`);
  return text.split(new RegExp(`\\n\\n(?=${checkpointKeyName}/)`)).map((note) => `${note.trimEnd()}\n`);
}

async function printCheckpoints(services: Services, orgs: readonly string[]): Promise<number> {
  let between = '';
  for (const org of orgs) {
    const signed = await services.checkpoints.sign(org);
    if (signed) {
      print(`${between}${signed.note.trimEnd()}`);
      between = '\n';
    } else process.stderr.write(`${org}: nothing is recorded yet\n`);
  }
  return 0;
}

async function run(pool: Pool, services: Services, config: Config, request: Asked): Promise<number> {
  const { rows } = await pool.query<{ org_id: string }>('select org_id from ledger.organisations()');
  const all = rows.map((row) => row.org_id);
  const { command, org, position } = request;
  if (org !== undefined && command !== 'verify' && !all.includes(org))
    throw new Fault(`There is no organisation ${org}.`);
  const orgs = org === undefined ? all : [org];
  if (orgs.length === 0 && command !== 'verify') print('There is no organisation yet.');
  switch (command) {
    case 'verify':
      return runVerify(pool, services, config, request);
    case 'checkpoint':
      return printCheckpoints(services, orgs);
    case 'proof':
      print((await services.checkpoints.tlogProof(org!, position!)).text.trimEnd());
      return 0;
    case 'key':
      for (const key of [config.verifyingKey, ...config.formerKeys])
        for (const each of orgs) print(verifierKey(originOf(checkpointKeyName, each), key));
      return 0;
  }
}

const request = asked();
const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }));
const config = await loadConfig();
const started = await start(config, log, 'tool');
const pool = createPool({ url: started.ownerUrl, as: 'owner', max: 3 });
try {
  process.exitCode = await run(pool, started.services, config, request);
} catch (error) {
  throw error instanceof NotInLedger ? new Fault(error.message) : error;
} finally {
  await pool.end();
  await started.close();
}
