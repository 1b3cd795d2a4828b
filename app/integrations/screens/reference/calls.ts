/** A type in words; the entity in it, where it names one. */
export interface ShownType {
  text: string;
  entity: string | null;
}

/** One field of an object; a field of a field has a dotted name, and `[]` stands for each of a list. */
export interface ShownField {
  name: string;
  type: ShownType;
  required: boolean;
  about: string;
}

export interface ShownParameter extends ShownField {
  place: 'path' | 'query' | 'header';
}

/** How a call answers with one status: what `data` holds, or the problems. */
export interface ShownAnswer {
  status: number;
  about: string;
  data: ShownType | null;
  headers: string[];
  problems: { code: string; title: string }[];
}

export interface ShownCall {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The template: `/api/docs/{uid}`. */
  path: string;
  summary: string;
  /** Paragraphs. */
  about: string[];
  parameters: ShownParameter[];
  /** null: it has none. */
  body: { fields: ShownField[]; sample: string } | null;
  /** No bearer token is needed. */
  open: boolean;
  answers: ShownAnswer[];
}

export interface ShownProblem {
  code: string;
  status: number;
  title: string;
}

/** Everything that /api/docs shows. */
export interface CallsPage {
  version: string;
  /** How the API works, in paragraphs. */
  about: string[];
  origin: string;
  groups: { name: string; about: string; calls: ShownCall[] }[];
  entities: { name: string; about: string; fields: ShownField[] }[];
  /** Every type of refusal that a call can answer. */
  problems: ShownProblem[];
}
