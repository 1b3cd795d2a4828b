import { z } from 'zod';
import { approve, reject } from '#events/document/decide/approve.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { askedOf } from '#app/kit/command/change.ts';
import { readQualityUnit } from '#app/kit/people/quality-unit.ts';
import { personalCommand, type Intent, type SignedInContext } from '#app/kit/command/command.ts';
import { load, loadDocument } from '#app/kit/command/load.ts';
import { streams } from '#events/streams.ts';
import { userEvolution } from '#events/user/state.ts';
import { absenceOn } from '#events/user/duties.ts';
import { todayOf } from '#app/kit/query/today.ts';
import {
  asTyped,
  askPasskey,
  passkeyQuestion,
  passwordAlone,
  type CheckedSigner,
} from '#app/signatures/commands/sign-with-passkey.ts';
import { checkSigner, commitSignature, wrongTarget, signingFacts } from '#app/signatures/commands/signing.ts';
import {
  askIssuer,
  issuerAnswer,
  issuerQuestion,
  reauthenticated,
  withoutPassword,
} from '#app/signatures/commands/sign-with-issuer.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { signatureInput, type SignatureInput } from '#app/signatures/forms.ts';

const input = signatureInput.extend({ approval: sentUid() });
const which = { approval: sentUid(), decision: z.enum(['approve', 'reject']) };
const rules = { approve, reject };
type Rule = keyof typeof rules;

/** Signs to approve one version of a document; with the last open approval the version awaits final approval. */
export const approveDocument = personalCommand({
  name: 'approval.approve',
  input,
  permission: 'signed-in',
  run: (values, context) => sign('approve', values, context),
});

/** Signs a rejection, with a reason; the version is rejected and the other approvers need not sign. */
export const rejectDocument = personalCommand({
  name: 'approval.reject',
  input,
  permission: 'signed-in',
  run: (values, context) => sign('reject', values, context),
});

/** Asks the approver's passkey to sign exactly what is typed. Nothing is signed yet. */
export const askPasskeyToApprove = personalCommand({
  name: 'approval.ask_passkey',
  input: passkeyQuestion.extend(which),
  permission: 'signed-in',
  async run({ decision, approval, ...typed }, context) {
    const of = await readApproval(approval, context);
    if (!of.ok) return of;
    const values = { ...asTyped(typed, context), approval };
    const asked = { rule: decision, values, of: of.value, checked: passwordAlone(context) };
    const decided = await decideSignature(asked, context);
    return decided.ok ? askPasskey(context, decided.value.writes) : decided;
  },
});

/** Sends an approver who signs in at the issuer there, with exactly what is typed. Nothing is signed yet. */
export const askIssuerToApprove = personalCommand({
  name: 'approval.ask_issuer',
  input: issuerQuestion.extend(which),
  permission: 'signed-in',
  async run({ decision, approval, ...typed }, context) {
    const of = await readApproval(approval, context);
    if (!of.ok) return of;
    const values = { ...withoutPassword(typed, context), approval };
    const asked = { rule: decision, values, of: of.value, checked: passwordAlone(context) };
    const decided = await decideSignature(asked, context);
    if (!decided.ok) return decided;
    const about = { act: decision, uid: approval, document: of.value.document };
    return askIssuer(context, typed, about, decided.value.writes);
  },
});

/** Signs what waited while the approver was at the issuer. */
export const approveWithIssuer = personalCommand({
  name: 'approval.sign_with_issuer',
  input: issuerAnswer.extend(which),
  permission: 'signed-in',
  run: ({ decision, approval, reauthentication, ...typed }, context) =>
    sign(decision, { ...withoutPassword(typed, context), approval }, context, reauthentication),
});

type Values = SignatureInput & { approval: string };
/** `user`: who is asked, the signer or somebody whom the signer stands in for. */
type Version = { document: string; version: string; user: string };

async function sign(
  rule: Rule,
  values: Values,
  context: SignedInContext,
  reauthentication?: string,
): Promise<Result<{ document: string }>> {
  const of = await readApproval(values.approval, context);
  if (!of.ok) return of;
  const { document } = of.value;
  const mistaken = wrongTarget(values, context, document);
  if (mistaken) return mistaken;
  const checked = await (reauthentication === undefined
    ? checkSigner(context, values, document)
    : reauthenticated(context, reauthentication));
  if (!checked.ok) return checked;
  return commitSignature(context, checked.value, () =>
    decideSignature({ rule, values, of: of.value, checked: checked.value }, context),
  );
}

/** The version that this approval of the signed-in person is about. */
async function readApproval(approval: string, context: SignedInContext): Promise<Result<Version>> {
  const row = await context.ports.database.read(context.org, (db) =>
    db
      .selectFrom('read.approval')
      .select(['document_uid', 'version', 'user_uid'])
      .where('uid', '=', approval)
      .executeTakeFirst(),
  );
  if (!row) return refuse('not_found', { detail: 'There is no such approval.' });
  const { user_uid: user, document_uid: document, version } = row;
  if (user !== context.viewer.uid && !(await standsIn(context, user))) return refuse('approval_not_yours');
  return ok({ document, version, user });
}

/** The absence that a person is in today, and the version of their stream; null where they are not away. */
async function absenceToday(context: SignedInContext, user: string) {
  const { state, version } = await load(context, streams.user(user), userEvolution);
  const absence = state.kind === 'user' ? absenceOn(state, todayOf(context)) : null;
  return absence && { ...absence, version };
}

const standsIn = async (context: SignedInContext, user: string): Promise<boolean> =>
  (await absenceToday(context, user))?.deputy.uid === context.viewer.uid;

async function decideSignature(
  { rule, values, of, checked }: { rule: Rule; values: Values; of: Version; checked: CheckedSigner },
  context: SignedInContext,
): Promise<Result<Intent<{ document: string }>>> {
  const signing = await signingFacts(context, values, of, checked);
  if (!signing.ok) return signing;
  const { facts, functions, statement } = signing.value;
  // Who ends an absence meanwhile ends the deputy's right with it.
  const absent = of.user === context.viewer.uid ? null : await absenceToday(context, of.user);
  const { stream, version, state } = await loadDocument(context, of.document);
  const decision = rules[rule](
    {
      ...askedOf(context),
      qualityUnit: await readQualityUnit(context),
      approval: values.approval,
      signing: facts,
      functions,
      deputyOf: absent?.deputy.uid === context.viewer.uid ? [of.user] : [],
    },
    state,
  );
  if (!decision.ok) return decision;
  const { events } = decision;
  // The same signature sent twice is recorded once.
  const writes = events.length > 0 ? [{ stream, version, events }, ...statement] : [];
  const expect = absent ? [{ stream: streams.user(of.user), version: absent.version }] : [];
  return ok({ writes, expect, answer: { document: of.document } });
}
