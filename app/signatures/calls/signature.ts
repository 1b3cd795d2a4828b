import { z } from 'zod';
import { emailAddress, oneTimeCode, password, reasonText, sha256, signedName } from '#app/kit/call/fields.ts';
import { reference } from '#app/documents/calls/document-body.ts';
import { uid } from '#app/kit/call/parameters.ts';

/** The signature payload. `credentialCheck` is always checked: a token alone signs nothing (21 CFR 11.200(a)). */
export const signatureBody = z
  .object({
    signedName: signedName.describe("The signer's own name, as it stands in the profile."),
    reason: reasonText.nullish().describe('Required to reject.'),
    credentialCheck: z
      .object({ email: emailAddress, password, code: oneTimeCode.nullish() })
      .describe(
        "The signer's own email and password, and `code` of the authenticator app where a second factor is asked " +
          'for: at each signature, or at the first of a session. They are checked for this signature and never stored.',
      ),
    docHash: uid.describe('The uid of the document that is signed.'),
    comparison: sha256
      .nullish()
      .describe(
        'SHA-256 of the comparison with the version that the signer signed last, else with the one in force before, ' +
          'if the signer was shown it (`GET /api/docs/{uid}/comparison`). The signature then names it.',
      ),
    user: reference.nullish().describe('The signer, or the uid. Nobody signs for another person.'),
    consent: z
      .boolean()
      .default(true)
      .describe(
        'Sending a signature is consent: it is legally binding and equivalent to a handwritten one. `false` signs ' +
          'nothing.',
      ),
  })
  .meta({ id: 'SignatureInput' });

/** The body's names for the fields that the commands refuse. */
export const signatureFields = {
  email: 'credentialCheck.email',
  password: 'credentialCheck.password',
  code: 'credentialCheck.code',
};

/** The body as the commands' signature form. */
export const toSignature = ({ credentialCheck, ...signature }: z.output<typeof signatureBody>) => ({
  ...signature,
  ...credentialCheck,
});

/** The refusals of every signature. */
export const signatureRefusals = [
  'identity_not_verified',
  'signature_pdf_not_opened',
  'signature_email_mismatch',
  'signature_credentials_wrong',
  'second_factor_required',
  'second_factor_missing',
  'one_time_code_wrong',
  'signature_statement_not_accepted',
  'comparison_differs',
  'attempts_exceeded',
  'account_locked_until_unlocked',
  'password_expired',
] as const;
