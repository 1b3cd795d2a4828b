import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentType } from '#events/document/events.ts';
import { nameProblem } from '#events/document/name.ts';
import { commentProblem, reasonProblem } from '#events/reason.ts';
import { isBlank, normaliseLine } from '#events/text.ts';
import { personNameProblem } from '#events/user/name.ts';
import { isDocumentNumber, nextNumber, numberPlaceholder, numberProblem } from '#events/document/number.ts';
import { reviewDueAt } from '#events/document/periodic-review.ts';
import { compareStatus, documentStatuses, statusLabel } from '#events/document/status.ts';
import { isOfferedType, offeredTypes, typeLabel } from '#events/document/type.ts';
import { compareVersions, newer, parseVersion, suggestNext, versionProblem } from '#events/document/version.ts';

const versions = fc
  .record({ major: fc.integer({ min: 0, max: 999 }), minor: fc.integer({ min: 0, max: 99 }) })
  .filter(({ major, minor }) => major + minor > 0);
const text = ({ major, minor }: { major: number; minor: number }): string => `${major}.${minor}`;

describe('version', () => {
  it('reads 1 to 3 digits, a dot, 1 to 2 digits, not all zeros', () => {
    fc.assert(
      fc.property(versions, (version) => {
        expect(parseVersion(text(version))).toEqual(version);
      }),
    );
    for (const bad of ['', '1', '1.', '.1', '1000.0', '1.100', 'v1.0', '1.0.0', '-1.0', '1,0', ' 1.0', '١.٠']) {
      expect(parseVersion(bad), bad).toBeNull();
    }
    for (const zero of ['0.0', '000.00'])
      expect(versionProblem(zero)).toBe('Invalid Input. Enter a version above 0.0.');
    expect(versionProblem('')).toBe('This field is required.');
    expect(versionProblem('1')).toBe('Must use ###.## format');
    expect(versionProblem('999.98')).toBeNull();
    expect(versionProblem('999.99')).toBe('Invalid Input. No version could follow 999.99. Enter a lower one.');
  });

  it('never fails, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), (any) => {
        expect(parseVersion(any) === null).toBe(versionProblem(any) !== null);
      }),
    );
  });

  it('compares as numbers, major first', () => {
    expect(newer('1.10', '1.9')).toBe(true);
    expect(newer('10.0', '9.99')).toBe(true);
    expect(newer('1.1', '1.01')).toBe(false);
    fc.assert(
      fc.property(versions, versions, (a, b) => {
        const order = a.major - b.major || a.minor - b.minor;
        expect(Math.sign(compareVersions(text(a), text(b)))).toBe(Math.sign(order));
        expect(newer(text(a), text(b)) && newer(text(b), text(a))).toBe(false);
      }),
    );
  });

  it('suggests a newer version that is one, up to the last', () => {
    fc.assert(
      fc.property(versions, fc.constantFrom('major' as const, 'minor' as const), (version, step) => {
        const next = suggestNext(text(version), step);
        if (next === null) expect(version.major).toBe(999);
        else expect([versionProblem(next), newer(next, text(version))]).toEqual([null, true]);
      }),
    );
    expect([
      suggestNext('1.0'),
      suggestNext('1.99'),
      suggestNext('1.4', 'major'),
      suggestNext('999.99'),
      suggestNext('x'),
    ]).toEqual(['1.1', '2.0', '2.0', null, null]);
  });
});

