import type { DB as ReadDatabase } from '#projections/tables.ts';
import type { DB as OwnDatabase } from './tables.ts';

/** Every table, as kysely sees it: names with their schema, for instance `read.document`. */
export interface Database extends OwnDatabase, ReadDatabase {}
