import type { ImportCounts, importEvents } from '#events/import/events.ts';
import type { Descriptions } from '#app/kit/words/event-description.ts';
import { changed } from '#app/kit/words/phrases.ts';
import { dayOrderWords } from '#app/library-import/words/status.ts';
import { lasting, listed } from '#app/ui/text/count.ts';

const recorded = ({ documents, versions, relations, training }: ImportCounts): string =>
  `${lasting(documents, 'document')}, ${lasting(versions, 'version')}, ` +
  `${relations ? `${lasting(relations, 'relation')}, ` : ''}${lasting(training, 'training row')}`;

/** The events of the import of a library, in words. */
export const importDescriptions: Descriptions<keyof typeof importEvents> = {
  ImportBegun: ({ source, reason, files }) => ({
    sentence: `began the import of a library from ${source}`,
    note: `${lasting(files.length, 'file')}.`,
    reason,
  }),
  ImportColumnsMapped: ({ columns }) => ({
    sentence: 'chose the columns of the import',
    note: `Of ${listed(Object.keys(columns))}.`,
  }),
  ImportTitlesCut: ({ titles }) => ({
    sentence: 'accepted that titles of the import are cut',
    changes: titles.map(({ given, cut }) => changed('Title', given, cut)),
  }),
  ImportDatesOrdered: ({ orders }) => ({
    sentence: 'chose the order of day and month of the import',
    changes: Object.entries(orders).flatMap(([table, columns]) =>
      Object.entries(columns).map(([column, order]) => changed(`${table}, ${column}`, null, dayOrderWords[order])),
    ),
  }),
  ImportExceptionsAccepted: ({ exceptions, reason }) => ({
    sentence: 'accepted exceptions of the import',
    changes: exceptions.map(({ table, row, says }) => changed(`${table}, row ${row}`, null, says)),
    reason,
  }),
  ImportFilesMended: ({ sent, files }) => ({
    sentence: 'sent mended files of the import',
    note: `${lasting(sent.length, 'file')} sent: ${listed(sent)}. The source has ${lasting(files.length, 'file')} now.`,
  }),
  ImportPreviewed: ({ counts, problems, warnings, plan }) => ({
    sentence: 'previewed the import',
    note:
      `${recorded(counts)}, ${lasting(problems, 'problem')}, ${lasting(warnings, 'warning')}. ` +
      `The plan has the SHA-256 ${plan.sha256}.`,
  }),
  ImportChecked: ({ verdicts, signature }) => {
    const unequal = verdicts.filter(({ equal }) => !equal).length;
    return {
      sentence: 'signed to have compared the sample of the import with its source',
      note: `${lasting(verdicts.length, 'row')}, ${unequal === 0 ? 'all equal' : `${unequal} not equal`}.`,
      signature,
    };
  },
  ImportApproved: ({ signature }) => ({ sentence: 'signed to approve the import', signature }),
  ImportCompleted: ({ counts, first, last, report }) => ({
    sentence: 'completed the import',
    note: `${recorded(counts)}, from event ${first} to ${last}. ` + `The report has the SHA-256 ${report.sha256}.`,
  }),
  ImportAbandoned: ({ reason }) => ({ sentence: 'abandoned the import', reason }),
};
