import { paperPdf } from '#app/set-up/demonstration/document-pdf.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { sop } from '#tests/support/organisation.ts';
import type { Choices, Doer, Stage } from '../stage.ts';

/** Something that people or the clock do; where there is nothing to do it with, nothing happens. */
export type Act = (stage: Stage, choices: Choices) => Promise<unknown>;

const papers = new Map<string, Promise<Buffer>>();

/** Uploads the two files of a version, in the name of who will send them. */
export async function upload(
  { organisation: { world } }: Stage,
  by: Doer,
  docNum: string,
  version: string,
  document?: string,
) {
  const owner = by.person ?? world.admin;
  // Few different papers, so that each is drawn once.
  const paper = world.paperOf({
    ...sop(String(Number(docNum) % 4), 'Procedure'),
    version: `${Number.parseInt(version, 10) % 3}.0`,
  });
  const key = `${paper.number} ${paper.version}`;
  const drawn = papers.get(key) ?? paperPdf(paper);
  papers.set(key, drawn);
  return world.upload(owner as Person, paper, document ?? null, () => drawn);
}
