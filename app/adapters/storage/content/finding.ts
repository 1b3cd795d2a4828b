import type { Extension } from '#app/adapters/storage/content/formats.ts';

/** What a file's bytes say it is. `label` reads on from 'holds …'. */
export type Finding =
  | { is: 'known'; extensions: Extension[] }
  | { is: 'other'; label: string }
  | { is: 'encrypted' }
  | { is: 'damaged' };