describe('doc ID', () => {
  it('is ###-## for Forms and Templates, ### for the rest, not all zeros', () => {
    const digits = (length: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
    fc.assert(
      fc.property(fc.constantFrom(...documentType.options), digits(3), digits(2), (type, number, part) => {
        const withPart = type === 'Form' || type === 'Template';
        const zeros = /^[0-]+$/.test(withPart ? number + part : number);
        expect(isDocumentNumber(`${number}-${part}`, type)).toBe(withPart && !zeros);
        expect(isDocumentNumber(number, type)).toBe(!withPart && !zeros);
      }),
    );
  });

  it('accepts its own placeholder', () => {
    for (const type of documentType.options) expect(numberProblem(numberPlaceholder(type), type)).toBeNull();
    expect([numberPlaceholder('Form'), numberPlaceholder('SOP')]).toEqual(['001-01', '001']);
  });

  it.each(['1', '0001', '01', 'abc', '001-1', '001-001', '001 ', '٠٠١'])('refuses %s', (number) => {
    for (const type of documentType.options) expect(isDocumentNumber(number, type)).toBe(false);
  });
});

describe('document name', () => {
  it.each(['Batch', '5S audit', 'Änderungskontrolle', '変更管理', 'x'.repeat(80), '😀'.padStart(80, 'x')])(
    'takes %s',
    (name) => {
      expect(nameProblem(name)).toBeNull();
    },
  );

  it.each(['_a', '-a', '(a)', '"a"', '.a', '😀'])('refuses %s, which starts with a special character', (name) => {
    expect(nameProblem(name)).toBe('Name must not start with a special character.');
  });

  it('is required, of at most 80 characters, of one line', () => {
    for (const name of ['  ', '\u3164\u3164', '\u115f'])
      expect(nameProblem(normaliseLine(name))).toBe('Must enter a valid document name.');
    for (const name of ['x'.repeat(81), 'a\nb', 'a\u0000', 'a\uD800', 'a\u0085'])
      expect(nameProblem(name)).toBe('Invalid Input. Enter up to 80 characters on one line.');
  });

  it('is normalised once for all', () => {
    expect(normaliseLine(' e\u0301tude ')).toBe('\u00e9tude');
    expect(normaliseLine('\u200b Batch  Record\u00ad\ufeff ')).toBe('Batch Record');
    expect(normaliseLine('SOP\t017 \t Batch Record\t')).toBe('SOP 017 Batch Record');
    expect(normaliseLine('Batch\u00a0Rec\u00adord\u202f\u2009 Re\u200bvi\u2060ew')).toBe('Batch Record Review');
    for (const unchanged of [
      '\u6d17\u6d44\u3000\u624b\u9806',
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
      '\ud83d\udc69\u200d\ud83d\udd2c',
    ])
      expect(normaliseLine(unchanged)).toBe(unchanged);
    expect(normaliseLine('\u202a \u05e0\u05d5\u05d4\u05dc 2\u202c')).toBe('\u05e0\u05d5\u05d4\u05dc 2');
    const awkward = fc.constantFrom(
      ...'aé1 \t洗نक👩🏴\u0301\u034f\u200b\u200c\u200d\u200e\u2800\u3164\ufe0f\u{e0067}\u{e0100}',
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: awkward })), (any) => {
        expect(normaliseLine(normaliseLine(any))).toBe(normaliseLine(any));
      }),
    );
  });

  it('is the same name with signs in it that nobody sees', () => {
    const hidden = '\u034f \u200c \u200d \u200e \u200f \u061c \u2062 \ufe0f \ufff9 \u{e0041} \u{e0100} \u{1d173}'.split(
      ' ',
    );
    for (const name of ['Batch Record Review', 'Étude 2', 'Журнал', '手順書', 'てじゅん']) {
      for (const sign of hidden.filter((one) => name !== '手順書' || !/[\ufe0f\u{e0100}]/u.test(one)))
        expect(normaliseLine(`${name[0]}${sign}${name.slice(1)}`), `${name} ${sign.codePointAt(0)}`).toBe(name);
    }
    expect(normaliseLine('Batch\u3164Record\u2800 Review')).toBe('Batch Record Review');
    for (const unchanged of [
      'Step 1\ufe0f\u20e3',
      'क्\u200dष',
      '\u05d0 (\u200e1)',
      '🏴\u{e0067}\u{e0062}\u{e007f}',
      '❤\ufe0f',
      '葛\u{e0100}',
    ])
      expect(normaliseLine(`${unchanged} x`)).toBe(`${unchanged} x`);
  });
});

