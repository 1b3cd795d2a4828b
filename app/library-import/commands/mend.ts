import { z } from 'zod';
import { storedFile, type StoredFile } from '#events/document/events.ts';
import { ok, refuse } from '#events/failures.ts';
import { dayOrders } from '#events/import/events.ts';
import { importEvolution } from '#events/import/import.ts';
import * as rules from '#events/import/import.ts';
import { streams } from '#events/streams.ts';
import { askedOf, change } from '#app/kit/command/change.ts';
import { commit, personalCommand } from '#app/kit/command/command.ts';
import { load } from '#app/kit/command/load.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { manifestOf } from '#app/library-import/commands/begin.ts';
import { isAcceptable } from '#app/library-import/source-pack/columns.ts';
import { packOf } from '#app/library-import/source-pack/decided.ts';
import { isArchive, packRefusal } from '#app/library-import/source-pack/pack-files.ts';
import { pathKey } from '#app/library-import/source-pack/pack-paths.ts';
import { readPlan } from '#app/library-import/source-pack/stored.ts';

const ofImport = z.object({ import: sentUid() });

/** Answers for the columns whose order of day and month is open; the pack is read and checked again. */
export const orderDates = personalCommand({
  name: 'library_import.order_dates',
  input: ofImport.extend({ orders: dayOrders }),
  permission: 'library.import',
  run: ({ import: uid, orders }, context) =>
    change(context, { stream: streams.import(uid), evolution: importEvolution }, (state, asked) => ({
      decision: rules.orderDates({ ...asked, orders }, state),
      answer: { import: uid },
    })),
});

/** Accepts problems of the preview as exceptions; `exceptions`: their positions in the plan that the form shows. */
export const acceptExceptions = personalCommand({
  name: 'library_import.accept_exceptions',
  input: ofImport.extend({ plan: z.string(), exceptions: z.array(z.number().int().nonnegative()) }),
  permission: 'library.import',
  reason: 'required',
  async run({ import: uid, plan: shown, exceptions: chosen, reason }, context) {
    const { events } = await load(context, streams.import(uid), importEvolution);
    const previewed = events.findLast(({ type }) => type === 'ImportPreviewed');
    if (previewed?.type !== 'ImportPreviewed') return refuse('import_not_in_status');
    if (previewed.data.plan.sha256 !== shown) return refuse('changed_meanwhile');
    const { problems } = await readPlan(context.ports, context.org, previewed.data.plan);
    const exceptions = chosen.flatMap((at) => {
      const problem = problems[at];
      if (!problem || !isAcceptable(problem) || problem.table === null || problem.row === null) return [];
      return { kind: problem.kind, table: problem.table, row: problem.row, says: problem.says };
    });
    return change(context, { stream: streams.import(uid), evolution: importEvolution }, (state, asked) => ({
      decision: rules.acceptExceptions({ ...asked, exceptions, reason }, state),
      answer: { import: uid },
    }));
  },
});

/** Adds files to an import, each in the place of the one that has its name; the pack is read and checked again. */
export const mendFiles = personalCommand({
  name: 'library_import.mend_files',
  input: ofImport.extend({ files: z.array(storedFile) }),
  permission: 'library.import',
  async run({ import: uid, files: sent }, context) {
    const refusal = await packRefusal(context.ports, context.org, sent);
    if (refusal) return refuse('invalid_input', { fields: { files: [refusal] } });
    return commit(context, async () => {
      const { stream, version, events, state } = await load(context, streams.import(uid), importEvolution);
      const { files: earlier } = packOf(events);
      const isThere = ({ name, sha256 }: StoredFile): boolean =>
        earlier.some((one) => pathKey(one.name) === pathKey(name) && one.sha256 === sha256);
      if (sent.length > 0 && sent.every(isThere)) return refuse('invalid_input', { fields: { files: [same] } });
      const replaced = new Set(sent.filter((file) => !isArchive(file)).map(({ name }) => pathKey(name)));
      const files = [...earlier.filter(({ name }) => !replaced.has(pathKey(name))), ...sent];
      const decision = rules.mendFiles(
        { ...askedOf(context), sent: sent.map(({ name }) => name), manifest: manifestOf(files), files },
        state,
      );
      if (!decision.ok) return decision;
      return ok({ writes: [{ stream, version, events: decision.events }], answer: { import: uid } });
    });
  },
});

const same = 'These files are the same as before.';
