/** A type in words; the entity in it, where it names one. */
export interface TypeView {
  text: string;
  entity: string | null;
}

/** One field of an object; a field of a field has a dotted name, and `[]` stands for each of a list. */
export interface FieldView {
  name: string;
  type: TypeView;
  required: boolean;
  about: string;
}

export interface ParameterView extends FieldView {
  place: 'path' | 'query' | 'header';
}

/** How a call answers with one status: what `data` holds, or the problems. */
export interface AnswerView {
  status: number;
  about: string;
  data: TypeView | null;
  headers: string[];
  problems: { code: string; title: string }[];
}

export interface CallView {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The template: `/api/docs/{uid}`. */
  path: string;
  summary: string;
  /** Paragraphs. */
  about: string[];
  parameters: ParameterView[];
  /** null: it has none. */
  body: { fields: FieldView[]; sample: string } | null;
  /** No bearer token is needed. */
  open: boolean;
  answers: AnswerView[];
}

export interface ProblemView {
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
  groups: { name: string; about: string; calls: CallView[] }[];
  entities: { name: string; about: string; fields: FieldView[] }[];
  /** Every type of refusal that a call can answer. */
  problems: ProblemView[];
}
