import { describe, expect, it } from 'vitest';
import { isWarning, problemKinds } from '#app/library-import/source-pack/columns.ts';
import { readDay } from '#app/library-import/source-pack/dates.ts';
import { passedOverIn } from '#app/library-import/source-pack/decided.ts';
import { problemList } from '#app/library-import/source-pack/report.ts';
import { outdatedIn } from '#app/library-import/queries/outdated.ts';
import { add, facts, named, owner, planOf, set, type Pack } from './plan-of.ts';

/** Rows count from 1 with the head, as spreadsheet programs do: the first row of a table is 2. */
const faults: [string, (pack: Pack) => void, string][] = [
  ['imported before', (pack) => void (pack.importedAt = '2026-03-01T08:00:00.000Z'), 'imported_before - - -'],
  ['no documents', ({ tables }) => void (tables.documents = []), 'table_missing documents - -'],
  ['no versions', ({ tables }) => void (tables.versions = []), 'table_missing versions - -'],
  ['no column', ({ without }) => void (without.versions = ['pdf']), 'column_missing versions - pdf'],
  ['no columns', ({ without }) => void (without.documents = ['key', 'owner']), 'column_missing documents - key, owner'],
  [
    'no departments of documents in force',
    ({ without }) => void (without.documents = ['departments']),
    'column_missing documents - departments',
  ],
  ['two columns of one head', ({ heads }) => heads.push('Title'), 'column_twice documents 1 title'],
  ['more cells than heads', (pack) => void (pack.tables.documents[0]!['+'] = 'x'), 'surplus_cells documents 2 -'],
  ['error in a cell', set('versions', 0, { reason: '#N/A' }), 'cell_fault versions 2 reason'],
  ['no type', set('documents', 0, { type: '' }), 'required documents 2 type'],
  ['no area', set('documents', 0, { area: '' }), 'required documents 2 area'],
  ['training on no version named', set('training', 0, { version: '' }), 'required training 2 version'],
  ['no key', set('documents', 0, { key: '' }), 'required documents 2 key'],
  ['no title', set('documents', 0, { title: '' }), 'required documents 2 title'],
  ['title with a tab', set('documents', 0, { title: 'a\tb' }), 'value documents 2 title'],
  ['title too long', set('documents', 0, { title: 'x'.repeat(81) }), 'title_too_long documents 2 title'],
  ['title then too long', set('versions', 0, { title: 'x'.repeat(81) }), 'title_too_long versions 2 title'],
  [
    'title cut as accepted',
    (pack) => {
      pack.cuts.set('x'.repeat(81), 'x'.repeat(80));
      pack.tables.documents[0]!.title = 'x'.repeat(81);
    },
    'title_cut documents 2 title',
  ],
  ['title taken', set('documents', 0, { title: 'REINIGUNG' }), 'title_taken documents 2 title'],
  ['title twice', set('documents', 1, { title: 'verfahren 1' }), 'title_taken documents 3 title'],
  ['number taken', set('documents', 0, { number: '77' }), 'number_taken documents 2 number'],
  ['number twice', set('documents', 2, { number: '1' }), 'number_taken documents 4 number'],
  ['unknown type', set('documents', 0, { type: 'Brief' }), 'value documents 2 type'],
  ['unknown area', set('documents', 0, { area: 'QZ' }), 'unknown_area documents 2 area'],
  [
    'unknown department',
    set('documents', 0, { departments: 'Q; Quality' }),
    'unknown_department documents 2 departments',
  ],
  ['department to make', set('departments', 0, { name: 'Lab' }), 'unknown_department departments 2 name'],
  ['no department', set('documents', 0, { departments: '' }), 'required documents 2 departments'],
  ['no owner', set('documents', 0, { owner: '' }), 'required documents 2 owner'],
  ['unknown owner', set('documents', 0, { owner: 'x@y.example' }), 'unknown_person documents 2 owner'],
  ['owner who left', set('documents', 0, { owner: '0042' }), 'value documents 2 owner'],
  ['interval in words', set('documents', 0, { 'training interval': 'yearly' }), 'value documents 2 training interval'],
  ['review interval 0', set('documents', 0, { 'review interval': '0' }), 'value documents 2 review interval'],
  ['retired in future', set('documents', 0, { 'retired on': '2026-03-13' }), 'date_in_future documents 2 retired on'],
  ['key twice', add('documents', 0, { title: 'Other', number: '9' }), 'twice documents 5 key'],
  [
    'document without version',
    add('documents', 0, { key: 'VA-9', title: 'X', number: '9' }),
    'required documents 5 key',
  ],
  ['superseded, not followed', set('versions', 2, { 'superseded on': '2020-01-01' }), 'value documents 2 key'],
  ['version of no document', set('versions', 0, { document: 'VA-1' }), 'unknown_document versions 2 document'],
  ['version without document', set('versions', 0, { document: '' }), 'required versions 2 document'],
  ['no version', set('versions', 0, { version: '' }), 'required versions 2 version'],
  ['version in words', set('versions', 0, { version: 'B' }), 'value versions 2 version'],
  ['version not growing', set('versions', 1, { version: '1.0' }), 'version_not_growing versions 3 version'],
  ['two in force', set('versions', 0, { 'superseded on': '' }), 'two_in_force versions 3 version'],
  ['no effective date', set('versions', 0, { 'effective on': '' }), 'required versions 2 effective on'],
  ['31 April', set('versions', 0, { 'effective on': '31.04.2011' }), 'date_unreadable versions 2 effective on'],
  ['date in words', set('versions', 0, { 'approved on': 'May 2011' }), 'date_unreadable versions 2 approved on'],
  ['serial number', set('versions', 0, { 'approved on': '40594' }), 'date_unreadable versions 2 approved on'],
  [
    'effective in future',
    set('versions', 2, { 'effective on': '2027-01-01' }),
    'date_in_future versions 4 effective on',
  ],
  [
    'approved after it took effect',
    set('versions', 0, { 'approved on': '2011-04-01' }),
    'out_of_order versions 2 approved on',
  ],
  [
    'superseded before it took effect',
    set('versions', 0, { 'superseded on': '2010-01-01' }),
    'out_of_order versions 2 superseded on',
  ],
  [
    'superseded before it was approved',
    set('versions', 0, { 'superseded on': '2011-03-05', 'approved on': '2011-03-10' }),
    'out_of_order versions 2 superseded on',
  ],
  [
    'approved before the version before',
    set('versions', 1, { 'approved on': '2011-01-01' }),
    'out_of_order versions 3 approved on',
  ],
  [
    'in effect before the version before',
    set('versions', 1, { 'effective on': '15.02.2011' }),
    'out_of_order versions 3 effective on',
  ],
  [
    'two in force at once',
    set('versions', 0, { 'superseded on': '2012-05-01' }),
    'out_of_order versions 3 effective on',
  ],
  [
    'retired before it took effect',
    set('documents', 0, { 'retired on': '2012-01-31' }),
    'out_of_order documents 2 retired on',
  ],
  [
    'trained before it was approved',
    set('training', 0, { 'completed on': '2012-02-19' }),
    'out_of_order training 2 completed on',
  ],
  [
    'trained after it was superseded',
    set('training', 0, { 'completed on': '2013-03-02' }),
    'out_of_order training 2 completed on',
  ],
  [
    'open order of day and month',
    ({ tables }) => tables.versions.forEach((row) => void (row['approved on'] = '')),
    'date_order versions 2 effective on',
  ],
  [
    'month first among days first',
    set('versions', 0, { 'approved on': '02.20.2011' }),
    'date_order versions 2 approved on',
  ],
  [
    'two with one address',
    (pack) =>
      pack.tables.people.push(
        ...['7', '8'].map((staff) => ({
          'staff number': staff,
          'first name': 'A',
          'last name': staff,
          email: 'front@aldous.example',
        })),
      ),
    'shared_address people 4 email',
  ],
  ['address of another', set('people', 0, { email: 'INES@aldous.example' }), 'address_of_another people 2 email'],
  [
    'number of somebody who left',
    ({ former }) =>
      former.push({ uid: owner.uid, name: 'Karl Vogt', staffNumber: '0042', email: null, source: 'QDoc' }),
    'person_in_doubt people 2 staff number',
  ],
  [
    'two files that a row may mean',
    ({ files }) => void (files['old/va-1-1.pdf'] = Buffer.from('%PDF')),
    'file_unclear versions 2 pdf',
  ],
  ['no PDF', set('versions', 0, { pdf: '' }), 'required versions 2 pdf'],
  ['PDF missing', set('versions', 0, { pdf: 'gone.pdf' }), 'file_missing versions 2 pdf'],
  ['evidence missing', set('versions', 0, { 'evidence file': 'gone.pdf' }), 'file_missing versions 2 evidence file'],
  ['working missing', set('versions', 0, { 'working file': 'gone.docx' }), 'file_missing versions 2 working file'],
  ['encrypted', ({ refusals }) => void (refusals['va-1-1.pdf'] = 'Encrypted.'), 'file_refused versions 2 pdf'],
  ['file of no row', ({ files }) => void (files['x/stray.pdf'] = Buffer.from('%PDF')), 'file_unnamed - - -'],
  ['same file twice', set('versions', 1, { pdf: 'va-1-1.pdf' }), 'same_file versions 3 pdf'],
  ['relation of no document', set('relations', 0, { document: 'VA-1' }), 'unknown_document relations 2 document'],
  [
    'relation to no document',
    set('relations', 0, { 'related document': 'VA-1' }),
    'unknown_document relations 2 related document',
  ],
  ['relation to nothing', set('relations', 0, { 'related document': '' }), 'required relations 2 related document'],
  [
    'relation to itself',
    set('relations', 0, { 'related document': 'va-2002/1' }),
    'value relations 2 related document',
  ],
  ['no relation', set('relations', 0, { relation: '' }), 'required relations 2 relation'],
  ['relation too long', set('relations', 0, { relation: 'x'.repeat(81) }), 'value relations 2 relation'],
  ['relation twice', add('relations', 0, { relation: 'Refers to' }), 'twice relations 4 document'],
  ['formula as relation', set('relations', 0, { relation: '=A1' }), 'formula relations 2 relation'],
  ['unknown person', set('training', 0, { person: '4711' }), 'unknown_person training 2 person'],
  ['lost zeros', set('training', 0, { person: '42' }), 'unknown_person training 2 person'],
  ['no person', set('training', 0, { person: '' }), 'required training 2 person'],
  ['training on no document', set('training', 0, { document: 'VA-1' }), 'unknown_document training 2 document'],
  ['training on no version', set('training', 0, { version: '7.0' }), 'unknown_document training 2 version'],
  ['trained in future', set('training', 0, { 'completed on': '2026-03-13' }), 'date_in_future training 2 completed on'],
  ['no training date', set('training', 0, { 'completed on': '' }), 'required training 2 completed on'],
  ['unknown kind', set('training', 0, { kind: 'film' }), 'value training 2 kind'],
  ['training twice', add('training', 0, {}), 'twice training 8 person'],
  ['training evidence gone', set('training', 0, { 'evidence file': 'x.pdf' }), 'file_missing training 2 evidence file'],
  ['person without number', set('people', 0, { 'staff number': '' }), 'required people 2 staff number'],
  ['person without name', set('people', 0, { 'last name': '' }), 'required people 2 last name'],
  ['staff number twice', add('people', 0, {}), 'twice people 3 staff number'],
  ['formula as title', set('documents', 0, { title: '=A1&B1' }), 'formula documents 2 title'],
  ['formula as reason', set('versions', 0, { reason: '@SUM(A1)' }), 'formula versions 2 reason'],
  ['formula as score', set('training', 0, { score: '-cmd|x' }), 'formula training 2 score'],
];

