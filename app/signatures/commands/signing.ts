import type { E, Recorded } from '#events/catalogue.ts';
import { ok, refuse, type Failure, type Result } from '#events/failures.ts';
import { controlsOf } from '#events/organisation/controls.ts';
import { asksFactorToSign } from '#events/organisation/second-factor.ts';
import { organisationEvolution } from '#events/organisation/organisation.ts';
import type { SignatureCredential, SigningFacts } from '#events/signature.ts';
import { streams } from '#events/streams.ts';
import { texts } from '#events/texts.ts';
import type { RefusalReason } from '#app/sign-in/adapters/credential-check.ts';
import { recordRefusedSigner, type RefusedBecause } from '#app/sign-in/commands/refused-signer.ts';
import { checkOwnCredential } from '#app/sign-in/commands/check-password.ts';
import { whyDifferent } from '#app/kit/command/acting-person.ts';
import { factorAtSigning } from '#app/sign-in/commands/second-factor.ts';
import { checkPasskey, type CheckedSigner } from '#app/signatures/commands/sign-with-passkey.ts';
import { passwordUnused } from '#app/sign-in/commands/single-sign-on/sign-on-of.ts';
import type { SignatureInput } from '#app/signatures/forms.ts';
import { readSinceSigned } from '#app/comparison/queries/since-signed.ts';
import { todayOf } from '#app/kit/query/today.ts';
import { fullName } from '#app/kit/query/viewer.ts';
import { commit, type Intent, type SignedInContext } from '#app/kit/command/command.ts';
import { load, loadStream } from '#app/kit/command/load.ts';
import { userEvolution } from '#events/user/state.ts';
import { functionsOn } from '#events/user/duties.ts';
import { voidsIdentity, type User } from '#events/user/state.ts';

/**
 * The statement that a signer accepts with the first signature (21 CFR 11.10(j), 11.100(c)) and reads above each one.
 */
export const signatureStatement =
  'My electronic signature is legally binding and equivalent to my handwritten signature.';

/**
 * Checks email and password at the moment of signing (21 CFR 11.200(a)), and a passkey where it answered, else the
 * one-time code where it is asked for. A refusal is recorded with the person; what is wrong counts toward the lockout.
 */
export async function checkSigner(
  context: SignedInContext,
  input: SignatureInput,
  document: string,
): Promise<Result<CheckedSigner>> {
  const unused = passwordUnused({ settings: context.viewer.settings, user: context.viewer.uid });
  if (unused) return unused;
  // A passkey stands in for the code.
  const factor = input.passkey ? undefined : () => factorAtSigning(context, input.code ?? null);
  const outcome = await checkOwnCredential(context, input, factor);
  if (outcome.kind === 'accepted') {
    if (!input.passkey) return ok({ credential: outcome.evidence });
    const answered = await checkPasskey(context, input.passkey, outcome.evidence.checkedAt);
    if (!answered.ok) await recordRefusedSigner(context, document, 'wrong_passkey');
    return answered;
  }
  // Nothing was tried that could be wrong.
  if (outcome.reason !== 'code_awaited' && outcome.reason !== 'factor_missing')
    await recordRefusedSigner(context, document, recordedAs(outcome.reason), outcome.lock);
  return { ok: false, failure: outcome.failure };
}

/** Commits a signature. A second factor that it had counts for the later signatures of the session. */
export async function commitSignature<O>(
  context: SignedInContext,
  { credential }: CheckedSigner,
  decideIt: () => Promise<Result<Intent<O>>>,
): Promise<Result<O>> {
  const { ports, org, viewer } = context;
  const signed = await commit(context, decideIt);
  if (signed.ok && 'authenticator' in credential && !viewer.factor?.atSigning)
    await ports.identity.sessions.signedWithFactor(org, viewer.session);
  return signed;
}

/** Refuses a signature that names another document or another person; else null. */
export function wrongTarget(
  { docHash, user }: SignatureInput,
  { viewer }: SignedInContext,
  document: string,
): { ok: false; failure: Failure } | null {
  const fields: Record<string, string[]> = {};
  if (docHash != null && docHash !== document) fields.docHash = [texts.invalid];
  if (user != null && user !== viewer.uid) fields.user = [texts.invalid];
  return Object.keys(fields).length > 0 ? refuse('invalid_input', { fields }) : null;
}

