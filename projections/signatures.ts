import type { Signature } from '#events/signature.ts';

/** A signature's facts as columns. */
export const signatureColumns = (signature: Signature) => ({
  signer_name: signature.printedName,
  signed_name: signature.signedName,
  signer_role: signature.role,
  meaning: signature.meaning,
  reason: signature.reason,
  sha256: signature.sha256,
  signed_at: signature.signedAt,
  signed_with: signature.credential.method,
  comparison: signature.comparison,
});
