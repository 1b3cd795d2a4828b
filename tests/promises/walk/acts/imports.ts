import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { abandonImport, beginImport, cutTitles, mapColumns, previewAgain } from '#app/library-import/commands/begin.ts';
import { acceptExceptions, mendFiles, orderDates } from '#app/library-import/commands/mend.ts';
import { approveImport, checkImport } from '#app/library-import/commands/sign.ts';
import { preview } from '#app/library-import/source-pack/preview.ts';
import { runImport } from '#app/library-import/source-pack/run.ts';
import { readPlan, storeFile } from '#app/library-import/source-pack/stored.ts';
import { library, packOf, type Library } from '#tests/support/source-pack.ts';
import { admins, attempt, doer, pick, today, type Stage } from '../stage.ts';
import type { Act } from './act.ts';
import { inStatus } from './documents.ts';
import { signatureBy } from './reviews.ts';

/** A library of one document, each with a number of its own. */
function smallLibrary(stage: Stage): Library {
  const [owner, learner] = [stage.people[0]!, stage.people[3]!].map((person) => today(stage, person).email);
  const number = stage.number();
  const given = library(1, owner!, learner!, `Import ${number}`);
  const key = `VA-${number}/1`;
  const { tables } = given;
  for (const row of tables.people) row['staff number'] = number;
  for (const row of tables.documents)
    Object.assign(row, {
      key,
      number,
      area: stage.models.areas[0]?.name,
      departments: stage.models.departments[0]?.name,
    });
  tables.departments = [];
  for (const row of [...tables.versions, ...tables.training]) row.document = key;
  tables.training = tables.training.slice(1);
  return given;
}

async function stored(stage: Stage, uid: string, pack: ReturnType<typeof packOf>) {
  const { services, world } = stage.organisation;
  return Promise.all(
    pack.map(({ name, bytes }) =>
      storeFile(services, world.org, uid, name, {
        name,
        mediaType: 'application/octet-stream',
        body: Readable.from([Buffer.from(bytes)]),
      }),
    ),
  );
}

/** Begins an import and reads its pack. What is wrong with it can be mended by one act. */
async function begun(
  stage: Stage,
  who: number,
  spoil: (given: Library) => void = () => undefined,
): Promise<string | null> {
  const given = smallLibrary(stage);
  spoil(given);
  const uid = randomUUID();
  const files = await stored(stage, uid, packOf(given));
  const input = { import: uid, source: 'QDoc', reason: 'QDoc is switched off.', files };
  const made = await attempt(stage, doer(stage, who, admins(stage)), beginImport, input);
  if (!made.ok) return null;
  await previewed(stage, uid);
  return uid;
}

const previewed = ({ organisation: { services, world } }: Stage, uid: string) => preview(services, world.org, uid);

async function planOf({ organisation: { services, world } }: Stage, uid: string) {
  const { plan } = await services.database.read(world.org, (db) =>
    db.selectFrom('read.library_import').select('plan').where('uid', '=', uid).executeTakeFirstOrThrow(),
  );
  return plan && { sha256: plan.sha256, ...(await readPlan(services, world.org, plan)) };
}

async function checked(stage: Stage, who: number): Promise<string | null> {
  const uid = await begun(stage, who);
  const plan = uid && (await planOf(stage, uid));
  if (!uid || !plan) return null;
  const by = doer(stage, who, admins(stage));
  const verdicts = plan.sample.map(({ row }) => ({ row, equal: true }));
  await attempt(stage, by, checkImport, { import: uid, ...signatureBy(stage, by, 0), verdicts });
  return uid;
}

/** Few imports: each reads and stores a pack. */
const rarely = (how: number): boolean => how % 6 === 0;

/** Begins an import with this fault, and tries to mend it. */
const mending =
  (spoil: (given: Library) => void, mend: (stage: Stage, who: number, uid: string) => Promise<unknown>): Act =>
  async (stage, { who, how }) => {
    if (!rarely(how)) return;
    const uid = await begun(stage, who, spoil);
    if (uid) await mend(stage, who, uid);
  };

/** The import of small libraries; each act is named by its command. */
export const importActs: Record<string, Act> = {
  async 'library_import.begin'(stage, { who, how }) {
    if (rarely(how)) await begun(stage, who);
  },

  async 'library_import.check'(stage, { who, how }) {
    if (rarely(how)) await checked(stage, who);
  },

  /** Two admins: who began and checked does not approve. */
  async 'library_import.approve'(stage, { who, how }) {
    if (!rarely(how) || inStatus(stage, 'EFFECTIVE').some(({ import_uid: by }) => by !== null)) return;
    const uid = await checked(stage, who);
    if (!uid) return;
    const by = doer(stage, who + 1, admins(stage));
    const approved = await attempt(stage, by, approveImport, { import: uid, ...signatureBy(stage, by, 0) });
    const { services, world } = stage.organisation;
    if (approved.ok) await runImport(services, world.org, uid);
  },

  async 'library_import.preview'(stage, { which, who }) {
    const open = pick(
      stage.models.imports.filter(({ status }) => status === 'PREVIEWED'),
      which,
    );
    if (open) await attempt(stage, doer(stage, who, admins(stage)), previewAgain, { import: open.uid });
  },

  async 'library_import.abandon'(stage, { which, who }) {
    const open = pick(
      stage.models.imports.filter(({ status }) => !['COMPLETED', 'ABANDONED'].includes(status)),
      which,
    );
    const input = { import: open?.uid, reason: 'The other list is newer.' };
    if (open) await attempt(stage, doer(stage, who, admins(stage)), abandonImport, input);
  },

  'library_import.map_columns': mending(
    () => undefined,
    async (stage, who, uid) => {
      const input = { import: uid, columns: { documents: { title: 'title' } } };
      await attempt(stage, doer(stage, who, admins(stage)), mapColumns, input);
    },
  ),

  'library_import.cut_titles': mending(
    ({ tables }) => {
      for (const row of tables.documents) row.title += ` ${'long '.repeat(60)}`;
    },
    (stage, who, uid) => attempt(stage, doer(stage, who, admins(stage)), cutTitles, { import: uid }),
  ),

  'library_import.order_dates': mending(
    ({ tables }) => {
      for (const [at, row] of tables.versions.entries()) row['approved on'] = `0${at + 1}/02/201${at + 1}`;
    },
    (stage, who, uid) => {
      const orders = { versions: { 'approved on': 'day_first' } };
      return attempt(stage, doer(stage, who, admins(stage)), orderDates, { import: uid, orders });
    },
  ),

  'library_import.accept_exceptions': mending(
    ({ tables }) => {
      for (const row of tables.versions) row['approved on'] = '20.04.2019';
    },
    async (stage, who, uid) => {
      const plan = await planOf(stage, uid);
      const exceptions = plan?.problems.map((_, at) => at) ?? [];
      const input = { import: uid, plan: plan?.sha256, exceptions, reason: 'As the binder has it.' };
      await attempt(stage, doer(stage, who, admins(stage)), acceptExceptions, input);
    },
  ),

  'library_import.mend_files': mending(
    () => undefined,
    async (stage, who, uid) => {
      const mended = packOf(smallLibrary(stage)).filter(({ name }) => name === 'documents.csv');
      const input = { import: uid, files: await stored(stage, uid, mended) };
      await attempt(stage, doer(stage, who, admins(stage)), mendFiles, input);
    },
  ),
};
