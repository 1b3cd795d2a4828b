import { ok, refuse, type Result } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { isSameName } from '#events/text.ts';
import { recordEvolution, completeTraining } from '#events/training/complete.ts';
import { signablePdfs, versionOf } from '#events/document/state.ts';
import { msBetween } from '#events/time.ts';
import { personalCommand, type Intent, type SignedInContext } from '#app/kit/command/command.ts';
import { load, loadDocument, principalOf } from '#app/kit/command/load.ts';
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
import { readRecord } from '#app/organisation/queries/coverage.ts';

/** How long a repeated signature counts as the same: as long as an Idempotency-Key. */
const sentAgainMs = 24 * 3_600_000;

/** Whether this same signature completed the record: a double click, or a client that lost the answer. */
async function isSentAgain({ record, signedName }: SignatureInput & { record: string }, context: SignedInContext) {
  const { events } = await load(context, streams.record(record), recordEvolution);
  const [signed] = events.filter((event) => event.type === 'TrainingCompleted');
  return (
    signed !== undefined &&
    isSameName(signed.data.signature.signedName, signedName) &&
    msBetween(signed.recordedAt, context.now) < sentAgainMs
  );
}

/** Signs that one has read and understood a version; completes one training record for good. */
export const signTraining = personalCommand({
  name: 'training.sign',
  input: signatureInput.extend({ record: sentUid() }),
  permission: 'training.sign',
  run: (values, context) => sign(values, context),
});

/** Asks the trainee's passkey to sign exactly what is typed. Nothing is signed yet. */
export const askPasskeyToTrain = personalCommand({
  name: 'training.ask_passkey',
  input: passkeyQuestion.extend({ record: sentUid() }),
  permission: 'training.sign',
  async run({ record, ...typed }, context) {
    const first = await readOwnRecord(record, context);
    if (!first.ok) return first;
    const values = { ...asTyped(typed, context), record };
    const decided = await decideSignature(values, first.value, passwordAlone(context), context);
    return decided.ok ? askPasskey(context, decided.value.writes) : decided;
  },
});

/** Sends a trainee who signs in at the issuer there, with exactly what is typed. Nothing is signed yet. */
export const askIssuerToTrain = personalCommand({
  name: 'training.ask_issuer',
  input: issuerQuestion.extend({ record: sentUid() }),
  permission: 'training.sign',
  async run({ record, ...typed }, context) {
    const first = await readOwnRecord(record, context);
    if (!first.ok) return first;
    if (first.value.status === 'COMPLETED') return refuse('record_already_completed');
    const values = { ...withoutPassword(typed, context), record };
    const decided = await decideSignature(values, first.value, passwordAlone(context), context);
    if (!decided.ok) return decided;
    const about = { act: 'train', uid: record, document: first.value.document } as const;
    return askIssuer(context, typed, about, decided.value.writes);
  },
});

/** Signs what waited while the trainee was at the issuer. */
export const signTrainingWithIssuer = personalCommand({
  name: 'training.sign_with_issuer',
  input: issuerAnswer.extend({ record: sentUid() }),
  permission: 'training.sign',
  run: ({ record, reauthentication, ...typed }, context) =>
    sign({ ...withoutPassword(typed, context), record }, context, reauthentication),
});

type Values = SignatureInput & { record: string };

/** The training record, where it is the signed-in person's. */
async function readOwnRecord(record: string, { ports, org, viewer }: SignedInContext) {
  const found = await ports.database.read(org, (db) => readRecord(db, record));
  if (!found) return refuse('not_found', { detail: 'There is no such training record.' });
  return found.user === viewer.uid ? ok(found) : refuse('record_not_yours');
}

async function sign(
  values: Values,
  context: SignedInContext,
  reauthentication?: string,
): Promise<Result<{ record: string; document: string }>> {
  const first = await readOwnRecord(values.record, context);
  if (!first.ok) return first;
  const { document, status } = first.value;
  if (status === 'COMPLETED' && !(await isSentAgain(values, context))) return refuse('record_already_completed');
  const mistaken = wrongTarget(values, context, document);
  if (mistaken) return mistaken;
  const checked = await (reauthentication === undefined
    ? checkSigner(context, values, document)
    : reauthenticated(context, reauthentication));
  if (!checked.ok) return checked;
  return commitSignature(context, checked.value, () => decideSignature(values, first.value, checked.value, context));
}

async function decideSignature(
  values: Values,
  first: { document: string; version: string },
  checked: CheckedSigner,
  context: SignedInContext,
): Promise<Result<Intent<{ record: string; document: string }>>> {
  const { ports, org, viewer } = context;
  // Cancellations are written to these two streams: a record cancelled meanwhile is not signed.
  const cancelling = [streams.training(first.document), streams.learner(viewer.uid)];
  const answer = { record: values.record, document: first.document };
  const signing = await signingFacts(context, values, first, checked);
  if (!signing.ok) return signing;
  const { facts, statement } = signing.value;
  const versions = await ports.ledger.streamVersions(org, cancelling);
  const [own, record, { state: document }] = await Promise.all([
    load(context, streams.record(values.record), recordEvolution),
    ports.database.read(org, (db) => readRecord(db, values.record)),
    loadDocument(context, first.document),
  ]);
  const version = document.kind === 'document' && record ? versionOf(document, record.version) : null;
  const decision = completeTraining(
    {
      principal: principalOf(context),
      now: context.now,
      record,
      pdfs: version ? signablePdfs(version) : [],
      signing: facts,
    },
    own.state,
  );
  if (!decision.ok && decision.failure.code === 'record_already_completed' && (await isSentAgain(values, context)))
    return ok({ writes: [], answer });
  if (!decision.ok) return decision;
  return ok({
    writes: [{ stream: own.stream, version: own.version, events: decision.events }, ...statement],
    expect: cancelling.map((stream) => ({ stream, version: versions.get(stream) ?? 0 })),
    answer,
  });
}
