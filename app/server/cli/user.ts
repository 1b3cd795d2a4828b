import { resetFromConsole } from '#app/people/commands/reset-factor.ts';
import { signWhatIsLeft } from '#app/audit/checkpoints/sign.ts';
import { unlock } from '#app/people/commands/unlock.ts';
import { systemContext } from '#app/kit/command/system.ts';
import { Fault } from '#app/adapters/environment/fault.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { print, readArguments, withProduct } from './tool.ts';

const usage = 'npm run user -- (unlock | reset-factor) --email EMAIL --reason REASON';
const text = { type: 'string' } as const;
const { command, values } = readArguments(usage, ['unlock', 'reset-factor'], { email: text, reason: text });
const email = values.email?.trim();
const reason = values.reason?.trim();
if (!email || !reason) throw new Fault(`Usage: ${usage}`);

// For the only admin of an organisation, whom nobody else can help.
await withProduct(async ({ services }) => {
  const account = await services.identity.accounts.find(email);
  if (!account) throw new Fault(`There is no account with the address ${email}.`);
  const context = systemContext(services, account.org, 'The console', services.newId());
  const { user } = account;
  const done =
    command === 'unlock'
      ? await unlock(context, { user, reason }, () => Promise.resolve({ principal: { kind: 'system' }, expect: [] }))
      : await resetFromConsole(context, { user, reason });
  if (!done.ok) throw new Fault(problemOf(done.failure).title);
  await signWhatIsLeft(services);
  const { name } = done.value;
  print(command === 'unlock' ? `The account of ${name} is unlocked.` : `The second factor of ${name} is reset.`);
  return 0;
});
