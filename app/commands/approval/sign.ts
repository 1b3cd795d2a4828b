import { ok, refuse, type Result } from '#events/failures.ts';
import { decide } from '#events/document/decide.ts';
import { askedOf } from '#app/commands/change.ts';
import { commit, personalCommand, type SignedInContext } from '#app/commands/command.ts';
import { loadDocument } from '#app/commands/load.ts';
import { checkSigner, wrongTarget, signingFacts } from '#app/commands/signing.ts';
import { sentUid } from '#app/forms/sent-uid.ts';
import { signatureInput, type SignatureInput } from '#app/forms/signature.ts';

const input = signatureInput.extend({ approval: sentUid() });

/** Signs to approve one version of a document; with the last open approval the version awaits final approval. */
export const approveDocument = personalCommand({
  name: 'approval.approve',
  input,
  permission: 'signed-in',
  run: (values, context) => sign('Approve', values, context),
});

/** Signs a rejection, with a reason; the version is rejected and the other approvers need not sign. */
export const rejectDocument = personalCommand({
  name: 'approval.reject',
  input,
  permission: 'signed-in',
  run: (values, context) => sign('Reject', values, context),
});

async function sign(
  type: 'Approve' | 'Reject',
  values: SignatureInput & { approval: string },
  context: SignedInContext,
): Promise<Result<{ document: string }>> {
  const { approval } = values;
  const row = await context.ports.database.read(context.org, (db) =>
    db
      .selectFrom('read.approval')
      .select(['document_uid', 'version', 'user_uid'])
      .where('uid', '=', approval)
      .executeTakeFirst(),
  );
  if (!row) return refuse('not_found', { detail: 'There is no such approval.' });
  if (row.user_uid !== context.viewer.uid) return refuse('approval_not_yours');
  const document = row.document_uid;
  const of = { document, version: row.version };
  const mistaken = wrongTarget(values, context, document);
  if (mistaken) return mistaken;
  const checked = await checkSigner(context, values, document);
  if (!checked.ok) return checked;
  return commit(context, async () => {
    const signing = await signingFacts(context, values, of, checked.value);
    if (!signing.ok) return signing;
    const { facts, statement } = signing.value;
    const { stream, version, state } = await loadDocument(context, document);
    const decision = decide({ type, ...askedOf(context), approval, signing: facts }, state);
    if (!decision.ok) return decision;
    const { events } = decision;
    // The same signature sent twice is recorded once.
    const writes = events.length > 0 ? [{ stream, version, events }, ...statement] : [];
    return ok({ writes, answer: { document } });
  });
}
