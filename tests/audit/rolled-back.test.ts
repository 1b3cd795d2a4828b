import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBucketCopies } from '#app/audit/checkpoints/bucket-copies.ts';
import { copyCheckpoints, findRollbacks } from '#app/audit/checkpoints/rolled-back.ts';
import { mailCheckpointsJob } from '#app/audit/jobs/mail-checkpoints.ts';
import { signCheckpointJob } from '#app/audit/jobs/sign-checkpoint.ts';
import { createS3Client } from '#app/adapters/storage/s3.ts';
import { type LedgerWorld, ledgerWorld, one } from '#tests/ledger/world.ts';
import { startS3 } from '#tests/support/s3-server.ts';
import { testServices } from '#tests/support/services.ts';

let world: LedgerWorld;
let dataDir: string;
beforeAll(async () => {
  world = await ledgerWorld();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'imprimatur-checkpoints-'));
});
afterAll(async () => {
  await world.close();
  await rm(dataDir, { recursive: true, force: true });
});

const services = (environment: Record<string, string> = {}) =>
  testServices({ db: world, environment: { DATA_DIR: dataDir, ...environment } });

/** Sets the ledger back to the state that `save` left, as the database's owner can. */
const save = () =>
  world.owner.query(`create table head_before as select * from ledger.head;
                     create table signed_before as select * from ledger.signed`);
const rollBack = async (size: number) => {
  for (const statement of [
    'alter table ledger.signed disable trigger user',
    `delete from ledger.event where position > ${size}`,
    `delete from ledger.checkpoint where size > ${size}`,
    'delete from ledger.signed',
    'insert into ledger.signed select * from signed_before',
    'update ledger.head h set size = b.size, frontier = b.frontier from head_before b where b.org_id = h.org_id',
  ])
    await world.tamper(statement);
};

describe('a copy of the last checkpoint outside the database', () => {
  it('shows that the database was rolled back, also after it has grown again, and stays as it is', async () => {
    const ports = await services();
    const org = randomUUID();
    const copy = path.join(dataDir, 'checkpoints', `${org}.txt`);
    await world.ledger.append(one(org, 'a'));
    await signCheckpointJob.run({}, ports);
    expect(await readFile(copy, 'utf8')).toMatch(new RegExp(`^imprimatur/${org}\n1\n`));
    await save();
    await world.ledger.append(one(org, 'b'));
    await signCheckpointJob.run({}, ports);
    expect(await readFile(copy, 'utf8')).toMatch(new RegExp(`^imprimatur/${org}\n2\n`));
    expect(await findRollbacks(ports)).toEqual([]);

    await rollBack(1);
    const reason = expect.stringMatching(
      /does not have the 2 events that the checkpoint in DATA_DIR.checkpoints signs/,
    );
    expect(await findRollbacks(ports)).toEqual([{ org, place: 'DATA_DIR/checkpoints', reason }]);
    for (const stream of ['c', 'd']) await world.ledger.append(one(org, stream));
    await signCheckpointJob.run({}, ports);
    expect(await findRollbacks(ports)).toMatchObject([{ org }]);
    expect(await readFile(copy, 'utf8')).toMatch(new RegExp(`^imprimatur/${org}\n2\n`));
    await rm(copy);
    expect(await findRollbacks(ports)).toEqual([]);
  });

  it('is named where no known key signed it, and where the database has no such ledger', async () => {
    const ports = await services();
    const [foreign, gone] = [randomUUID(), randomUUID()];
    for (const org of [foreign, gone]) await world.ledger.append(one(org, 'a'));
    await signCheckpointJob.run({}, ports);
    const other = await services({ SIGNING_KEY: Buffer.alloc(32, 9).toString('base64') });
    expect(await findRollbacks(other)).toHaveLength(2);
    await copyCheckpoints(other, [foreign]);
    expect(await findRollbacks(ports)).toEqual([]);

    const file = path.join(dataDir, 'checkpoints', `${gone}.txt`);
    const missing = randomUUID();
    await writeFile(file.replace(gone, missing), (await readFile(file, 'utf8')).replaceAll(gone, missing));
    expect(await findRollbacks(ports)).toMatchObject([{ org: missing }]);
    await rm(path.join(dataDir, 'checkpoints'), { recursive: true });
  });

  it('is in the bucket too where there is one', async () => {
    const peer = await startS3('imprimatur', { trusting: true });
    const { settings } = peer;
    const ports = await services({
      S3_ENDPOINT: settings.endpoint!,
      S3_REGION: settings.region,
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    });
    const org = randomUUID();
    await world.ledger.append(one(org, 'a'));
    await signCheckpointJob.run({}, ports);
    const stored = await createBucketCopies(createS3Client(settings), settings.bucket).list();
    expect(stored.get(org)).toBe((await ports.checkpoints.latest(org))?.note);
    expect((await findRollbacks(ports)).map(({ org: found }) => found)).toEqual([]);
    await peer.close();
  });

  it('is sent by email once a day where CHECKPOINT_EMAIL is set', async () => {
    const ports = await services({ CHECKPOINT_EMAIL: 'auditor@northmere.example' });
    const org = randomUUID();
    await world.ledger.append(one(org, 'a'));
    const signed = await ports.checkpoints.sign(org);
    const sent: string[] = [];
    const mail = { ...ports.mail, send: async (message: { text: string }) => void sent.push(message.text) };
    await mailCheckpointsJob.run({}, { ...ports, mail });
    expect(sent).toEqual([expect.stringContaining(signed!.note.trimEnd())]);
    const silent = await services();
    await mailCheckpointsJob.run({}, { ...silent, mail });
    expect(sent).toHaveLength(1);
  });
});
