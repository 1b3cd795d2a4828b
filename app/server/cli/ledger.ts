import { readFile } from 'node:fs/promises';
import { hasCode } from '#events/error-code.ts';
import type { Pool } from 'pg';
import { changedGuards } from '#app/adapters/database/guards.ts';
import { Fault, inASentence } from '#app/adapters/environment/fault.ts';
import { checkCertificates } from '#app/adapters/pdf-signing/check-certificate.ts';
import { exchangedPasswords } from '#app/sign-in/adapters/exchanged-passwords.ts';
import { createPasswordBinding } from '#app/adapters/secrets/passwords.ts';
import { createKeySafe } from '#app/adapters/pdf-signing/key-safe.ts';
import { checkpointKeyName } from '#app/audit/checkpoints/key-name.ts';
import type { Services } from '#app/server/services.ts';
import { PasskeyCheck } from '#app/audit/evidence/verify/passkey/passkeys.ts';
import { originOf, verifierKey } from '#events/ledger/note.ts';
import type { NotInLedger } from '#events/ledger/proof.ts';
import type { FileCheck } from '#events/ledger/verify/files.ts';
import { type Verification, verify } from '#events/ledger/verify/verify.ts';
import { recordedFiles } from '#events/recorded-files.ts';
import { chosenOrganisations, count, orgOption, print, type Product, readArguments, withProduct } from './tool.ts';

const usage = `npm run ledger -- verify [--org UID] [--checkpoint FILE]   check events and files; exit 1 on damage
npm run ledger -- checkpoint [--org UID]                    sign and print a checkpoint of each ledger
npm run ledger -- proof --org UID --position N              print an event's proof (C2SP tlog-proof)
npm run ledger -- key [--org UID]                           print the public key, then those of FORMER_KEYS`;

/** System errors of a single file: a bad sector, a folder in its place, a missing permission. */
const fileErrors = ['EIO', 'EISDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENOTDIR'];

/** The stored files of every organisation, through the product's own storage. */
const filesOf = ({ storage }: Services): FileCheck => ({
  list: ({ data }) => recordedFiles(data),
  async digest(org, storageKey) {
    try {
      const stored = await storage.within(org).digest(storageKey);
      if (stored.ok) return stored.value.sha256;
      const { code, detail } = stored.failure;
      return code === 'file_missing' ? null : { reason: (detail ?? code).replace(/\.$/, '') };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (fileErrors.includes(String(code))) return { reason: inASentence(error).replace(/\.$/, '') };
      throw new Fault(`The stored files cannot be read, so they were not checked: ${inASentence(error)}`);
    }
  },
});

function printVerification(one: Verification): void {
  const { org, positions, root, checkpoints, files, seconds, damages, unsigned } = one;
  const counts = [count(positions, 'events'), `root ${root.toString('base64')}`, count(checkpoints, 'checkpoints')];
  const result = damages.length === 0 ? 'intact' : 'DAMAGED';
  print(`${org}: ${[...counts, count(files, 'files'), `${seconds.toFixed(1)} s`, result].join(', ')}`);
  for (const { position, to, reason } of damages) {
    print(`  ${position === null ? '' : `${rangeOf(position, to)}: `}${reason}`);
  }
  if (unsigned) print(`  ${rangeOf(unsigned.from, unsigned.to)}: not signed yet; the next minute or start signs them`);
}

const rangeOf = (from: string, to = from): string => (from === to ? `position ${from}` : `positions ${from} to ${to}`);

