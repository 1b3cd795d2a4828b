import fc from 'fast-check';

/** An entity that is chosen when a request is sent: the n-th of a pool, of the own or of the other organisation. */
export interface Pick {
  readonly pick: Pool;
  readonly other: boolean;
  readonly n: number;
}
export type Pool =
  | 'org'
  | 'user'
  | 'document'
  | 'department'
  | 'approval'
  | 'record'
  | 'any'
  | 'self'
  | 'email'
  | 'address'
  | 'password'
  | 'name'
  | 'file'
  | 'etag';

/** Stands for a word that only this organisation sends: if the other one can read it, data has leaked. */
export const markPlace = '¤';

export const pick = (pool: Pool, others: number): fc.Arbitrary<Pick> =>
  fc.record({
    pick: fc.constant(pool),
    other: fc.nat(99).map((n) => n < others),
    n: fc.nat(1_000_000),
  });

export const isPick = (value: unknown): value is Pick => typeof value === 'object' && value !== null && 'pick' in value;

/** Texts that have broken software before. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff x',
    'x'.repeat(81),
    'x'.repeat(1001),
    'x'.repeat(20_000),
    "'; drop table read.document; --",
    '<script>alert(1)</script>',
    '../../../etc/passwd',
    '%00',
    '%',
    '\\',
    '\u202egnirts',
    'e\u0301'.repeat(40),
    'ﷺ'.repeat(30),
    '👩‍👩‍👧‍👦',
    'null',
    'true',
    'NaN',
    '-1',
    '0',
    '1e309',
    '9'.repeat(400),
    '__proto__',
    'constructor',
    '{}',
    '[]',
    '0000-00-00',
    '2026-02-30',
    '+275760-09-13T00:00:00.001Z',
    '-271821-04-20T00:00:00.000Z',
    '1.0\n',
    'a@b',
    `${'a'.repeat(65)}@example.com`,
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

export const oddNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    -1,
    1,
    0.5,
    2 ** 31,
    2 ** 32,
    2 ** 53,
    -(2 ** 53),
    1e21,
    1.7e308,
    8.64e15,
    8.64e15 + 1,
    5e-324,
  ),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Anything that JSON can say. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, {}, [], [[]], [null]),
  oddText,
  oddNumber,
  fc.jsonValue({ maxDepth: 3 }),
  pick('any', 50).map(({ n, other }): Pick => ({ pick: 'any', other, n })),
);

const soon = fc.nat(90).map((days) => Date.UTC(2027, 0, 1) + days * 86_400_000);
const text = fc.nat(400).map((n) => `Control of ${markPlace} labels ${n}`);

/** Fields by the names that the specification gives them: what the product could accept. */
export const byName: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  name: text,
  reason: text,
  docNum: fc.oneof(
    fc.integer({ min: 1, max: 999 }).map((n) => String(n).padStart(3, '0')),
    fc.constantFrom('003-01', '005-12'),
  ),
  functionalArea: fc.constantFrom('QA', 'QA', 'QA', 'IT'),
  version: fc.constantFrom('1.0', '1.0', '2.0', '3.1', '10.0'),
  type: fc.constantFrom('SOP', 'Policy', 'Form', 'Template', 'Work_Instruction', 'Other'),
  status: fc.constantFrom('CREATED', 'APPROVED', 'INVITED', 'ACTIVE'),
  role: fc.constantFrom('ADMIN', 'AUTHOR', 'EMPLOYEE', 'EMPLOYEE', 'SUPER_ADMIN'),
  firstName: fc.constantFrom('Ada', 'Grete', 'Ola'),
  lastName: fc.constantFrom('Berg', 'Hermann', 'Dietze'),
  email: fc.oneof(pick('email', 20), pick('address', 0)),
  username: pick('email', 20),
  password: pick('password', 0),
  currentPassword: pick('password', 0),
  newPassword: fc.constantFrom('a-quiet-harbour-by-noon-7', 'umbrella-stand-by-the-sea-4', 'short'),
  newCredential: fc.constantFrom('a-quiet-harbour-by-noon-7', 'short'),
  signedName: pick('name', 10),
  fileWordObjectKey: pick('file', 30),
  filePdfObjectKey: pick('file', 30),
  filename: fc.constantFrom('paper.pdf', 'paper.docx', 'sheet.xlsx', 'virus.exe'),
  format: fc.constantFrom('PDF', 'CSV'),
  effectiveDate: soon,
  trainingInterval: fc.constantFrom(30, 365),
  reviewInterval: fc.constantFrom(365, 730),
  consent: fc.constantFrom(true, true, true, false),
  // Nothing waits.
  wait: fc.constantFrom('0', '-1', '31', 'x'),
  limit: fc.constantFrom('1', '3', '1000', '0', '-1', '1001'),
};

/** Which uids a field is about, by its name or by the collection that its path begins with. */
export function poolOf(name: string): Pool {
  if (/^(?:user|users|owner|approver|approvers)$/.test(name)) return 'user';
  if (/^(?:docs|docHash|document|doc|docId)$/.test(name)) return 'document';
  if (/^(?:depts|department|departments)$/.test(name)) return 'department';
  if (/^approvals?$|approvalUid/.test(name)) return 'approval';
  if (/^records?$/.test(name)) return 'record';
  return /^orgs?$|orgUid/.test(name) ? 'org' : 'any';
}
