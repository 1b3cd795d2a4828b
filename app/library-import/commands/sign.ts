import { z } from 'zod';
import { ok, refuse, type Result } from '#events/failures.ts';
import { importEvolution, type ImportState, type Ruling, type Signing } from '#events/import/import.ts';
import * as rules from '#events/import/import.ts';
import { streams } from '#events/streams.ts';
import { askedOf } from '#app/kit/command/change.ts';
import { personalCommand, type SignedInContext } from '#app/kit/command/command.ts';
import { load } from '#app/kit/command/load.ts';
import { checkSigner, commitSignature, signingFacts } from '#app/signatures/commands/signing.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { signatureInput } from '#app/signatures/forms.ts';
import { checkPlan } from '#app/library-import/queries/outdated.ts';

const input = signatureInput.extend({
  import: sentUid(),
  /** The SHA-256 of the plan that the form shows: another preview may have made a new one. */
  plan: z.string().nullish(),
});

async function signImport(
  { import: uid, plan, ...values }: z.output<typeof input>,
  context: SignedInContext,
  rule: (signing: Signing, state: ImportState) => Ruling,
): Promise<Result<{ import: string }>> {
  const checked = await checkSigner(context, values, uid);
  if (!checked.ok) return checked;
  return commitSignature(context, checked.value, async () => {
    const signing = await signingFacts(context, values, { document: uid, version: '1' }, checked.value);
    if (!signing.ok) return signing;
    const { stream, version, state } = await load(context, streams.import(uid), importEvolution);
    if (plan && plan !== state?.plan) return refuse('changed_meanwhile');
    // The form shows the plan that it signs.
    const facts = { ...signing.value.facts, opened: state?.plan ? [{ sha256: state.plan, position: '0' }] : [] };
    const decision = rule({ ...askedOf(context), signing: facts }, state);
    if (!decision.ok) return decision;
    return ok({
      writes: [{ stream, version, events: decision.events }, ...signing.value.statement],
      answer: { import: uid },
    });
  });
}

/** Signs to have compared each row of the sample with its source. */
export const checkImport = personalCommand({
  name: 'library_import.check',
  input: input.extend({ verdicts: z.array(z.object({ row: z.string(), equal: z.boolean() })) }),
  permission: 'library.import',
  run: ({ verdicts, ...values }, context) =>
    signImport(values, context, (signing, state) => rules.checkImport({ ...signing, verdicts }, state)),
});

/** Signs to approve the import, which begins: another person than who began it and who checked it. */
export const approveImport = personalCommand({
  name: 'library_import.approve',
  input,
  permission: 'library.import',
  async run(values, context) {
    const checked = await checkPlan(context.ports, context.org, values.import);
    if (!checked.ok) return checked;
    return signImport(values, context, rules.approveImport);
  },
});
