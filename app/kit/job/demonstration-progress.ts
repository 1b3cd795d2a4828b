import { createHmac } from 'node:crypto';
import type { Ports } from '#app/kit/ports.ts';

/** A uid that every start derives anew, so that the next start finds what an earlier one began. */
export function demonstrationUid({ config }: Pick<Ports, 'config'>, purpose: string): string {
  const hex = createHmac('sha256', config.secretKey).update(`imprimatur demonstration 1 ${purpose}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The command of the last step. */
const lastCommandName = 'document.retire';

/** The purposes of the organisation's uid and of the last command's id. */
export const organisationPurpose = 'organisation';
export const lastStepPurpose = 'last step';

/** Whether the database holds the demonstration. It is loaded in steps, which a killed process leaves incomplete. */
export async function demonstrationProgress(
  ports: Pick<Ports, 'config' | 'ledger'>,
): Promise<'missing' | 'incomplete' | 'complete'> {
  const org = demonstrationUid(ports, organisationPurpose);
  if (!(await ports.ledger.commandAnswer(org, org))) return 'missing';
  const lastCommand = `${lastCommandName}/${demonstrationUid(ports, lastStepPurpose)}`;
  return (await ports.ledger.commandAnswer(org, lastCommand)) ? 'complete' : 'incomplete';
}
