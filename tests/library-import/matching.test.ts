import { describe, expect, it } from 'vitest';
import { isAcceptable, isWarning } from '#app/library-import/source-pack/columns.ts';
import { exceptionKey } from '#app/library-import/source-pack/pack-cells.ts';
import { PackPaths, systemPart } from '#app/library-import/source-pack/pack-paths.ts';
import { named, owner, planOf, set, type Pack } from './plan-of.ts';
import type { Tables } from '#tests/support/source-pack.ts';

describe('what a row names', () => {
  it('is a person who left, whom an earlier import recorded under the same number or address and name', () => {
    const former = { uid: owner.uid, name: 'Erika  muster', staffNumber: '0042', email: null, source: 'Another' };
    const plan = planOf((pack) => void pack.former.push(former));
    expect(plan.problems).toEqual([]);
    expect(plan.people).toEqual([]);
    expect(plan.documents[0]!.training[0]!.data.user.uid).toBe(owner.uid);
    const byAddress = planOf((pack) => {
      pack.former.push({ ...former, staffNumber: '7', email: 'erika@aldous.example' });
      pack.tables.people[0]!.email = 'Erika@aldous.example';
    });
    expect([byAddress.problems, byAddress.people]).toEqual([[], []]);
    // A number of the same source says enough.
    const byNumber = planOf((pack) => {
      pack.former.push({ ...former, source: 'QDOC' });
      pack.tables.people = [];
    });
    expect(byNumber.problems).toEqual([]);
    const ofAnother = planOf((pack) => {
      pack.former.push(former);
      pack.tables.people = [];
    });
    expect(named(ofAnother.problems)).toContain('unknown_person training 2 person');
  });

  it('is nobody, where two rows share an address, also that of somebody here', () => {
    const plan = planOf(({ tables }) => {
      const shared = { 'first name': 'Ada', 'last name': 'Moreau', email: 'ines@aldous.example' };
      tables.people.push({ ...shared, 'staff number': 'P1' }, { ...shared, 'staff number': 'P2' });
      tables.training[0]!.person = 'P1';
      tables.training[2]!.person = 'P2';
    });
    expect(plan.problems.map(({ says }) => says)).toEqual([
      'The rows 3 and 4 have the same address, ines@aldous.example.',
    ]);
    const trained = plan.documents.flatMap(({ training }) => training.map(({ data }) => data.user.uid));
    expect(new Set(trained).size).toBe(4);
  });

  it('is a file by its folder where the row has one, in any form of its letters', () => {
    const plan = planOf(({ tables, files }) => {
      files['library/2011/va-1-1.pdf'] = files['library/va-1-1.pdf']!;
      files['library/2012/VA-1-1.pdf'] = files['library/va-1-2.pdf']!;
      delete files['library/va-1-1.pdf'];
      delete files['library/va-1-2.pdf'];
      Object.assign(tables.versions[0]!, { pdf: '2011\\va-1-1.pdf' });
      Object.assign(tables.versions[1]!, { pdf: '2012/va-1-1.pdf' });
      files['library/Prüf.pdf'.normalize('NFD')] = files['library/va-1-3.pdf']!;
      delete files['library/va-1-3.pdf'];
      tables.versions[2]!.pdf = 'D:\\old\\library\\Prüf.pdf'.normalize('NFC');
    });
    expect(plan.problems).toEqual([]);
    const paths = new PackPaths(['a/x.pdf', 'b/x.pdf', 'y.pdf']);
    expect(paths.find('c/x.pdf')).toEqual([]);
    expect(paths.find('c/y.pdf')).toEqual([]);
    expect(paths.find('X.pdf')).toEqual(['a/x.pdf', 'b/x.pdf']);
    expect(paths.find('/export/y.pdf')).toEqual(['y.pdf']);
  });

  it('is no file that an operating system adds', () => {
    const added = ['__MACOSX/a/._b.pdf', 'a/.DS_Store', 'x/Thumbs.db', 'desktop.ini', '~$b.docx', '@eaDir/b.pdf'];
    expect(added.map(systemPart)).toEqual(['__MACOSX', '.DS_Store', 'Thumbs.db', 'desktop.ini', '~$b.docx', '@eaDir']);
    expect(['a/b.pdf', 'thumbs.pdf', '.profile.pdf'].map(systemPart)).toEqual([null, null, null]);
  });
});

describe('dates', () => {
  const datesOf = (spoil: (pack: Pack) => void) =>
    planOf(spoil).dates!.map(({ column, order, by }) => [column, order, by]);
  const ambiguous = (pack: { tables: Tables }) =>
    pack.tables.versions.forEach((row, at) => Object.assign(row, { 'approved on': `02/01/201${(at % 3) + 1}` }));

  it('are in the order that one of their column says, else that of the source, else of the answer', () => {
    expect(datesOf(() => undefined)).toEqual([
      ['approved on', 'day_first', 'column'],
      ['effective on', 'day_first', 'source'],
    ]);
    expect(
      datesOf((pack) => {
        ambiguous(pack);
        set('versions', 0, { 'effective on': '03/13/2011' })(pack);
      }),
    ).toEqual([
      ['approved on', 'month_first', 'source'],
      ['effective on', 'month_first', 'column'],
    ]);
    expect(datesOf(ambiguous)).toEqual([
      ['approved on', null, null],
      ['effective on', null, null],
    ]);
    const answered = (pack: Pack) => {
      ambiguous(pack);
      pack.dayOrders = { versions: { 'approved on': 'month_first', 'effective on': 'day_first' } };
    };
    const plan = planOf(answered);
    expect(plan.problems).toEqual([]);
    expect(plan.documents[0]!.versions[0]!.data.claimed).toMatchObject({
      approvedOn: '2011-02-01',
      effectiveOn: '2011-03-01',
    });
  });
});

describe('an exception', () => {
  it('that was accepted stops nothing, and only one that may be so after all can be accepted', () => {
    const spoil = set('versions', 0, { 'approved on': '2011-04-01' });
    const [problem] = planOf(spoil).problems;
    expect([isAcceptable(problem!), isWarning(problem!)]).toEqual([true, false]);
    const accepted = { by: 'Ines Okafor', at: '2026-03-12T08:00:00.000Z', reason: 'Signed late.' };
    const again = planOf((pack) => {
      spoil(pack);
      pack.accepted.set(exceptionKey(problem!), accepted);
    });
    expect(again.problems).toEqual([{ ...problem, accepted }]);
    expect([isAcceptable(again.problems[0]!), isWarning(again.problems[0]!)]).toEqual([false, true]);
    // Of another row, or in other words, it is open.
    const other = planOf((pack) => {
      set('versions', 0, { 'approved on': '2011-04-02' })(pack);
      pack.accepted.set(exceptionKey(problem!), accepted);
    });
    expect(other.problems.every(isWarning)).toBe(false);
    expect(isAcceptable({ ...problem!, kind: 'two_in_force' })).toBe(false);
  });
});
