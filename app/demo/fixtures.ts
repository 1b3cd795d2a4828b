import { createHmac } from 'node:crypto';
import { retireDocument } from '#app/commands/document/retire.ts';
import type { Ports } from '#app/ports.ts';

/** A uid that every start derives anew, so that what one began the next one finds. */
export function uidOf({ config }: Pick<Ports, 'config'>, what: string): string {
  const hex = createHmac('sha256', config.secretKey).update(`imprimatur demonstration 1 ${what}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** What the uids of its organisation and of the command that it ends with are made of. */
export const demonstration = 'organisation';
export const lastStep = 'last step';

/** How much of the demonstration the database holds. It is loaded step by step, which a killed process leaves in part. */
export async function demonstrationLoaded(ports: Ports): Promise<'nothing' | 'in part' | 'whole'> {
  const org = uidOf(ports, demonstration);
  if (!(await ports.ledger.commandAnswer(org, org))) return 'nothing';
  const last = await ports.ledger.commandAnswer(org, `${retireDocument.name}/${uidOf(ports, lastStep)}`);
  return last ? 'whole' : 'in part';
}
