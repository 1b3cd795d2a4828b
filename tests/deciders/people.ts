import type { Named } from '#events/common.ts';
import type { ApproverChoice } from '#events/document/commands.ts';
import type { Principal } from '#events/permissions.ts';
import type { SigningFacts } from '#events/signature.ts';
import type { Role } from '#events/user/events.ts';

/** A uid that says in its last digits what it is. */
export const uidOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const now = '2026-03-12T14:05:00.000Z';
export const tomorrow = '2026-03-13T00:00:00.000Z';
export const yesterday = '2026-03-11T00:00:00.000Z';

export type Person = Extract<Principal, { kind: 'user' }>;

const person = (number: number, name: string, role: Role): Person => ({
  kind: 'user',
  uid: uidOf(number),
  name,
  role,
  status: 'ACTIVE',
});

export const admin = person(1, 'Priya Raman', 'ADMIN');
export const author = person(2, 'Ines Okafor', 'AUTHOR');
export const otherAuthor = person(3, 'Daniel Achterberg', 'AUTHOR');
export const employee = person(4, 'Noor Haddad', 'EMPLOYEE');
export const superAdmin = person(5, 'Elena Marchetti', 'SUPER_ADMIN');
export const approverOne = person(6, 'Tomasz Wieczorek', 'AUTHOR');
export const approverTwo = person(7, 'Hana Kobayashi', 'ADMIN');
export const system: Principal = { kind: 'system' };

export const quality: Named = { uid: uidOf(101), name: 'Quality Assurance' };
export const laboratory: Named = { uid: uidOf(102), name: 'Laboratory' };
export const manufacturing: Named = { uid: uidOf(103), name: 'Manufacturing' };

/** `approval` is the uid that the approval gets. */
export const choose = ({ uid, name, role, status }: Person, approval: string): ApproverChoice => ({
  approval,
  user: uid,
  name,
  role,
  status,
});

/** Everything that a signature needs, as this person would enter it, over the PDFs that they opened. */
export const signing = (signer: Person, opened: readonly string[], reason: string | null = null): SigningFacts => ({
  signer: { uid: signer.uid, email: `${signer.uid}@example.test`, printedName: signer.name, role: signer.role },
  entered: { email: `${signer.uid}@EXAMPLE.test `, signedName: signer.name, consent: true, reason, comparison: null },
  credential: { method: 'email and password', checkedAt: now },
  secondFactorAsked: false,
  opened: opened.map((sha256) => ({ sha256, position: '9' })),
  comparison: null,
  identityVerified: true,
  statementAccepted: true,
});
