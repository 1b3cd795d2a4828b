/** The fields of the document form, as conform names them. */
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
};

/** The labels that the error summary names the fields by. */
export const documentLabels = {
  name: 'Title',
  working: 'Working document',
  final: 'Final PDF',
  docNum: 'Doc ID',
  declarationReason: 'Reason',
} as const;