describe('what somebody sends to keep a process busy', () => {
  it.each([' ', '\u3000', '\u200d'])('is a line like another: a hundred thousand of %j between two words', (space) => {
    const run = space.repeat(100_000);
    const begun = performance.now();
    expect(normaliseLine(`a${run}b`)).toBe({ ' ': 'a b', '\u200d': 'ab' }[space] ?? `a${run}b`);
    expect(normaliseLine(`${run}a${run}`)).toBe('a');
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});

describe('what must be given', () => {
  it.each(['', ' \u00a0\u3000', '\u200b\u200d\ufeff', '\u2060\u00ad', '\u2800', '\u3164', '\u{e0020}'])(
    'is not given where nothing can be seen (%j)',
    (text) => {
      expect(isBlank(text)).toBe(true);
      expect(reasonProblem(text)).toBe('This field is required.');
      expect(commentProblem(text)).toBeNull();
      expect(personNameProblem(text)).toBe('This field is required.');
    },
  );

  it.each(['-', '.', '\u05e0', '\u200dx', '\u0301', '\ud83d\ude00'])('is given in %j', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

describe('status and type', () => {
  it('sorts in the specified order, REJECTED last', () => {
    expect([...documentStatuses].sort(compareStatus)).toEqual(
      'CREATED IN_REVIEW APPROVED PENDING EFFECTIVE SUPERSEDED RETIRED REJECTED'.split(' '),
    );
  });

  it('labels PENDING by the training rate', () => {
    expect([statusLabel('PENDING', 99), statusLabel('PENDING', 100)]).toEqual([
      'Awaiting Training',
      'Awaiting Effective',
    ]);
    expect(documentStatuses.map((status) => statusLabel(status, 0))).toEqual([
      'Draft',
      'Awaiting Approvers',
      'Requires Final Approval',
      'Awaiting Training',
      'Effective',
      'Superseded',
      'Retired',
      'Rejected',
    ]);
  });

  it('shows WI, and offers every type but T', () => {
    expect([typeLabel('Work_Instruction'), typeLabel('SOP'), typeLabel('T')]).toEqual(['WI', 'SOP', 'T']);
    expect(documentType.options.filter((type) => !isOfferedType(type))).toEqual(['T']);
    expect(offeredTypes).toHaveLength(6);
  });
});

it('periodic review is due an interval after the date in force or the last review', () => {
  expect(reviewDueAt('2026-01-01T00:00:00.000Z', null, 730)).toBe('2028-01-01T00:00:00.000Z');
  expect(reviewDueAt('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', 30)).toBe('2026-03-03T00:00:00.000Z');
  expect(reviewDueAt('2026-01-01T00:00:00.000Z', '2025-02-01T00:00:00.000Z', 30)).toBe('2026-01-31T00:00:00.000Z');
});

describe('the doc ID that a form proposes', () => {
  it.each([
    ['SOP', [], [], '001'],
    ['SOP', ['001', '007'], ['001', '007'], '008'],
    ['SOP', ['001'], ['001', '002', '003'], '004'],
    ['Form', ['012-03'], ['012-03'], '013-01'],
    ['SOP', ['999'], ['001', '999'], '002'],
    ['SOP', ['997'], ['997', '998', '999'], '001'],
    ['Form', ['999-07'], ['001-01', '999-07'], '002-01'],
    ['SOP', ['400'], Array.from({ length: 999 }, (_, index) => String(index + 1).padStart(3, '0')), null],
    ['SOP', ['T-4'], ['T-4'], '001'],
  ] as const)('%s after %j, with %j taken, is %s', (type, own, taken, next) => {
    expect(nextNumber(type, own, new Set<string>(taken))).toBe(next);
  });

  it('is the only one that is left, wherever that is, and none where none is', () => {
    const all = Array.from({ length: 999 }, (_, i) => String(i + 1).padStart(3, '0'));
    for (const left of ['001', '005', '006', '999'])
      expect(nextNumber('SOP', ['005'], new Set(all.filter((one) => one !== left)))).toBe(left);
    expect(nextNumber('SOP', ['005'], new Set(all))).toBeNull();
  });
});
