/** Tables of schema `app` for the text inside documents. */
export interface TextTables {
  'app.file_text': FileTextTable;
  'app.page_text': PageTextTable;
}

interface FileTextTable {
  org_id: string;
  document_uid: string;
  sha256: string;
  pages: number;
  /** Letters of its text: 0 where it has none (a scan); null where the file cannot be read. Decimal text when read. */
  letters: string | number | null;
  read_at: string;
}

interface PageTextTable {
  org_id: string;
  document_uid: string;
  sha256: string;
  /** Counts from 1; files without pages have page 1. */
  page: number;
  /** A long page has several. */
  part: number;
  /** PostgreSQL's text search configuration. */
  language: string;
  body: string;
}
