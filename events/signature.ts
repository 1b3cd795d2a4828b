import { z } from 'zod';
import { instant, sha256, uid } from '#events/common.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { limits } from '#events/limits.ts';
import { signatureMeanings, type SignatureMeaning } from '#events/signature-meaning.ts';
import { reasonProblem } from '#events/reason.ts';
import { reauthentication } from '#events/single-sign-on/reauthentication.ts';
import { signedWords, type SignatureWords } from '#events/signed-words.ts';
import { hasControlCharacters, isBlank, isSameName, lengthOf, normaliseLine } from '#events/text.ts';
import { texts } from '#events/texts.ts';
import type { Instant } from '#events/time.ts';

/** What the signer declares (21 CFR 11.50(a)(3)). The words that show are in `signatureMeanings`. */
export const signatureMeaning = z.enum(Object.keys(signatureMeanings) as [SignatureMeaning, ...SignatureMeaning[]]);

/**
 * A passkey's answer over the words of the signature (`signedWords`), from which anybody can check it; in base64url.
 * `askedAt`: when the server asked.
 */
const passkeyAssertion = z.object({
  credentialId: z.string(),
  askedAt: instant,
  authenticatorData: z.string(),
  clientDataJSON: z.string(),
  signature: z.string(),
});

/** How the signer was checked at the moment of signing; `authenticator` names the enrolled one that answered. */
export const signatureCredential = z.discriminatedUnion('method', [
  z.object({ method: z.literal('email and password'), checkedAt: instant }),
  z.object({ method: z.literal('email, password and one-time code'), checkedAt: instant, authenticator: uid }),
  z.object({
    method: z.literal('email, password and passkey'),
    checkedAt: instant,
    authenticator: uid,
    passkey: passkeyAssertion,
  }),
  z.object({ method: z.literal('OIDC re-authentication'), checkedAt: instant, ...reauthentication.shape }),
]);
export type SignatureCredential = z.infer<typeof signatureCredential>;
export type SignatureMethod = SignatureCredential['method'];
export const signatureMethods = signatureCredential.options.map(({ shape }) => shape.method.value);

/**
 * An electronic signature: who (uid, and the printed name and role at that time), what it means, why, over which exact
 * PDF, and when, from the server's clock in UTC (21 CFR 11.50, 11.70, 11.200). `signedName` is what the signer typed on
 * the line: the printed name, in the signer's own case, spacing and Unicode form.
 */
export const signature = z.object({
  signer: uid,
  printedName: z.string(),
  signedName: z.string(),
  role: z.string(),
  meaning: signatureMeaning,
  reason: z.string(),
  document: uid,
  version: z.string(),
  sha256,
  /** SHA-256 of the comparison with an earlier version that the form showed; null where it showed none. */
  comparison: sha256.nullable(),
  signedAt: instant,
  credential: signatureCredential,
  /** The absent person for whom a deputy signed, in the deputy's own name; null or absent otherwise. */
  onBehalfOf: z.object({ user: uid, name: z.string() }).nullable().optional(),
});
export type Signature = z.infer<typeof signature>;

/** The reasons that the form presets; a rejection has none and needs its own. */
export const presetReasons = {
  reviewed: 'I have reviewed this document.',
  approved: 'I approve of this document.',
  quality_approved: 'I approve of this document for the quality unit.',
  import_checked: 'I have compared the sample of this import with its source.',
  import_approved: 'I approve this import.',
  read_and_understood: 'I have read and understand.',
} as const satisfies Partial<Record<SignatureMeaning, string>>;

/** A PDF that a person downloaded or opened: its SHA-256, and the position of that event in the ledger. */
export interface Opening {
  readonly sha256: string;
  readonly position: string;
}

/** What signing rests on, as the command layer found it in this moment. */
export interface SigningFacts {
  readonly signer: {
    readonly uid: string;
    readonly email: string;
    readonly printedName: string;
    readonly role: string;
  };
  /** What the form carries; `reason` counts for a rejection only. */
  readonly entered: {
    readonly email: string;
    readonly signedName: string;
    readonly consent: boolean;
    readonly reason: string | null;
    /** SHA-256 of the comparison that the form showed. */
    readonly comparison: string | null;
  };
  /** What was checked for this very signature, and when; the secrets stay outside. */
  readonly credential: SignatureCredential;
  /** The words that the signer's passkey or issuer was asked about; absent where neither was. */
  readonly askedWords?: string;
  /** SHA-256 of the comparison that this person's form shows; null where none is made. */
  readonly comparison: string | null;
  /** Each time that this person downloaded or opened a PDF of this document, oldest first (stream `reading-…`). */
  readonly opened: readonly Opening[];
  /** 21 CFR 11.100(b): the identity is verified, or the organisation does not ask for it. */
  readonly identityVerified: boolean;
  /** The organisation asks for a second factor at each signature. */
  readonly secondFactorAsked: boolean;
  /** 21 CFR 11.10(j): accepted before, or with this submission (then the command writes that event too). */
  readonly statementAccepted: boolean;
}

