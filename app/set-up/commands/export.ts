import { z } from 'zod';
import { organisationEvolution } from '#events/organisation/organisation.ts';
import * as rules from '#events/organisation/organisation.ts';
import { streams } from '#events/streams.ts';
import type { Result } from '#events/failures.ts';
import { change } from '#app/kit/command/change.ts';
import { personalCommand, type CommandContext } from '#app/kit/command/command.ts';

/** The checkpoint that an archive is of: how many events it covers, and its root in hexadecimal. */
const atCheckpoint = z.object({ size: z.number().int().positive(), root: z.string() });

/** Records that the organisation is exported at a checkpoint, before the archive is made. */
export const recordExport = (
  context: CommandContext,
  { size, root }: z.output<typeof atCheckpoint>,
): Promise<Result<{ size: number }>> =>
  change(context, { stream: streams.organisation, evolution: organisationEvolution }, (state, { principal }) => ({
    decision: rules.recordExport({ principal, size, root }, state),
    answer: { size },
  }));

export const exportOrganisation = personalCommand({
  name: 'organisation.export',
  input: atCheckpoint,
  permission: 'organisation.export',
  run: (checkpoint, context) => recordExport(context, checkpoint),
});
