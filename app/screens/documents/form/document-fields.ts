/** The fields of the document form. */
export type DocumentFields = {
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
};

/** The labels of the fields in the error summary. */
export const documentLabels = {
  name: 'Title',
  working: 'Working document',
  final: 'Final PDF',
  docNum: 'Doc ID',
  declarationReason: 'Reason',
} as const;
