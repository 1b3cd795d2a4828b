import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { signIn } from '#app/sign-in/commands/sign-in.ts';
import { resetPassword } from '#app/sign-in/commands/reset-password.ts';
import { admitImported } from '#app/set-up/commands/admit-imported.ts';
import { registerWebhook } from '#app/integrations/commands/webhooks/manage.ts';
import { checkpointKeyName } from '#app/audit/checkpoints/key-name.ts';
import { World } from '#app/set-up/demonstration/world.ts';
import { makeReportTask } from '#app/server/jobs/make-report.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { enqueueReport, findReport } from '#app/reports/making/report-queue.ts';
import { verify } from '#events/ledger/verify/verify.ts';
import { recordedFiles } from '#events/recorded-files.ts';
import { check } from '#projections/rebuild/check.ts';
import { archiveOf, importInto, installation, keyOf, type Installation } from '#tests/set-up/archive/installations.ts';
import { codeFor, recordedOn, visit } from '#tests/support/visiting.ts';
import { withApp } from '#tests/support/enrolled-app.ts';
import { importHere } from '#tests/support/approved-import.ts';
import { library, packOf } from '#tests/support/source-pack.ts';
import { buildOrganisation, type ScenarioOrganisation } from '#tests/support/scenario.ts';

vi.setConfig({ testTimeout: 240_000 });

/** Every row of an installation that belongs to an organisation, as one digest for each table. */
async function rowsOf({ db }: Installation, org: string): Promise<Record<string, string>> {
  const { rows: tables } = await db.owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
     where c.relkind = 'r' and n.nspname in ('ledger', 'read', 'identity', 'app') order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await db.owner.query<{ digest: string | null }>(
      `select md5(string_agg(t::text, '|' order by t::text)) as digest from ${name} t where org_id = $1`,
      [org],
    );
    found[name] = rows[0]?.digest ?? 'empty';
  }
  return found;
}

const isOf = (schemas: readonly string[]) => (name: string) => schemas.some((schema) => name.startsWith(`${schema}.`));
const only = (rows: Record<string, string>, keep: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(rows).filter(([name]) => keep(name)));

async function verified({ db, services: { config, storage } }: Installation, org: string) {
  const keys = [config.verifyingKey, ...config.formerKeys];
  const files = {
    list: ({ data }: { data: Parameters<typeof recordedFiles>[0] }) => recordedFiles(data),
    async digest(own: string, key: string) {
      const stored = await storage.within(own).digest(key);
      return stored.ok ? stored.value.sha256 : null;
    },
  };
  for await (const found of verify({ pool: db.owner, org, keys, keyName: checkpointKeyName, files }))
    return { ...found, seconds: 0 };
  throw new Error('nothing was verified');
}

/** A library that came from another system, with evidence, by two admins. */
async function importLibrary({ world, admin, author, employee }: ScenarioOrganisation): Promise<string> {
  const email = `sanna.virtanen@${author.email.split('@')[1]!}`;
  const { password } = admin;
  const second = await world.join({ firstName: 'Sanna', lastName: 'Virtanen', role: 'ADMIN', email, password }, [
    'Quality',
  ]);
  const given = library(2, author.email, employee.email);
  for (const document of given.tables.documents) document.number = '';
  for (const [row] of [given.tables.versions, given.tables.training]) row!['evidence file'] = 'va-1-1.pdf';
  return importHere(world, second, packOf(given));
}

async function filesOfImport({ services }: Installation, org: string, uid: string) {
  return services.database.read(org, async (db) => {
    const { status, report, plan } = await db
      .selectFrom('read.library_import')
      .select(['status', 'report', 'plan'])
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow();
    const versions = await db
      .selectFrom('read.document_version')
      .select(['final_file', 'evidence'])
      .where('import_uid', '=', uid)
      .execute();
    const evidence = versions.flatMap((version) => version.evidence ?? []);
    expect(evidence).toHaveLength(1);
    return { status, files: [report!, plan!, ...evidence, ...versions.map(({ final_file }) => final_file)] };
  });
}

