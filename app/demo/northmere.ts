import type { Role } from '#events/user/events.ts';
import type { NewDocument } from '#app/demo/world.ts';

export const organisationName = 'Northmere Diagnostics';
export const domain = 'northmere.example';

export const departments = [
  'Corporate',
  'Engineering',
  'IT',
  'Laboratory',
  'Manufacturing',
  'Project Management',
  'Quality Assurance',
] as const;
type Department = (typeof departments)[number];

export const functionalAreas = ['CORP', 'ENG', 'IT', 'PM', 'QA'];

export const people: readonly [firstName: string, lastName: string, role: Role, departments: Department[]][] = [
  ['Priya', 'Raman', 'ADMIN', ['Quality Assurance']],
  ['Tomasz', 'Wieczorek', 'AUTHOR', ['Manufacturing', 'Engineering']],
  ['Daniel', 'Achterberg', 'AUTHOR', ['IT']],
  ['Greta', 'Lindqvist', 'AUTHOR', ['Corporate']],
  ['Marit', 'Solheim', 'AUTHOR', ['Engineering']],
  ['Pavel', 'Dvořák', 'AUTHOR', ['Engineering']],
  ['Hana', 'Kobayashi', 'EMPLOYEE', ['Laboratory', 'Quality Assurance']],
  ['Aoife', 'Brennan', 'EMPLOYEE', ['Laboratory']],
  ['Luca', 'Ferrante', 'EMPLOYEE', ['Manufacturing']],
  ['Rosalind', 'Teague', 'EMPLOYEE', ['Project Management']],
  ['Samuel', 'Oyelaran', 'EMPLOYEE', ['Manufacturing']],
];

/** People are named by their first name. */
export interface DemonstrationDocument {
  owner: string;
  content: NewDocument;
  /** False for a draft. */
  send?: boolean;
  approvers?: readonly string[];
  /** The approvers who have signed; by default all. */
  signers?: readonly string[];
  /** The reason for which the signers rejected it. */
  rejection?: string;
  /** Without `inDays` it is effective at once. */
  publication?: { departments: readonly Department[]; inDays?: number; waiveTraining?: boolean };
  trained?: readonly string[];
  revision?: { version: string; reason: string; approvers: readonly string[]; signers: readonly string[] };
  /** The reason for which it was retired. */
  retirement?: string;
}

const content = (type: string, functionalArea: string, docNum: string, name: string, version = '1.0'): NewDocument => ({
  type,
  functionalArea,
  docNum,
  name,
  version,
});

/** Documents in every status. The last one is retired, which completes the demonstration. */
export const documents: readonly DemonstrationDocument[] = [
  // Effective, with training complete, open or waived.
  {
    owner: 'Priya',
    content: content('SOP', 'QA', '017', 'Batch Record Review'),
    approvers: ['Ines', 'Daniel'],
    publication: { departments: ['Quality Assurance', 'Manufacturing'] },
    trained: ['Hana', 'Luca', 'Tomasz'],
  },
  {
    owner: 'Greta',
    content: content('Policy', 'CORP', '001', 'Quality Policy'),
    approvers: ['Ines', 'Priya'],
    publication: { departments: ['Corporate'] },
    trained: ['Greta'],
  },
  {
    owner: 'Greta',
    content: content('Policy', 'CORP', '004', 'Anti-Falsification and Data Integrity'),
    approvers: ['Priya', 'Ines'],
    publication: { departments: ['Corporate'], waiveTraining: true },
  },
  {
    owner: 'Daniel',
    content: content('SOP', 'IT', '006', 'Electronic Records and Signatures'),
    approvers: ['Ines', 'Greta'],
    publication: { departments: ['IT', 'Quality Assurance'] },
    trained: ['Daniel'],
  },
  // Effective before it was created here.
  {
    owner: 'Ines',
    content: {
      ...content('SOP', 'PM', '002', 'Management Review', '3.2'),
      externallyEffective: true,
      declarationReason: 'Approved on paper and in force since before this system.',
    },
    publication: { departments: ['Project Management'], inDays: -30 },
  },
  // A revision in review while the earlier version stays effective.
  {
    owner: 'Tomasz',
    content: content('SOP', 'QA', '003', 'Corrective and Preventive Action', '2.0'),
    approvers: ['Ines', 'Priya'],
    publication: { departments: ['Quality Assurance'] },
    revision: {
      version: '3.0',
      reason: 'Root causes are analysed before an action is chosen.',
      approvers: ['Ines', 'Priya', 'Greta'],
      signers: ['Priya'],
    },
  },
  // Scheduled, with training open and complete.
  {
    owner: 'Priya',
    content: content('Form', 'QA', '017-02', 'Batch Record Review Checklist'),
    approvers: ['Ines', 'Daniel'],
    publication: { departments: ['Quality Assurance', 'Laboratory'], inDays: 12 },
    trained: ['Hana'],
  },
  {
    owner: 'Tomasz',
    content: content('Form', 'QA', '012-01', 'Gowning Qualification Record'),
    approvers: ['Priya'],
    publication: { departments: ['Project Management'], inDays: 5 },
    trained: ['Rosalind'],
  },
  // Awaiting final approval, awaiting approvers, rejected, drafts, retired.
  { owner: 'Ines', content: content('SOP', 'QA', '009', 'Change Control', '2.0'), approvers: ['Priya', 'Greta'] },
  {
    owner: 'Marit',
    content: content('Work_Instruction', 'ENG', '031', 'Calibration of Pressure Transducers', '1.2'),
    approvers: ['Ines', 'Pavel'],
    signers: ['Pavel'],
  },
  { owner: 'Greta', content: content('Other', 'CORP', '011', 'Site Master File'), approvers: ['Priya'], signers: [] },
  {
    owner: 'Marit',
    content: content('Work_Instruction', 'ENG', '022', 'Environmental Monitoring Set-Up'),
    approvers: ['Tomasz', 'Pavel'],
    signers: ['Tomasz'],
    rejection: 'Step 6.3 still refers to a form that was retired in November.',
  },
  { owner: 'Ines', content: content('Template', 'QA', '009-01', 'Change Request'), send: false },
  { owner: 'Daniel', content: content('SOP', 'IT', '008', 'Validation of Spreadsheets'), send: false },
  {
    owner: 'Tomasz',
    content: content('Work_Instruction', 'ENG', '014', 'Label Printing on the Old Line'),
    approvers: ['Ines', 'Marit'],
    publication: { departments: ['Manufacturing'] },
    retirement: 'The old line was taken down. WI-ENG-031 replaces it.',
  },
];
