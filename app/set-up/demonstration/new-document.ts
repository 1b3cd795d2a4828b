import type { Role } from '#events/user/events.ts';
import type { VersionChange } from '#events/document/change.ts';
import type { Paper } from '#app/set-up/demonstration/document-pdf.ts';

/** A person of a world, with the password. */
export interface Person {
  uid: string;
  org: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  password: string;
}

export interface NewDocument {
  name: string;
  type: string;
  functionalArea: string;
  docNum: string;
  version?: string;
  approvers?: readonly Person[];
  externallyEffective?: boolean;
  declarationReason?: string;
  send?: boolean;
  change?: VersionChange | null;
  /** Days. */
  reviewInterval?: number;
  trainingInterval?: number;
  sections?: Paper['sections'];
  /** The keys of its files, where they are uploaded already. */
  files?: () => Promise<{ working: string; final: string }>;
}

const plainSections: Paper['sections'] = [
  { heading: 'Purpose', paragraphs: ['This document says how the work is done, by whom, and how it is recorded.'] },
  { heading: 'Scope', paragraphs: ['It applies to everybody who does this work, at every site.'] },
  { heading: 'Procedure', paragraphs: ['Follow the steps in order. Record each step when it is done.'] },
];

/** The paper of a document of this organisation. */
export function paperOf(
  organisation: string,
  { type, functionalArea, docNum, name, version = '1.0', sections = plainSections }: NewDocument,
): Paper {
  const number = `${type === 'Work_Instruction' ? 'WI' : type}-${functionalArea}-${docNum}`;
  return { organisation, number, title: name, version, sections };
}
