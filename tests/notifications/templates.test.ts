import type { StartHereCards } from '#app/home/queries/start-here.ts';
import { describe, expect, test } from 'vitest';
import { compose } from '#app/kit/email/compose.ts';
import type { Email, EmailContext } from '#app/kit/email/email.ts';
import { approvalRequested, approvalWithdrawn, documentRejected } from '#app/approvals/emails/approvals.ts';
import { documentApproved, documentEffective, ownershipTransferred } from '#app/documents/emails/documents.ts';
import { trainingAssigned, trainingReminded } from '#app/training/emails/training.ts';
import { weeklyDigest } from '#app/notifications/emails/digest.ts';
import * as account from '#app/sign-in/emails/account.ts';
import * as lockout from '#app/sign-in/emails/lockout.ts';
import * as reminders from '#app/notifications/emails/reminders.ts';
import { moreEmails } from './more-emails.ts';

const now = '2026-03-12T14:05:00.000Z';
const context: EmailContext = {
  publicUrl: 'https://quality.northmere.example',
  organisation: 'Northmere Diagnostics',
  timeZone: 'Pacific/Auckland',
  to: { firstName: 'Noor', email: 'noor+qa@northmere.example' },
  now,
};
const issued = { code: 'K7QM2XFD', expiresAt: '2026-03-13T14:05:00.000Z' };
const document = {
  uid: '0b1f6f0e-1111-4222-8333-444455556666',
  number: 'SOP - QA - 017',
  version: '2.1',
  name: 'Kalibracja pH-metrów <b>',
};
const signature = {
  signer: document.uid,
  printedName: '中村 春樹',
  signedName: '中村 春樹',
  role: 'AUTHOR',
  meaning: 'rejected',
  reason: 'Step 4.2 is wrong.\nSo is 4.3.',
  document: document.uid,
  version: '2.1',
  sha256: 'a'.repeat(64),
  comparison: null,
  signedAt: now,
  credential: { method: 'email and password', checkedAt: now },
} as const;
const due = (record: string, dueAt: string) => ({ document, record, dueAt });
const none = { cards: [], total: 0 };
const kinds = 'finalApprovals imports approvals forOthers stuck withoutUnit rejected requests reviews drafts'.split(
  ' ',
);
const noCards = Object.fromEntries(kinds.map((kind) => [kind, none])) as unknown as StartHereCards;
const waiting = <C>(one: C) => ({ cards: [one], total: 1 });
const card = {
  document: document.uid,
  type: 'SOP',
  functionalArea: 'QA',
  docNum: '018',
  version: '3.0',
  name: 'Release of Batches',
  owner: 'Priya Raman',
} as const;

const transfer = {
  document,
  status: 'EFFECTIVE',
  by: 'Priya Raman',
  from: 'Noor Haddad',
  to: 'Ines Okafor',
  reason: 'On parental leave <until> June.',
} as const;