const recordedReasons: readonly RefusalReason[] = ['locked', 'wrong_email', 'wrong_code', 'address_limited'];
const recordedAs = (reason: RefusalReason): RefusedBecause =>
  recordedReasons.includes(reason) ? (reason as RefusedBecause) : 'wrong_password';

/**
 * Facts about the signer for the rules: the PDFs that they opened and the accepted statement, which the first
 * signature appends (`statement`). Refuses a person who was deactivated, renamed or given another role since the
 * request began.
 */
export async function signingFacts(
  context: SignedInContext,
  input: SignatureInput,
  { document, version }: { document: string; version: string },
  checked: CheckedSigner,
): Promise<Result<{ facts: SigningFacts; functions: string[]; statement: Intent<unknown>['writes'] }>> {
  const { viewer, ports, org } = context;
  const [reading, person, shown] = await Promise.all([
    loadStream(context, streams.reading(document, viewer.uid)),
    load(context, streams.user(viewer.uid), userEvolution),
    ports.database.read(org, (db) => readSinceSigned(db, { document, version, user: viewer.uid })),
  ]);
  // An admin may have changed the person while the password was checked.
  if (person.state.kind !== 'user' || person.state.status !== 'ACTIVE') return refuse('not_signed_in');
  if (person.state.role !== viewer.role || fullName(person.state) !== fullName(viewer))
    return whyDifferent(person.events, viewer);
  // It may have been revoked while its answer was checked.
  if (!isEnrolled(person.state, checked.credential)) return refuse('conflict');
  const opened = reading.events.flatMap((event) =>
    event.type === 'DocumentFileDownloaded' &&
    (event.data.kind === 'final' || event.data.kind === 'signed') &&
    event.data.version === version &&
    !event.data.copy
      ? [{ sha256: event.data.sha256, position: event.position }]
      : [],
  );
  const accepted = person.events.some(({ type }) => type === 'SignatureStatementAccepted');
  const acceptance: E = {
    type: 'SignatureStatementAccepted',
    data: { user: viewer.uid, statement: signatureStatement },
  };
  return ok({
    facts: {
      signer: { uid: viewer.uid, email: viewer.email, printedName: fullName(viewer), role: viewer.role },
      entered: {
        email: input.email,
        signedName: input.signedName,
        consent: input.consent,
        reason: input.reason ?? null,
        comparison: input.comparison ?? null,
      },
      comparison: shown?.comparison?.sha256 ?? null,
      opened,
      identityVerified: person.state.identity !== null || !(await asksIdentity(context, person.events)),
      statementAccepted: accepted || input.consent,
      secondFactorAsked: asksFactorToSign(viewer.settings, viewer.factor),
      ...checked,
    },
    functions: functionsOn(person.state, todayOf(context)),
    // The person's stream is expected unchanged even without an event, so that nobody deactivated meanwhile signs.
    statement: [{ stream: person.stream, version: person.version, events: accepted ? [] : [acceptance] }],
  });
}

function isEnrolled({ authenticators, directory }: User, credential: SignatureCredential): boolean {
  if (credential.method === 'OIDC re-authentication') return directory?.subject === credential.subject;
  return (
    credential.method === 'email and password' || authenticators.some(({ uid }) => uid === credential.authenticator)
  );
}

/** Whether the organisation asks for a verified identity of this person, who has none of their own. */
async function asksIdentity(context: SignedInContext, own: readonly Recorded[]): Promise<boolean> {
  const { state, events } = await load(context, streams.organisation, organisationEvolution);
  if (!state || !controlsOf(state.settings).identityVerified) return false;
  const voided = BigInt(own.findLast(voidsIdentity)?.position ?? '0');
  return !events.some(
    ({ type, data, position }) =>
      type === 'EarlierPeopleVerified' &&
      BigInt(position) > voided &&
      data.people.some(({ uid }) => uid === context.viewer.uid),
  );
}
