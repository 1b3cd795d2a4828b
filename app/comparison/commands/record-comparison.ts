import * as rules from '#events/document/decide/comparison.ts';
import type { KeepComparison } from '#events/document/commands.ts';
import { ok, type Result } from '#events/failures.ts';
import { commit } from '#app/kit/command/command.ts';
import { systemContext } from '#app/kit/command/system.ts';
import { loadDocument, principalOf } from '#app/kit/command/load.ts';
import type { Ports } from '#app/kit/ports.ts';

/** Records a comparison of two versions that is stored; answers whether it was recorded now. */
export async function keepComparison(
  ports: Ports,
  org: string,
  { document, made }: { document: string; made: KeepComparison['made'] },
): Promise<Result<{ recorded: boolean }>> {
  const context = systemContext(ports, org, 'Imprimatur', ports.newId());
  return commit(context, async () => {
    const { stream, version, state } = await loadDocument(context, document);
    const asked = { principal: principalOf(context), now: context.now };
    const decision = rules.keepComparison({ ...asked, made }, state);
    if (!decision.ok) return decision;
    const { events } = decision;
    return ok({ writes: [{ stream, version, events }], answer: { recorded: events.length > 0 } });
  });
}
