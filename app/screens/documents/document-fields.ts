/** The fields of the document form, as conform names them. */
export type DocumentFields = {
  /** The uid that a new document will have. */
  document: string;
  name: string;
  externallyEffective: boolean;
  working: string;
  final: string;
  type: string;
  functionalArea: string;
  docNum: string;
  version: string;
  approvers: string[];
};