async function runVerify(
  { pool, services, config }: Product,
  org: string | undefined,
  checkpointFile: string | undefined,
): Promise<number> {
  const witnessed = [
    ...(checkpointFile === undefined ? [] : await checkpointsOf(checkpointFile)),
    ...(await storedCopies(services)),
  ];
  const keys = [config.verifyingKey, ...config.formerKeys];
  const files = filesOf(services);
  const safe = createKeySafe(config.secretKey);
  const found = new Set<string>();
  const signatures = () => new PasskeyCheck();
  let damaged = 0;
  for (const difference of await changedGuards(pool)) {
    print(`The guards of the database: ${difference}, DAMAGED`);
    damaged++;
  }
  const options = { pool, keys, keyName: checkpointKeyName, files, signatures, witnessed };
  for await (const one of verify({ ...options, ...(org && { org }) })) {
    const certificates = await checkCertificates(pool, one.org, safe);
    one.damages.push(...certificates.map((reason) => ({ position: null, what: 'certificate' as const, reason })));
    const exchanged = await exchangedPasswords(pool, one.org, createPasswordBinding(config.secretKey));
    one.damages.push(...exchanged.map((reason) => ({ position: null, what: 'password' as const, reason })));
    printVerification(one);
    if (one.damages.length > 0) damaged++;
    found.add(originOf(checkpointKeyName, one.org));
  }
  for (const origin of org ? [] : witnessed.map((note) => note.split('\n', 1)[0]!)) {
    if (found.has(origin)) continue;
    print(`A checkpoint outside the database names ${origin}, and this database has no such ledger.`);
    damaged++;
  }
  for (const removed of await withoutLedger(pool)) {
    if (org && org !== removed) continue;
    print(`${removed}: the read models have this organisation and the ledger has no event of it, DAMAGED`);
    found.add(originOf(checkpointKeyName, removed));
    damaged++;
  }
  // A wrong DATA_DIR, or an emptied database, must not pass for an intact ledger.
  if (found.size === 0) {
    const place = config.databaseUrl ? 'the database of DATABASE_URL' : config.dataDir;
    print(`There is no organisation in ${place}: nothing was verified.`);
    return 1;
  }
  return damaged === 0 ? 0 : 1;
}

/** The copies of checkpoints that the product stores outside the database. */
async function storedCopies({ checkpointCopies }: Services): Promise<string[]> {
  const notes: string[] = [];
  for (const { place, list } of checkpointCopies)
    try {
      notes.push(...(await list()).values());
    } catch (error) {
      throw new Fault(`The checkpoints in ${place} cannot be read, so nothing was verified: ${inASentence(error)}`);
    }
  return notes;
}

/** Organisations with read models and no event. Both are written in one transaction, so the events were removed. */
async function withoutLedger(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ org_id: string }>(
    `select o.org_id from read.organisation o
     where not exists (select from ledger.head h where h.org_id = o.org_id and h.size > 0) order by o.org_id`,
  );
  return rows.map((row) => row.org_id);
}

/** The signed notes of a file as `checkpoint` prints them: one for each organisation, with an empty line between. */
async function checkpointsOf(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Fault(`The checkpoint file ${file} cannot be read.`);
  });
  if (!text.startsWith(`${checkpointKeyName}/`))
    throw new Fault(`The file ${file} holds no checkpoint as npm run ledger -- checkpoint prints it.`);
  return text.split(new RegExp(`\\n\\n(?=${checkpointKeyName}/)`)).map((note) => `${note.trimEnd()}\n`);
}

async function printCheckpoints({ services }: Product, orgs: readonly string[]): Promise<void> {
  const notes: string[] = [];
  for (const org of orgs) {
    const signed = await services.checkpoints.sign(org);
    if (signed) notes.push(signed.note.trimEnd());
    else process.stderr.write(`${org}: nothing is recorded yet\n`);
  }
  if (notes.length > 0) print(notes.join('\n\n'));
}

async function printProof({ services }: Product, org: string, position: string): Promise<void> {
  const proof = await services.checkpoints.tlogProof(org, position).catch((error: unknown) => {
    throw hasCode<NotInLedger>(error, 'not_in_ledger') ? new Fault(error.message) : error;
  });
  print(proof.text.trimEnd());
}

function printKeys({ config }: Product, orgs: readonly string[]): void {
  for (const key of [config.verifyingKey, ...config.formerKeys])
    for (const org of orgs) print(verifierKey(originOf(checkpointKeyName, org), key));
}

const text = { type: 'string' } as const;
const { command, values } = readArguments(usage, ['verify', 'checkpoint', 'proof', 'key'], {
  org: text,
  position: text,
  checkpoint: text,
});
const org = orgOption(values.org);
const position = values.position ?? '';
if (command === 'proof' && (!org || !/^[1-9]\d{0,15}$/.test(position)))
  throw new Fault('proof takes --org UID and --position N, where 1 is the first event.');

await withProduct(async (product) => {
  if (command === 'verify') return runVerify(product, org, values.checkpoint);
  const { rows } = await product.pool.query<{ org_id: string }>('select org_id from ledger.organisations()');
  const orgs = chosenOrganisations(
    rows.map((row) => row.org_id),
    org,
  );
  if (command === 'checkpoint') await printCheckpoints(product, orgs);
  else if (command === 'proof') await printProof(product, org!, position);
  else printKeys(product, orgs);
  return 0;
});