describe('an organisation that is exported and imported', () => {
  it('[P11-10b2] is the same in root, rows and files on a second server, beside others that stay', async () => {
    const home = await installation({ WEBHOOK_ALLOW_PRIVATE: 'true' });
    const ours = await buildOrganisation(home.services, 'Northmere Diagnostics', 'northmere');
    const theirs = await World.found(home.services, {
      name: 'Southwold Instruments',
      domain: 'southwold.example',
      admin: { ...ours.admin, email: 'petra.lindqvist@southwold.example' },
    });
    const { org } = ours.world;
    await withApp({ services: home.services, world: ours.world }, ours.author);
    await ours.world.act(ours.admin, registerWebhook, { url: 'http://127.0.0.1:9/', kinds: ['user.invited'] });
    const importUid = await importLibrary(ours);
    await home.services.checkpoints.sign(org);
    await home.db.owner.query(
      `insert into app.list_choice (org_id, user_uid, list, choice) values ($1, $2, 'home', '{"sort": "name"}')`,
      [org, ours.admin.uid],
    );
    await home.db.owner.query(
      `insert into app.notification (org_id, uid, user_uid, key, template, subject, preview, noted_at, delivery)
       select $1, gen_random_uuid(), $2, 'n' || i, 'x', 'Subject', 'Preview', now(), 'at_once'
       from generate_series(1, 3) i`,
      [org, ours.admin.uid],
    );
    const archive = await archiveOf(home.services, org);
    expect(Buffer.compare(await readFile(archive), await readFile(await archiveOf(home.services, org)))).toBe(0);

    const away = await installation({ FORMER_KEYS: keyOf(home.services, org) });
    const other = await World.found(away.services, {
      name: 'Eastmoor Optics',
      domain: 'eastmoor.example',
      admin: { ...ours.admin, email: 'tom.ashby@eastmoor.example' },
    });
    const before = await rowsOf(away, other.org);
    const imported = await importInto(away, archive);
    const source = await verified(home, org);
    expect(imported).toMatchObject({ org, size: source.positions, root: source.root.toString('base64'), missing: 0 });
    expect(await verified(away, org)).toEqual(source);
    expect(source.damages).toEqual([]);
    expect(source.files).toBeGreaterThan(10);
    // The files of the imported library too: PDFs, evidence and the migration report.
    const { files, status } = await filesOfImport(away, org, importUid);
    expect(status).toBe('COMPLETED');
    for (const { objectKey, sha256 } of files)
      expect(await away.services.storage.within(org).digest(objectKey)).toMatchObject({ ok: true, value: { sha256 } });
    expect((await check({ pool: away.db.owner, org })).map(({ count }) => count)).toEqual([0]);
    const [there, here] = [await rowsOf(home, org), await rowsOf(away, org)];
    const record = isOf(['ledger', 'read']);
    expect(only(here, record)).toEqual(only(there, record));
    for (const table of ['list_choice', 'list_view', 'notice', 'notification', 'notification_choice'])
      expect([table, here[`app.${table}`]]).toEqual([table, there[`app.${table}`]]);
    expect(new Set(Object.values(only(here, isOf(['identity']))))).toEqual(new Set(['empty']));
    expect(await rowsOf(away, other.org)).toEqual(before);

    const again = await archiveOf(away.services, org);
    const [first, second] = [unzipSync(await readFile(archive)), unzipSync(await readFile(again))];
    const differing = Object.keys(second).filter((name) => Buffer.compare(first[name]!, second[name]!) !== 0);
    expect(Object.keys(second)).toEqual(Object.keys(first));
    expect(differing).toEqual(['made-with.txt', 'manifest.sig']);
    await expect(importInto(away, archive)).rejects.toThrow(
      `The organisation Northmere Diagnostics (${org}) is in this installation already: nothing was imported.`,
    );

    // Nobody's secrets came along, of this organisation or of another.
    const words = Buffer.concat(Object.values(first).map((bytes) => Buffer.from(bytes))).toString('latin1');
    for (const secret of ['$argon2id$', 'PRIVATE KEY', theirs.org, theirs.admin.email])
      expect(words.includes(secret)).toBe(false);

    const payload = { org, archive: 'a'.repeat(64), size: imported.size, root: source.root.toString('hex') };
    await admitImported(away.services, payload);
    const { size } = await away.services.ledger.readHead(org);
    await admitImported(away.services, payload);
    expect((await away.services.ledger.readHead(org)).size).toBe(size);
    expect((await recordedOn(away.services, org, 'organisation')).at(-1)).toMatchObject({
      type: 'OrganisationImported',
      data: { archive: payload.archive, size: imported.size },
      actor: { kind: 'system', name: 'The console' },
    });
    const { rows: asked } = await away.db.owner.query<{ type: string; count: number }>(
      `select type, count(*)::integer from ledger.event where org_id = $1 and position > $2 group by type order by 1`,
      [org, imported.size],
    );
    // Six are active and one is invited; one had an app; the person who left is asked nothing.
    expect(asked).toEqual([
      { type: 'AuthenticatorRevoked', count: 1 },
      { type: 'OrganisationImported', count: 1 },
      { type: 'VerificationCodeIssued', count: 7 },
      { type: 'WebhookDisabled', count: 1 },
    ]);
    const { email, password } = ours.author;
    expect(await visit(away.services, signIn('screen', null), { email, password })).toMatchObject({ ok: false });
    const code = await codeFor(away.services, ours.author, 'reset');
    const newPassword = 'corridor-battery-10-lamp';
    const entered = await visit(away.services, resetPassword('screen', null), { email, code, newPassword });
    expect(entered).toMatchObject({ ok: true, value: { account: { org, user: ours.author.uid } } });
    expect((await verified(away, org)).damages).toEqual([]);
    // What was recorded since is left out: an archive is of a position.
    const earlier = await archiveOf(away.services, org, String(imported.size));
    const third = unzipSync(await readFile(earlier));
    const changed = Object.keys(third).filter((name) => Buffer.compare(first[name]!, third[name]!) !== 0);
    expect(changed).toEqual(['made-with.txt', 'manifest.sig']);
  });

  it('names a key that is not known, and a person whose address somebody has here', async () => {
    const home = await installation();
    const { world, admin } = await buildOrganisation(home.services, 'Northmere Diagnostics', 'northmere');
    const { org } = world;
    const archive = await archiveOf(home.services, org);
    const stranger = await installation();
    await expect(importInto(stranger, archive)).rejects.toThrow(
      `The archive was made with a key that this installation does not know: ${keyOf(home.services, org)}`,
    );
    const away = await installation({ FORMER_KEYS: keyOf(home.services, org) });
    await World.found(away.services, { name: 'Another', domain: 'another.example', admin });
    await expect(importInto(away, archive)).rejects.toThrow(
      `${admin.email} belongs to somebody of another organisation`,
    );
    const { rows } = await away.db.owner.query('select from ledger.event where org_id = $1', [org]);
    expect(rows).toHaveLength(0);
  });

  it('is made as a job, and is refused where the ledger was altered', async () => {
    const { db, services } = await installation();
    const { org, admin } = await World.found(services, {
      name: 'Northmere Diagnostics',
      domain: 'northmere.example',
      admin: { firstName: 'Ines', lastName: 'Okafor', email: 'ines@northmere.example', password: 'corridor-battery-9' },
    });
    const direct = await readFile(await archiveOf(services, org));
    const { size } = await services.ledger.readHead(org);
    const viewer = await services.database.read(org, (trx) =>
      readViewer(trx, { org, user: admin.uid, publicId: '0'.repeat(64) }),
    );
    const queued = await enqueueReport(services, viewer!, {
      request: { name: 'organisation-archive', format: 'zip', position: size },
      title: 'Archive',
      filename: 'archive.zip',
      total: Number(size),
    });
    const report = queued.ok ? queued.value.uid : '';
    const state = async () => {
      await makeReportTask.run({ org, report }, services);
      const found = await findReport(services, viewer!, report);
      return found.ok ? found.value : null;
    };
    const made = await state();
    expect(made).toMatchObject({ state: 'done', size: String(direct.length) });
    const opened = await services.storage.within(org).open(made?.object_key ?? '');
    expect(Buffer.compare(await buffer(opened.ok ? opened.value : Readable.from([])), direct)).toBe(0);
    await db.owner.query(`update app.report set state = 'waiting' where uid = $1`, [report]);
    await db.owner.query(
      `alter table ledger.event disable trigger append_only;
       update ledger.event set canonical = replace(canonical, 'Ines', 'Inez');
       alter table ledger.event enable always trigger append_only`,
    );
    expect(await state()).toMatchObject({ state: 'failed', object_key: null });
  });
});
