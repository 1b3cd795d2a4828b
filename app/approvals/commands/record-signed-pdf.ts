import * as rules from '#events/document/decide/retire.ts';
import type { SealRecord, StoredFile } from '#events/document/events.ts';
import { ok, type Result } from '#events/failures.ts';
import { commit } from '#app/kit/command/command.ts';
import { systemContext } from '#app/kit/command/system.ts';
import { loadDocument, principalOf } from '#app/kit/command/load.ts';
import type { Ports } from '#app/kit/ports.ts';

/**
 * Records the signed PDF of an approved version, where none is recorded yet that lists as much; answers whether it was
 * recorded now. `original` is the SHA-256 of the PDF that it was made from, `upTo` the position of the last event that
 * it lists.
 */
export async function keepSignedPdf(
  ports: Ports,
  org: string,
  made: { document: string; version: string; original: string; file: StoredFile; upTo: string; seal: SealRecord },
): Promise<Result<{ recorded: boolean }>> {
  const context = systemContext(ports, org, 'Imprimatur', ports.newId());
  const { document, version: approved, ...facts } = made;
  return commit(context, async () => {
    const { stream, version, state } = await loadDocument(context, document);
    const asked = { principal: principalOf(context), now: context.now };
    const decision = rules.keepSignedPdf({ ...asked, version: approved, ...facts }, state);
    if (!decision.ok) return decision;
    const { events } = decision;
    return ok({ writes: [{ stream, version, events }], answer: { recorded: events.length > 0 } });
  });
}
