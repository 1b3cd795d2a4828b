import { createHash } from 'node:crypto';
import { z } from 'zod';
import { storedFile, type StoredFile } from '#events/document/events.ts';
import { ok, refuse } from '#events/failures.ts';
import { columnMap } from '#events/import/events.ts';
import { importEvolution } from '#events/import/import.ts';
import * as rules from '#events/import/import.ts';
import { streams } from '#events/streams.ts';
import { change } from '#app/kit/command/change.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { load } from '#app/kit/command/load.ts';
import { readTitlesToCut } from '#app/library-import/queries/titles-to-cut.ts';
import { enqueueImport } from '#app/library-import/commands/queue.ts';
import { packRefusal } from '#app/library-import/source-pack/pack-files.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { importedBefore } from '#app/library-import/words/status.ts';

/** Identifies a pack: the SHA-256 of the names and fingerprints of its files. */
export const manifestOf = (files: readonly StoredFile[]): string =>
  createHash('sha256')
    .update(
      files
        .map(({ name, sha256 }) => `${sha256}  ${name}\n`)
        .sort()
        .join(''),
    )
    .digest('hex');

/**
 * Begins the import of a library whose pack is stored; a job previews it. A library is imported once. A pack with an
 * unsafe archive is refused before anything is unpacked, and its sender removes the files.
 */
export const beginImport = personalCommand({
  name: 'library_import.begin',
  input: z.object({ import: sentUid(), source: z.string(), files: z.array(storedFile) }),
  permission: 'library.import',
  reason: 'required',
  async run({ import: uid, ...values }, context) {
    const manifest = manifestOf(values.files);
    const earlier = await context.ports.database.read(context.org, (db) =>
      db
        .selectFrom('read.library_import')
        .select('completed_at')
        .where('manifest', '=', manifest)
        .where('status', '=', 'COMPLETED')
        .executeTakeFirst(),
    );
    if (earlier?.completed_at) return refuse('import_repeated', { detail: importedBefore(earlier.completed_at) });
    const refusal = await packRefusal(context.ports, context.org, values.files);
    if (refusal) return refuse('invalid_input', { fields: { files: [refusal] } });
    return change(context, { stream: streams.import(uid), evolution: importEvolution }, (state, { principal }) => ({
      decision: rules.beginImport({ principal, import: uid, manifest, ...values }, state),
      answer: { import: uid },
    }));
  },
});

const ofImport = z.object({ import: sentUid() });

/** Reads and checks the pack again, for instance after a department was created. */
export const previewAgain = personalCommand({
  name: 'library_import.preview',
  input: ofImport,
  permission: 'library.import',
  async run({ import: uid }, context) {
    const { ports, org } = context;
    const { state } = await load(context, streams.import(uid), importEvolution);
    if (!state) return refuse('not_found');
    if (state.status !== 'PREVIEWED') return refuse('import_not_in_status');
    await enqueueImport(ports, org, 'preview-import', uid);
    return ok({ import: uid });
  },
});

/** Chooses which heads of the source stand for which columns; the pack is read and checked again. */
export const mapColumns = personalCommand({
  name: 'library_import.map_columns',
  input: ofImport.extend({ columns: columnMap }),
  permission: 'library.import',
  run: ({ import: uid, columns }, context) =>
    change(context, { stream: streams.import(uid), evolution: importEvolution }, (state, asked) => ({
      decision: rules.mapColumns({ ...asked, columns }, state),
      answer: { import: uid },
    })),
});

/** Accepts that the titles that are too long are cut as the preview shows; the pack is read and checked again. */
export const cutTitles = personalCommand({
  name: 'library_import.cut_titles',
  input: ofImport,
  permission: 'library.import',
  async run({ import: uid }, context) {
    const { events } = await load(context, streams.import(uid), importEvolution);
    const previewed = events.findLast(({ type }) => type === 'ImportPreviewed');
    if (previewed?.type !== 'ImportPreviewed') return refuse('import_not_in_status');
    const titles = await readTitlesToCut(context.ports, context.org, previewed.data.plan);
    if (!titles.ok) return titles;
    return change(context, { stream: streams.import(uid), evolution: importEvolution }, (state, asked) => ({
      decision: rules.cutTitles({ ...asked, titles: titles.value }, state),
      answer: { import: uid },
    }));
  },
});

/** Gives an import up, also while it runs: nothing of it was shown. */
export const abandonImport = personalCommand({
  name: 'library_import.abandon',
  input: ofImport,
  permission: 'library.import',
  reason: 'required',
  run: ({ import: uid, reason }, context) =>
    change(context, { stream: streams.import(uid), evolution: importEvolution }, (state, asked) => ({
      decision: rules.abandonImport({ ...asked, reason }, state),
      answer: { import: uid },
    })),
});