const emails: Record<string, Email> = {
  invitation: account.invitation(context, { inviter: 'Ines Okafor', role: 'EMPLOYEE', departments: ['IT'], issued }),
  reactivation: account.reactivation(context, { inviter: 'Ines Okafor', role: 'AUTHOR', departments: [], issued }),
  'new code': account.newCode(context, 'confirm', issued),
  'reset code': account.resetCode(context, issued),
  moved: account.moved(context, 'reset', issued),
  'moved, to an invited person': account.moved(context, 'confirm', issued),
  'password changed': account.passwordChanged(context, { at: now, how: 'changed' }),
  'account locked': lockout.accountLocked(context, {
    person: { name: 'Priya Raman', email: 'priya@northmere.example', page: '/dashboard/users/1/edit' },
    at: now,
    until: '2026-03-12T14:20:00.000Z',
    address: '192.0.2.7',
  }),
  'own account locked': lockout.ownAccountLocked(context, {
    person: { name: 'Noor Haddad', email: 'noor@northmere.example', page: '/dashboard/users/2/edit' },
    at: now,
    until: null,
    address: null,
  }),
  'approval requested': approvalRequested(context, { document, from: 'Priya Raman', owner: 'Priya Raman' }),
  'approval withdrawn': approvalWithdrawn(context, {
    document,
    by: 'Priya Raman',
    act: 'removed',
    reason: 'Noor is on leave.',
  }),
  'rejected, to the owner': documentRejected(context, { document, signature, recipient: 'owner' }),
  'rejected, to an approver': documentRejected(context, { document, signature, recipient: 'approver' }),
  'ownership transferred, to the new owner': ownershipTransferred(context, { ...transfer, recipient: 'new' }),
  'ownership transferred, to the former owner': ownershipTransferred(context, { ...transfer, recipient: 'former' }),
  'training assigned': trainingAssigned(context, {
    because: 'published',
    training: [due('r1', '2026-03-26T11:00:00.000Z')],
  }),
  'much training assigned': trainingAssigned(context, {
    because: 'confirmed',
    training: [due('r1', '2026-03-26T11:00:00.000Z'), due('r2', '2026-03-10T11:00:00.000Z')],
  }),
  'training reminded': trainingReminded(context, {
    by: 'Priya Raman',
    training: [due('r1', '2026-03-10T11:00:00.000Z')],
  }),
  'training due soon': reminders.trainingDue(context, [due('r1', '2026-03-15T11:00:00.000Z')]),
  'much training overdue': reminders.trainingOverdue(
    context,
    Array.from({ length: 23 }, (_, index) => ({ ...due(`r${index}`, '2026-03-10T11:00:00.000Z'), document })),
  ),
  'training of others overdue': reminders.trainingEscalated(context, [
    { ...due('r1', '2026-03-01T11:00:00.000Z'), user: 'u1', person: 'Priya Raman' },
    { ...due('r2', '2026-03-02T11:00:00.000Z'), user: 'u2', person: '中村 春樹' },
  ]),
  'much training of others overdue': reminders.trainingEscalated(
    context,
    Array.from({ length: 21 }, (_, index) => ({
      ...due(`r${index}`, '2026-03-01T11:00:00.000Z'),
      document: { ...document, uid: `0b1f6f0e-1111-4222-8333-4444555566${String(index).padStart(2, '0')}` },
      user: 'u1',
      person: 'Priya Raman',
    })),
  ),
  ...moreEmails(context, document),
  'periodic review due': reminders.reviewDue(
    context,
    [{ document, owner: { uid: 'u1', name: 'Priya Raman' }, dueAt: '2026-03-12T11:00:00.000Z' }],
    'u1',
  ),
  'document approved, to an admin': documentApproved(context, { document, recipient: 'admin' }),
  'document approved, to its owner': documentApproved(context, { document, recipient: 'owner' }),
  'document effective': documentEffective(context, { document, supersedes: '1.0' }),
  'weekly digest': weeklyDigest(context, {
    training: {
      items: [due('r1', '2026-03-15T11:00:00.000Z'), due('r2', '2026-03-10T11:00:00.000Z')],
      total: 7,
      overdue: 1,
    },
    cards: {
      ...noCards,
      approvals: waiting({ ...card, signed: 1, asked: 3, requestedAt: '2026-03-10T11:00:00.000Z' }),
      forOthers: waiting({ ...card, absent: 'Marit Solheim', until: '2026-06-03', requestedAt: now }),
      stuck: waiting({ ...card, approval: 'a1', approver: 'Marit Solheim', unable: 'deactivated' }),
      reviews: waiting({ ...card, dueAt: '2026-03-11T11:00:00.000Z' }),
    },
    overdue: [
      { department: 'Laboratory', records: 1 },
      { department: 'Quality Assurance', records: 12 },
    ],
  }),
};
const written = (name: string) =>
  compose(emails[name]!, context, {
    from: { name: 'Imprimatur', address: 'imprimatur@northmere.example' },
    toName: 'Noor Haddad',
    key: name,
  });

describe.each(Object.keys(emails))('the email: %s', (name) => {
  test('has the same content as text and as HTML, in plain words', async () => {
    const { text, html, subject } = await written(name);
    const email = emails[name]!;
    for (const url of [email.action?.url, email.code?.code].filter((part) => part !== undefined)) {
      expect(text).toContain(url);
      expect(html).toContain(url.replaceAll('&', '&amp;'));
    }
    expect(text.replace(/\s+/g, ' ')).toContain(email.heading);
    expect(text).toContain('noor+qa@northmere.example on 12 Mar 2026 14:05 UTC');
    expect(text.split('\n').filter((line) => line.length > 72 && !line.includes('https://'))).toEqual([]);
    expect(`${subject} ${text}`).not.toMatch(/please|successfully|sorry|!/i);
    expect(subject.length).toBeGreaterThan(0);
  });

  test('loads nothing and runs nothing in the mail program', async () => {
    const { html } = await written(name);
    expect(html).not.toMatch(/<(img|script|link|iframe)\b|url\(|@import/i);
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).not.toContain('<b>');
    // A title may be one word of 80 letters.
    expect(html).toMatch(/<td[^>]*class="sheet pad"[^>]*overflow-wrap:anywhere/);
  });
});

test('an invitation names inviter, role and department, and its link fills in the address', async () => {
  const { subject, text, html } = await written('invitation');
  expect(subject).toBe('Ines Okafor has invited you to Northmere Diagnostics');
  expect(text).toContain('as an Employee in IT');
  expect(text).toContain('K7QM-2XFD');
  expect(text).toContain('It expires in 24 hours, on 13 Mar 2026 at 14:05 UTC.');
  expect(html).toContain('https://quality.northmere.example/confirm?email=noor%2Bqa%40northmere.example');
  expect(html).toContain('https://quality.northmere.example/request-code');
});