describe('the problems of a source pack', () => {
  it('are none of a library without faults', () => {
    const plan = planOf();
    expect(plan.problems).toEqual([]);
    expect(plan.counts).toEqual({ people: 1, documents: 3, versions: 9, relations: 2, training: 6, files: 9 });
  });

  it.each(faults)('[A11-4c] name by table, row and column: %s', (_name, spoil, expected) => {
    const { problems } = planOf(spoil);
    expect(named(problems)).toContain(expected);
    expect(problemList({ problems })).toContain(problems[0]!.says.slice(0, 20));
  });

  it('are of every kind in these tests, and only same files and titles cut as accepted are mere warnings', () => {
    const kinds = new Set(faults.map(([, , expected]) => expected.split(' ')[0]!));
    // The files of a pack are read before its rows.
    kinds.add(passedOverIn(new Map([['.DS_Store', 2]])).kind);
    expect([...kinds].sort()).toEqual(Object.keys(problemKinds).sort());
    for (const mere of ['same file twice', 'title cut as accepted'])
      expect(planOf(faults.find(([name]) => name === mere)![1]).problems.filter(isWarning)).toHaveLength(1);
  });

  it('say where a long title would be cut', () => {
    const cutOf = (title: string) => planOf(set('documents', 0, { title })).problems[0]!.title!.cut;
    expect(cutOf(`${'x'.repeat(80)}tail`)).toBe('x'.repeat(80));
    // Not within a word, unless that leaves much less.
    expect(cutOf(`${'x'.repeat(70)} auxiliary test`)).toBe(`${'x'.repeat(70)} auxiliary`);
    expect(cutOf(`${'x'.repeat(72)} auxiliary test`)).toBe('x'.repeat(72));
    expect(cutOf(`Test ${'x'.repeat(90)}`)).toBe(`Test ${'x'.repeat(75)}`);
  });
});

