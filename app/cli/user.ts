import { unlock } from '#app/commands/user/unlock.ts';
import { systemContext } from '#app/commands/clock/system.ts';
import { Fault } from '#app/fault.ts';
import { problemOf } from '#app/server/errors/problem.ts';
import { print, readArguments, withProduct } from './tool.ts';

const usage = 'npm run user -- unlock --email EMAIL --reason REASON';
const text = { type: 'string' } as const;
const { values } = readArguments(usage, ['unlock'], { email: text, reason: text });
const email = values.email?.trim();
const reason = values.reason?.trim();
if (!email || !reason) throw new Fault(`Usage: ${usage}`);

// For the only admin of an organisation, whom nobody else can unlock.
await withProduct(async ({ services }) => {
  const account = await services.identity.accounts.find(email);
  if (!account) throw new Fault(`There is no account with the address ${email}.`);
  const context = systemContext(services, account.org, 'The console', services.newId());
  const unlocked = await unlock(context, { user: account.user, reason }, () =>
    Promise.resolve({ principal: { kind: 'system' }, expect: [] }),
  );
  if (!unlocked.ok) throw new Fault(problemOf(unlocked.failure).title);
  print(`The account of ${unlocked.value.name} is unlocked.`);
  return 0;
});
