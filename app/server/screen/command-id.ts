import { createHash } from 'node:crypto';

/** Fields that may differ between two sendings of one form: secrets, which nothing may be derived from, and what the page knew. */
const beside = new Set([
  'password',
  'currentPassword',
  'newPassword',
  'confirmPassword',
  'setupCode',
  'code',
  'commandId',
  'expectedVersion',
  'previewToken',
  'person',
  'basis',
]);

/**
 * The id of the command that a form asks for; undefined where the form bears none. The same form sent twice by the same person (`by`) to the
 * same page (`path`, which may alone say what it is about) is one act. What was corrected before it was sent again, what is sent to another
 * page, or what somebody else sends, is another: it is judged by the rules, and never answered as if it had been recorded. `files` are the
 * fingerprints of its files by field, since a file that is sent twice is stored under two keys.
 */
export function sentCommandId(
  form: FormData,
  { by, path }: { by: string | null; path: string },
  files: Readonly<Record<string, string>> = {},
): string | undefined {
  const id = form.get('commandId');
  if (typeof id !== 'string' || !/^[0-9a-zA-Z-]{8,64}$/.test(id)) return undefined;
  const said = [...form].flatMap(([name, value]) =>
    beside.has(name) || typeof value !== 'string' ? [] : [[name, files[name] ?? value]],
  );
  return `${id}/${createHash('sha256')
    .update(JSON.stringify([by, path, said]))
    .digest('base64url')
    .slice(0, 22)}`;
}