describe('the plan', () => {
  it('is refused at the approval where a title, a number, an area, an owner or a department changed since', () => {
    const plan = planOf();
    const [first] = plan.documents;
    expect(outdatedIn(plan, facts)).toEqual([]);
    const changed = {
      ...facts,
      people: new Map(),
      departments: new Map(),
      areas: new Map(),
      titles: new Set(['verfahren 1']),
      numbers: new Map([['SOP 001', 'QA']]),
    };
    expect(outdatedIn({ documents: [first!] }, changed)).toEqual([
      'The title “Verfahren 1” is taken now.',
      'SOP 001 is taken now.',
      'The area QA is not used any more.',
      'Inès Okafor cannot own a document any more.',
      'There is no department Quality any more.',
    ]);
  });

  it('keeps the number of the source where it fits, with the zeros it lost, else gives the next free one', () => {
    const numbers = planOf().documents.map(({ data }) => [data.docNum, data.formerNumber]);
    expect(numbers).toEqual([
      ['001', '1'],
      ['078', 'VA-2002/1'],
      ['003', '3'],
    ]);
  });

  it('reckons claimed days as midnights of the organisation, and review from the newest', () => {
    const [first] = planOf().documents;
    expect(first!.data.effectiveAt).toBe('2013-02-28T23:00:00.000Z');
    expect(first!.versions[0]!.data).toMatchObject({
      effectiveAt: '2011-02-28T23:00:00.000Z',
      supersededAt: '2012-02-29T23:00:00.000Z',
      claimed: { approvedOn: '2011-02-20', approvedBy: ['Dr. Weiß', 'J. Roth'], effectiveOn: '2011-03-01' },
    });
  });

  it('reads days as ISO 8601 and as Europeans write them, and no others', () => {
    const days = ['2019-03-01', '2019-03-01T00:00', '1.3.2019', '01/03/2019', '2019/03/01', '1.13.2019', '29.02.2019'];
    expect(days.map((day) => readDay(day))).toEqual([...Array<string>(4).fill('2019-03-01'), null, null, null]);
  });
});
