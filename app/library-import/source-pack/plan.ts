import type { EventData } from '#events/catalogue.ts';
import type { StoredFile } from '#events/document/events.ts';
import type { ImportCounts } from '#events/import/events.ts';
import type { PackProblem, PackTable } from '#app/library-import/source-pack/columns.ts';
import type { JudgedColumn } from '#app/library-import/source-pack/dates.ts';
import type { CheckedContent } from '#app/adapters/storage/content/check.ts';

type Planned<T extends 'DocumentImported' | 'VersionImported' | 'TrainingImported' | 'PersonImported'> = {
  /** The row of the source. */
  row: number;
  data: EventData<T>;
};

/** A document with its versions, oldest first, its relations and its training: what one append records. */
export interface PlannedDocument extends Planned<'DocumentImported'> {
  versions: Planned<'VersionImported'>[];
  /** Plans of earlier releases have none. */
  relations?: { row: number; data: NonNullable<EventData<'DocumentImported'>['relations']>[number] }[];
  training: Planned<'TrainingImported'>[];
}

/** A row of the sample: what the source says and what would be recorded, by their labels. */
export interface SampleRow {
  row: string;
  source: Record<string, string>;
  target: Record<string, string>;
}

/** What the check of a file found, by the SHA-256 of the file and the end of its name. */
export type CheckedFiles = Record<string, CheckedContent>;

/** What an import would record, made by its preview. Both signatures name the SHA-256 of this file. */
export interface Plan {
  counts: ImportCounts;
  /** Identifies what is in the pack, however it is packed: of the sorted fingerprints of its tables and files. */
  content?: string;
  /** The files that can be used, which another preview does not check again. */
  checked?: CheckedFiles;
  /** Rows of each table of the source. Plans of earlier releases do not count relations. */
  source: Record<Exclude<PackTable, 'relations'>, number> & { relations?: number };
  problems: PackProblem[];
  /** `email`: by which a later import finds the person again. */
  people: (Planned<'PersonImported'> & { email?: string | null })[];
  /** The order that dates were read in, by column. */
  dates?: JudgedColumn[];
  documents: PlannedDocument[];
  sample: SampleRow[];
}

/**
 * A file of the pack in storage, or why it cannot be used. `isOptional`: an archive that was sent again later has it no
 * more, so that a row may name it and need not.
 */
export type PackFile = { name: string; isOptional?: boolean } & ({ file: StoredFile } | { refusal: string });
