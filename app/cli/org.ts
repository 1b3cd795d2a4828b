import { isUtf8 } from 'node:buffer';
import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { registerOrganisation, registration } from '#app/commands/organisation/register.ts';
import { loadConfig } from '#app/config.ts';
import { Fault } from '#app/fault.ts';
import { problemOf } from '#app/server/errors/problem.ts';
import { createLog } from '#app/server/log.ts';
import { start } from '#app/start.ts';
import { helpWhereAsked } from './help.ts';

const usage =
  'npm run org -- create --name NAME --domain DOMAIN --admin-email EMAIL --admin-name "FIRST LAST" --password-stdin';

/** Makes an organisation and its first admin without a browser, also beside a running server. Prints the organisation's uid. */
async function main(): Promise<void> {
  helpWhereAsked(usage);
  const { values, positionals } = readArguments();
  if (positionals[0] !== 'create' || positionals.length > 1) throw new Fault(`Usage: ${usage}`);
  if (!values['password-stdin']) {
    throw new Fault('The password is read from the standard input: add --password-stdin.');
  }
  const [first = '', ...rest] = (values['admin-name'] ?? '').trim().split(/\s+/);
  const parsed = registration.safeParse({
    name: values.name,
    domain: values.domain,
    adminEmail: values['admin-email'],
    adminFirstName: first,
    adminLastName: rest.join(' '),
    newPassword: await passwordFromInput(),
  });
  if (!parsed.success) throw new Fault(mistakes(parsed.error));
  const config = await loadConfig();
  const { services, close } = await start(config, createLog(config, { rotates: false }), 'tool');
  try {
    const made = await registerOrganisation(services, parsed.data, 'console');
    if (!made.ok) {
      const { title, errors } = problemOf(made.failure);
      const details = Object.entries(errors).map(
        ([field, messages]) => `${options[field] ?? field}: ${messages.join(' ')}`,
      );
      throw new Fault(details.length > 0 ? details.join('\n') : title);
    }
    process.stdout.write(`${made.value.organisation}\n`);
  } finally {
    await close();
  }
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        domain: { type: 'string' },
        'admin-email': { type: 'string' },
        'admin-name': { type: 'string' },
        'password-stdin': { type: 'boolean' },
      },
    });
  } catch (error) {
    // Node goes on with a hint about arguments that this command does not have.
    const [said] = (error instanceof Error ? error.message : String(error)).split(/\.(?:\s|$)/, 1);
    throw new Fault(`${said}.\nUsage: ${usage}`);
  }
}

/** The option of the command line that carries a field. */
const options: Record<string, string> = {
  name: '--name',
  domain: '--domain',
  adminEmail: '--admin-email',
  email: '--admin-email',
  adminFirstName: '--admin-name',
  firstName: '--admin-name',
  adminLastName: '--admin-name (first and last name)',
  lastName: '--admin-name',
  newPassword: 'password',
};

const mistakes = (error: z.ZodError): string =>
  error.issues.map(({ path, message }) => `${options[String(path[0])] ?? String(path[0])}: ${message}`).join('\n');

/** The standard input, which is to be one line: no form could send what lies beyond its end, and nobody sign in with it. */
async function passwordFromInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  const input = Buffer.concat(chunks);
  const line = input.toString('utf8').replace(/(?:\r?\n)+$/, '');
  if (!isUtf8(input) || /[\r\n]/.test(line)) throw new Fault('The password must be one line of text in UTF-8.');
  return line;
}

await main();
