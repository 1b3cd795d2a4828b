/** The refusals about the import of a library. */
export const importProblems = {
  import_not_in_status: { status: 409, title: 'This import is at another step now.' },
  import_has_problems: { status: 409, title: 'The preview found problems. Mend the source, then begin again.' },
  import_outdated: { status: 409, title: 'The plan of this import does not fit any more.' },
  import_sample_open: { status: 422, title: 'Say of each row of the sample whether it is equal.' },
  import_second_person: {
    status: 403,
    title: 'Another person must approve the import than the one who began it and the one who checked it.',
  },
  import_repeated: { status: 409, title: 'This library was imported already.' },
} as const;
