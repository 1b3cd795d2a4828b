import { z } from 'zod';
import { texts } from '#events/texts.ts';
import { email, oneTimeCode, password } from '#app/sign-in/forms/credential.ts';
import { requiredReason } from '#app/kit/forms/reason.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

/** The fields of a signature form (product.md section 5, 'Signature form'). */
export const signatureForm = z.object({
  email,
  password,
  /** Of the second factor, where the organisation asks for it at each signature. */
  code: oneTimeCode.nullish(),
  signedName: z.string({ error: texts.required }).trim().min(1, texts.required),
  consent: z.boolean({ error: texts.required }).refine((ticked) => ticked, texts.required),
  /** What a passkey answered (JSON of the browser), beside the password. */
  passkey: z.string().max(16_384).nullish(),
  /** SHA-256 of the comparison with an earlier version that the form shows. */
  comparison: z
    .string()
    .regex(/^[0-9a-f]{64}$/, texts.invalid)
    .nullish(),
});

/** A rejection: it has no preset reason and requires one. */
export const rejectionForm = signatureForm.extend({
  reason: requiredReason,
});

/** The form of a person who signs in at the issuer, which asks for no password. */
export const issuerForm = signatureForm.omit({ email: true, password: true });
export const issuerRejectionForm = rejectionForm.omit({ email: true, password: true });

/** The input of commands; the rule requires the reason of a rejection. */
export const signatureInput = signatureForm.extend({
  reason: z.string().nullish(),
  /** The document's uid and the signer, as the client states them. */
  docHash: sentUid(texts.invalid).nullish(),
  user: sentUid(texts.invalid).nullish(),
});
export type SignatureInput = z.output<typeof signatureInput>;
