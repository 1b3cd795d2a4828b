import type { Actor } from '#events/actor.ts';
import type { CommandContext } from '#app/kit/command/command.ts';
import type { Ports } from '#app/kit/ports.ts';

/**
 * The context in which the product itself acts: the clock, a job, the console. `commandId` names the cause, so that a
 * job that runs again records nothing twice.
 */
export function systemContext(ports: Ports, org: string, name: string, commandId: string): CommandContext {
  const actor: Actor = { kind: 'system', name };
  return { ports, org, actor, viewer: null, commandId, now: ports.now() };
}
