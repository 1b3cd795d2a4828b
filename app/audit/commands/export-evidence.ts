import { z } from 'zod';
import type { E } from '#events/catalogue.ts';
import { ok } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { commit, personalCommand } from '#app/kit/command/command.ts';
import { loadStream } from '#app/kit/command/load.ts';
import { evidenceRequest, getEvidenceSubject } from '#app/audit/queries/evidence-subject.ts';
import { ask } from '#app/kit/query/query.ts';

/**
 * Records that this person exports this evidence, before it is sent. `size` and `root` (hexadecimal) are those of the
 * pack's checkpoint.
 */
export const exportEvidence = personalCommand({
  name: 'evidence.export',
  input: evidenceRequest.extend({ root: z.string() }),
  permission: 'signed-in',
  async run({ root, ...request }, context) {
    const found = await ask(getEvidenceSubject, request, context);
    if (!found.ok) return found;
    const { kind, uid, document, person, period, positions } = found.value;
    const event: E = {
      type: 'EvidenceExported',
      data: {
        kind,
        document,
        person,
        record: kind === 'training-record' ? uid : null,
        period,
        size: Number(request.size),
        root,
        events: positions.length,
      },
    };
    return commit(context, async () => {
      const exports = await loadStream(context, streams.evidence(context.viewer.uid));
      return ok({ writes: [{ ...exports, events: [event] }], answer: null });
    });
  },
});