test('an email uses one name for its code', async () => {
  const { text, html } = await written('reset code');
  expect(text).toContain('Your reset code:\n\n    K7QM-2XFD\n');
  expect(html).not.toContain('verification code');
  expect((await written('new code')).text).toContain('Your verification code:');
});

test('the link to the recipient’s training opens the training tab for every role', async () => {
  for (const name of ['much training assigned', 'much training overdue'])
    expect((await written(name)).text).toContain(
      'Open your training:\nhttps://quality.northmere.example/dashboard?tab=training\n',
    );
});

test('counts two people with the same name as two', () => {
  const record = (user: string) => ({ ...due(user, '2026-03-01T11:00:00.000Z'), user, person: 'Priya Raman' });
  const { subject } = reminders.trainingEscalated(context, [record('u1'), record('u2'), record('u2')]);
  expect(subject).toBe('Training of two people is overdue at Northmere Diagnostics');
});

test('an email about much overdue training stays under the 100 kB that mail programs show', async () => {
  const records = Array.from({ length: 1000 }, (_, index) => ({
    ...due(`r${index}`, '2026-03-01T11:00:00.000Z'),
    document: { ...document, uid: `0b1f6f0e-1111-4222-8333-4444555566${10 + Math.floor(index / 40)}` },
    user: `u${index}`,
    person: 'Priya Raman',
  }));
  const email = reminders.trainingEscalated(context, records);
  const from = { name: 'Imprimatur', address: 'imprimatur@northmere.example' };
  const { html } = await compose(email, context, { from, toName: 'Noor Haddad', key: 'much' });
  expect(Buffer.byteLength(html)).toBeLessThan(100_000);
  const facts = email.sections?.flatMap((section) => section.documents ?? []).map((one) => one.facts?.at(-1));
  expect(facts).toHaveLength(20);
  expect(facts?.[0]).toEqual({ label: 'Others', value: '20 more' });
  expect(facts?.[19]).toEqual({ label: 'Overdue', value: '40 training records' });
});

test('does not add a full stop to a name that ends with one', async () => {
  const named = { ...context, organisation: 'Northmere Ltd.' };
  const email = lockout.accountLocked(named, {
    person: { name: 'Priya Raman', email: 'priya@northmere.example', page: '/dashboard/users/1/edit' },
    at: now,
    until: '2026-03-12T14:20:00.000Z',
    address: '192.0.2.7',
  });
  const from = { name: 'Imprimatur', address: 'imprimatur@northmere.example' };
  const { text } = await compose(email, named, { from, toName: 'Noor Haddad', key: 'stop' });
  expect(text.trimEnd()).toMatch(/Northmere\s+Ltd\.$/);
  expect(text).not.toContain('..');
});

test('a late email does not say that the code expires in 24 hours', () => {
  const late = account.invitation(
    { ...context, now: '2026-03-12T20:00:00.000Z' },
    {
      inviter: 'Ines Okafor',
      role: 'EMPLOYEE',
      departments: [],
      issued,
    },
  );
  expect(late.code?.note).toBe('It expires on 13 Mar 2026 at 14:05 UTC.');
});

test('a rejection shows its signed reason', async () => {
  const { text } = await written('rejected, to the owner');
  expect(text).toContain('  Step 4.2 is wrong.\n  So is 4.3.');
  expect(text).toContain('中村 春樹\nI do not approve this document\n12 Mar 2026 14:05 UTC');
});

test('training shows due dates in the organisation’s zone and says which are overdue', async () => {
  const { text } = await written('much training assigned');
  expect(text).toContain('Due: 27 Mar 2026\n');
  expect(text).toContain('Due: 11 Mar 2026 (overdue)');
  expect(text).toContain('https://quality.northmere.example/dashboard/review/r2');
});

test('a long list is cut and counts the rest', async () => {
  const { text, html } = await written('much training overdue');
  expect(text.match(/\/dashboard\/review\//g)).toHaveLength(20);
  expect(text).toContain('And 3 more.');
  expect(html).toContain('And 3 more.');
  expect(text).toContain('https://quality.northmere.example/dashboard?tab=training');
});

test('a single document that is left out is counted in the singular', async () => {
  expect((await written('much training of others overdue')).text).toContain('And 1 more document.');
});

test('the digest lists all open tasks, each with a link to its page', async () => {
  const { text, subject } = await written('weekly digest');
  expect(subject).toBe('Your open tasks at Northmere Diagnostics');
  expect(text).toContain('Noor, you have 11 open tasks');
  for (const page of ['/review/r1', `/approve/${document.uid}`, '/approvers/a1/replace', '/periodic-review'])
    expect(text).toContain(page);
  expect(text).toContain('And 5 more.');
  expect(text.replace(/\s+/g, ' ')).toContain('You have one overdue training record.');
  expect(text).toContain('Quality Assurance: 12 training records (overdue)');
});
