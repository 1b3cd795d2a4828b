import { z } from 'zod';
import { texts } from '#events/texts.ts';
import { email, password } from '#app/forms/credential.ts';
import { requiredReason } from '#app/forms/reason.ts';
import { sentUid } from '#app/forms/sent-uid.ts';

/** What a signature form carries (product.md section 5, 'Signature form'). */
export const signatureForm = z.object({
  email,
  password,
  signedName: z.string({ error: texts.required }).trim().min(1, texts.required),
  consent: z.boolean({ error: texts.required }).refine((ticked) => ticked, texts.required),
});

/** The form of a rejection: it has no preset reason and needs its own. */
export const rejectionForm = signatureForm.extend({
  reason: requiredReason,
});

/** The same as commands take it; the rule itself asks for the reason of a rejection. */
export const signatureInput = signatureForm.extend({
  reason: z.string().nullish(),
  /** What the signer says that is signed (the document's uid), and who signs. */
  docHash: sentUid(texts.invalid).nullish(),
  user: sentUid(texts.invalid).nullish(),
});
export type SignatureInput = z.output<typeof signatureInput>;
