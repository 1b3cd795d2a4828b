import { approveWithIssuer, askPasskeyToApprove } from '#app/approvals/commands/sign.ts';
import type { Signables } from '#app/signatures/signables.ts';
import { askPasskeyToTrain, signTrainingWithIssuer } from '#app/training/commands/sign.ts';

export const signables: Signables = {
  approval: { ask: askPasskeyToApprove, sign: approveWithIssuer },
  training: { ask: askPasskeyToTrain, sign: signTrainingWithIssuer },
};