/** What is signed: a version, the PDFs that count as it, and the event that opened this approval or record. */
interface Subject {
  readonly document: string;
  readonly version: string;
  /** SHA-256. */
  readonly pdfs: readonly string[];
  /** Its position; an opening before it does not count. Null where the form itself shows what is signed. */
  readonly since: string | null;
}

/**
 * The signing gate: the PDF that the person opened last among those of the version, since it was to be signed; null
 * while the form is locked. A signature binds exactly that file.
 */
export const openedPdf = (opened: readonly Opening[], { pdfs, since }: Pick<Subject, 'pdfs' | 'since'>) =>
  opened.findLast(
    ({ sha256: one, position }) => pdfs.includes(one) && (since === null || BigInt(position) > BigInt(since)),
  )?.sha256 ?? null;

function enteredProblems(meaning: SignatureMeaning, { signer, entered }: SigningFacts): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  const signedName = entered.signedName.trim();
  if (entered.email.trim() === '') fields.email = [texts.required];
  if (isBlank(signedName)) fields.signedName = [texts.required];
  else if (lengthOf(signedName) > limits.signedName || hasControlCharacters(signedName))
    fields.signedName = [texts.invalid];
  else if (!isSameName(signedName, signer.printedName)) fields.signedName = [texts.signatureName];
  if (!entered.consent) fields.consent = [texts.required];
  const reason = meaning === 'rejected' ? reasonProblem(entered.reason ?? '') : null;
  if (reason) fields.reason = [reason];
  return fields;
}

/**
 * Builds a signature on a version (21 CFR 11.50, 11.70, 11.200). Refuses an incomplete form, another email, a locked
 * gate, no accepted statement. Identity checks the password before.
 */
export function sign(
  meaning: SignatureMeaning,
  facts: SigningFacts,
  subject: Subject,
  now: Instant,
  onBehalfOf: { user: string; name: string } | null = null,
): Result<Signature> {
  const { signer, entered } = facts;
  if (!facts.identityVerified) return refuse('identity_not_verified', { detail: texts.identityUnverified });
  if (facts.secondFactorAsked && facts.credential.method === 'email and password')
    return refuse('second_factor_missing');
  const pdf = openedPdf(facts.opened, subject);
  if (pdf === null) return refuse('signature_pdf_not_opened', { detail: texts.signatureLocked });
  const fields = enteredProblems(meaning, facts);
  if (Object.keys(fields).length > 0) return refuse('invalid_input', { fields });
  if (entered.email.trim().toLowerCase() !== signer.email.toLowerCase()) {
    return refuse('signature_email_mismatch', { fields: { email: [texts.signatureEmail] } });
  }
  if (!facts.statementAccepted) return refuse('signature_statement_not_accepted', { detail: texts.statementMissing });
  if (entered.comparison !== null && entered.comparison !== facts.comparison) return refuse('comparison_differs');
  const { credential, askedWords } = facts;
  const words: SignatureWords<SignatureMeaning> = {
    signer: signer.uid,
    printedName: signer.printedName,
    signedName: normaliseLine(entered.signedName),
    role: signer.role,
    meaning,
    reason: meaning === 'rejected' ? (entered.reason ?? '').trim() : presetReasons[meaning],
    document: subject.document,
    version: subject.version,
    sha256: pdf,
    comparison: entered.comparison,
    ...(onBehalfOf && { onBehalfOf }),
  };
  if ('passkey' in credential && askedWords !== signedWords(words, credential.passkey.askedAt))
    return refuse('passkey_words_changed');
  if ('nonce' in credential && askedWords !== signedWords(words, credential.askedAt))
    return refuse('reauthentication_words_changed');
  return ok({ ...words, signedAt: now, credential });
}
