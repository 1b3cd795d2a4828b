import { lineNumbers } from '#app/documents/forms/change-lines.ts';
import type { ChangeFields } from '#app/documents/screens/form/change-section.tsx';

const lineLabels: Readonly<Record<string, string>> = Object.fromEntries(
  lineNumbers.flatMap((number) => [
    [`place${number}`, `Place ${number}`],
    [`what${number}`, `What changes ${number}`],
  ]),
);

/** The fields of the document form. */
export type DocumentFields = ChangeFields & {
  /** The uid that a new document will have. */
  document: string;
  name: string;
  externallyEffective: boolean;
  declarationReason: string;
  working: string;
  final: string;
  type: string;
  functionalArea: string;
  docNum: string;
  version: string;
  approvers: string[];
  /** People by step of the document's route: `2.` and the uid. */
  steps: string[];
  /** As `Held` has them. */
  routed: string;
  stepNames: string[];
  aside: string[];
};

/** The labels of the fields in the error summary. */
export const documentLabels = {
  name: 'Title',
  working: 'Working document',
  final: 'Final PDF',
  docNum: 'Doc ID',
  declarationReason: 'Reason',
  changeKind: 'Kind of change',
  changeReason: 'Reason for change',
  changeRequests: 'Change requests',
  changeReference: 'Asked for by',
  trainingReason: 'Why this training is enough',
  ...lineLabels,
} as const;
