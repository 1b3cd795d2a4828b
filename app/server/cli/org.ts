import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { signWhatIsLeft } from '#app/audit/checkpoints/sign.ts';
import { runExport, runImport } from '#app/server/cli/archive.ts';
import { weakness } from '#app/sign-in/commands/new-password.ts';
import { registerOrganisation, registration } from '#app/set-up/commands/register.ts';
import { Fault } from '#app/adapters/environment/fault.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { orgOption, print, readArguments, withProduct } from './tool.ts';

const usage = [
  'npm run org -- create --name NAME --domain DOMAIN [--time-zone ZONE] [--preset standard|regulated] ' +
    '--admin-email EMAIL --admin-name "FIRST LAST" --password-stdin',
  'npm run org -- export --org UID --out FILE [--position N]',
  'npm run org -- import ARCHIVE',
].join('\n');

/** The option of the command line that carries a field. */
const optionOf: Readonly<Record<string, string>> = {
  name: '--name',
  domain: '--domain',
  timeZone: '--time-zone',
  preset: '--preset',
  adminEmail: '--admin-email',
  email: '--admin-email',
  adminFirstName: '--admin-name',
  firstName: '--admin-name',
  adminLastName: '--admin-name (first and last name)',
  lastName: '--admin-name',
  newPassword: 'password',
};

const text = { type: 'string' } as const;
const { command, file, values } = readArguments(
  usage,
  ['create', 'export', 'import'],
  {
    name: text,
    domain: text,
    'time-zone': text,
    preset: text,
    'admin-email': text,
    'admin-name': text,
    'password-stdin': { type: 'boolean' },
    org: text,
    out: text,
    position: text,
  },
  ['import'],
);
if (command === 'create') await create();
else if (command === 'import') await withProduct((product) => runImport(product, file));
else {
  const org = orgOption(values.org);
  const { out, position } = values;
  if (!org || !out) throw new Fault(`export takes --org UID and --out FILE.\nUsage: ${usage}`);
  if (position !== undefined && !/^[1-9]\d{0,15}$/.test(position)) throw new Fault('--position takes a whole number.');
  await withProduct((product) => runExport(product, { org, out, position }));
}

async function create(): Promise<void> {
  if (!values['password-stdin']) throw new Fault('The password is read from the standard input: add --password-stdin.');
  const [first = '', ...rest] = (values['admin-name'] ?? '').trim().split(/\s+/);
  const given = {
    name: values.name,
    domain: values.domain,
    timeZone: values['time-zone'],
    preset: values.preset,
    adminEmail: values['admin-email'],
    adminFirstName: first,
    adminLastName: rest.join(' '),
    newPassword: await passwordFromInput(),
  };
  const parsed = registration.safeParse(given);
  if (!parsed.success) throw new Fault(await mistakes(parsed.error, given.newPassword));
  await withProduct(async ({ services }) => {
    const registered = await registerOrganisation(services, parsed.data, 'console');
    if (registered.ok) {
      await signWhatIsLeft(services);
      print(registered.value.organisation);
      return 0;
    }
    const { title, errors } = problemOf(registered.failure);
    const details = Object.entries(errors).map(
      ([field, messages]) => `${optionOf[field] ?? field}: ${messages.join(' ')}`,
    );
    throw new Fault(details.length > 0 ? details.join('\n') : title);
  });
}

/** What is wrong with the options, and with a password that would be refused after them. */
async function mistakes({ issues }: z.ZodError, newPassword: string): Promise<string> {
  const weak = issues.every(({ path }) => path[0] !== 'newPassword') && (await weakness(newPassword, []));
  const all = issues.map(({ path, message }) => `${optionOf[String(path[0])] ?? String(path[0])}: ${message}`);
  return [...all, ...(weak ? [`${optionOf.newPassword}: ${problemOf(weak.failure).title}`] : [])].join('\n');
}

/** The standard input, which must be one line: a sign-in form could not send a longer password. */
async function passwordFromInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  const input = Buffer.concat(chunks);
  const line = input.toString('utf8').replace(/(?:\r?\n)+$/, '');
  if (!isUtf8(input) || /[\r\n]/.test(line)) throw new Fault('The password must be one line of text in UTF-8.');
  return line;
}
