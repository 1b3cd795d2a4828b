import { json } from 'node:stream/consumers';
import type { StoredFile } from '#events/document/events.ts';
import { ok, type Result } from '#events/failures.ts';
import type { Plan } from '#app/library-import/source-pack/plan.ts';
import type { Ports } from '#app/kit/ports.ts';

export interface CutTitle {
  given: string;
  cut: string;
}

/** The titles of the source that are too long, each once, with what they would be cut to. */
export const titlesToCut = ({ problems }: Pick<Plan, 'problems'>): CutTitle[] => [
  ...new Map(problems.flatMap(({ title }) => (title ? [[title.given, title]] : []))).values(),
];

/** Those of a stored plan. */
export async function readTitlesToCut(ports: Ports, org: string, plan: StoredFile): Promise<Result<CutTitle[]>> {
  const opened = await ports.storage.within(org).open(plan.objectKey);
  return opened.ok ? ok(titlesToCut((await json(opened.value)) as Plan)) : opened;
}
