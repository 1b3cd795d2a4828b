import type { Selectable } from 'kysely';
import { z } from 'zod';
import { uid } from '#events/common.ts';
import type { StoredFile } from '#events/document/events.ts';
import type { ReadDocument } from '#projections/tables.ts';
import { forEachInTurn, forEachOrganisation } from '#app/kit/job/organisations.ts';
import type { Task } from '#app/kit/job/task.ts';
import type { Ports } from '#app/kit/ports.ts';
import { documentsWithoutText, indexInLanguage, removeTextBut, storeText } from '#app/search/text/store.ts';

const documentReference = z.object({ org: uid, document: uid });

/** Reads the text of a document's files for the search, and forgets that of files which nobody can find any more. */
export const extractTextTask: Task<z.infer<typeof documentReference>> = {
  name: 'extract-text',
  payload: documentReference,
  run: ({ org, document }, ports) => extractText(ports, org, document),
};

/** Documents of an organisation in one run: some minutes. */
const mostOfASweep = 500;

/** The same for every document that has a file whose text was not read, as after an update of the product. */
export const extractTextSweepTask: Task = {
  name: 'extract-text-sweep',
  payload: z.unknown(),
  run: (_payload, ports, stopping) =>
    forEachOrganisation(ports, async (org) => {
      // A file may have been read while the setting changed.
      await indexInLanguage(ports.database, org);
      const documents = await documentsWithoutText(ports.database, org, mostOfASweep);
      await forEachInTurn(
        documents,
        async (document) => {
          if (!stopping?.aborted) await extractText(ports, org, document);
        },
        (err, document) => ports.log.error({ err, org, document }, 'text.not_extracted'),
      );
    }),
};

/** After a change of the setting: until it is done, words are found in the pages of the former language as typed. */
export const indexInLanguageTask: Task<{ org: string }> = {
  name: 'index-in-language',
  payload: z.object({ org: uid }),
  run: ({ org }, { database }) => indexInLanguage(database, org),
};

export async function extractText(
  { database, texts, now, log }: Pick<Ports, 'database' | 'texts' | 'now' | 'log'>,
  org: string,
  document: string,
): Promise<void> {
  const files = await database.read(org, async (db) => {
    const row = await db.selectFrom('read.document').selectAll().where('uid', '=', document).executeTakeFirst();
    const inForce = await db
      .selectFrom('read.document_version')
      .select(['final_file', 'working_file'])
      .where('document_uid', '=', document)
      .where('status', '=', 'EFFECTIVE')
      .executeTakeFirst();
    const read = await db.selectFrom('app.file_text').select('sha256').where('document_uid', '=', document).execute();
    const wanted = [...(row ? filesOf(row) : []), inForce?.final_file, inForce?.working_file].filter((file) => !!file);
    return { wanted, read: new Set(read.map(({ sha256 }) => sha256)) };
  });
  await removeTextBut(
    database,
    { org, document },
    files.wanted.map(({ sha256 }) => sha256),
  );
  const missing = new Map(
    files.wanted.filter(({ sha256 }) => !files.read.has(sha256)).map((file) => [file.sha256, file]),
  );
  await forEachInTurn(
    [...missing.values()],
    async (file) => {
      const pages = await texts.read(org, file);
      await storeText(database, { org, document, sha256: file.sha256, pages, readAt: now() });
    },
    (err, { sha256 }) => log.warn({ err, org, document, sha256 }, 'text.not_read'),
  );
}

const filesOf = (row: Selectable<ReadDocument>): (StoredFile | null)[] =>
  row.status === 'RETIRED'
    ? []
    : [row.final_file, row.working_file, row.revision_final_file, row.revision_working_file];
