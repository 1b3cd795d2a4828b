import type { EventData } from '#events/catalogue.ts';
import type { importEvents } from '#events/import/events.ts';
import type { StoredFile } from '#events/document/events.ts';
import type { Signature } from '#events/signature.ts';

const uid = (number: number): string => `0199a1b2-0000-7000-8000-${String(number).padStart(12, '0')}`;
const of = { import: uid(110) };
const document = uid(111);
const owner = { uid: uid(21), name: 'Inès Okafor' };
const departments = [{ uid: uid(30), name: 'Quality Assurance' }];
const counts = { people: 1, documents: 1, versions: 2, relations: 1, training: 1, files: 3 };

const file = (digit: string, name: string, mediaType: string, pages: number | null): StoredFile => ({
  objectKey: `${uid(1)}/${of.import}/${digit}`,
  name,
  mediaType,
  size: 48_213,
  sha256: digit.repeat(64),
  pages,
});
const files = {
  working: file('a', 'Gerät reinigen.pdf', 'application/pdf', 4),
  final: file('a', 'Gerät reinigen.pdf', 'application/pdf', 4),
};

const signature = (meaning: 'import_checked' | 'import_approved', signer: number, reason: string): Signature => ({
  signer: uid(signer),
  printedName: 'Inès Okafor',
  signedName: 'Inès Okafor',
  role: 'ADMIN',
  meaning,
  reason,
  document: of.import,
  version: '1',
  sha256: 'd'.repeat(64),
  comparison: null,
  signedAt: '2026-03-12T14:05:00.000Z',
  credential: { method: 'email and password', checkedAt: '2026-03-12T14:04:59.812Z' },
});

type Imported =
  | keyof typeof importEvents
  | 'PersonImported'
  | 'DocumentImported'
  | 'VersionImported'
  | 'TrainingImported';

/** The events of an import. */
export const importSamples: { [T in Imported]: EventData<T> } = {
  ImportBegun: {
    ...of,
    source: 'QDoc 4.2',
    reason: 'QDoc is switched off in June.',
    manifest: 'e'.repeat(64),
    files: [file('f', 'library.xlsx', 'application/octet-stream', null)],
    importer: owner,
  },
  ImportTitlesCut: {
    ...of,
    titles: [{ given: `${'Reinigung '.repeat(9)}und Pflege`, cut: 'Reinigung '.repeat(8).trim() }],
  },
  ImportColumnsMapped: { ...of, columns: { documents: { key: 'Dok-Nr.', title: 'Titel', number: '' } } },
  ImportDatesOrdered: { ...of, orders: { versions: { 'approved on': 'month_first' } } },
  ImportExceptionsAccepted: {
    ...of,
    exceptions: [
      {
        kind: 'out_of_order',
        table: 'versions',
        row: 2,
        says: '1.0 was approved on 2019-03-10, after it took effect on 2019-02-01.',
      },
    ],
    reason: 'The approval was signed late.',
  },
  ImportFilesMended: {
    ...of,
    sent: ['versions.csv'],
    manifest: 'e'.repeat(64),
    files: [
      file('f', 'library.xlsx', 'application/octet-stream', null),
      file('e', 'versions.csv', 'application/octet-stream', null),
    ],
  },
  ImportPreviewed: {
    ...of,
    counts,
    problems: 0,
    warnings: 1,
    plan: file('d', 'plan.json', 'application/json', null),
    root: 'a3'.repeat(32),
    size: '1204',
    sample: ['versions 2', 'training 2'],
  },
  ImportChecked: {
    ...of,
    verdicts: [
      { row: 'versions 2', equal: true },
      { row: 'training 2', equal: true },
    ],
    signature: signature('import_checked', 21, 'I have compared the sample of this import with its source.'),
  },
  ImportApproved: { ...of, signature: signature('import_approved', 22, 'I approve this import.') },
  ImportCompleted: {
    ...of,
    first: '1207',
    last: '1211',
    counts,
    report: file('b', 'Migration report.csv', 'text/csv', null),
  },
  ImportAbandoned: { ...of, reason: 'The wrong export was taken.' },
  PersonImported: { user: uid(112), firstName: 'Erika', lastName: 'Muster', staffNumber: '0042', ...of },
  DocumentImported: {
    document,
    name: 'Gerät reinigen',
    type: 'SOP',
    functionalArea: 'QA',
    docNum: '004',
    formerNumber: 'VA-2009/17',
    owner,
    trainingInterval: 365,
    reviewInterval: 730,
    departments,
    version: '2.0',
    files,
    effectiveVersion: '2.0',
    effectiveAt: '2019-02-28T23:00:00.000Z',
    retiredAt: null,
    relations: [{ related: { uid: uid(114), name: 'Wägen' }, relation: 'refers to' }],
    ...of,
  },
  VersionImported: {
    document,
    version: '2.0',
    name: 'Gerät reinigen',
    files,
    claimed: { approvedOn: '2019-02-20', approvedBy: ['Dr. Weiß'], effectiveOn: '2019-03-01', supersededOn: null },
    effectiveAt: '2019-02-28T23:00:00.000Z',
    supersededAt: null,
    retiredAt: null,
    evidence: file('c', 'Unterschriften.pdf', 'application/pdf', 1),
    reason: 'New detergent.',
    departments,
    zone: 'Europe/Berlin',
    ...of,
  },
  TrainingImported: {
    record: uid(113),
    user: { uid: uid(112), name: 'Erika Muster' },
    document,
    version: '2.0',
    completedOn: '2019-03-04',
    completedAt: '2019-03-03T23:00:00.000Z',
    kind: 'read',
    trainer: null,
    score: null,
    evidence: null,
    ...of,
  },
};
