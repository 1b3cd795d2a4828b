import type { approveWithIssuer, askPasskeyToApprove } from '#app/approvals/commands/sign.ts';
import type { askPasskeyToTrain, signTrainingWithIssuer } from '#app/training/commands/sign.ts';

/** What a passkey or an issuer can sign: the commands that ask, and those that record the answer. */
export interface Signables {
  readonly approval: { readonly ask: typeof askPasskeyToApprove; readonly sign: typeof approveWithIssuer };
  readonly training: { readonly ask: typeof askPasskeyToTrain; readonly sign: typeof signTrainingWithIssuer };
}
