import { createHash } from 'node:crypto';

/** Fields that are no part of the id: secrets, from which nothing may be derived, and the state that the page had. */
const ignored = new Set([
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
 * The id of a form's command; undefined where the form has no `commandId`. The same values sent twice by one person
 * (`by`) to one page (`path`) have the same id. `files`: the fingerprints of its files by field, since each upload has
 * another key.
 */
export function sentCommandId(
  form: FormData,
  { by, path }: { by: string | null; path: string },
  files: Readonly<Record<string, string>> = {},
): string | undefined {
  const id = form.get('commandId');
  if (typeof id !== 'string' || !/^[0-9a-zA-Z-]{8,64}$/.test(id)) return undefined;
  const values = [...form].flatMap(([name, value]) =>
    ignored.has(name) || typeof value !== 'string' ? [] : [[name, files[name] ?? value]],
  );
  return `${id}/${createHash('sha256')
    .update(JSON.stringify([by, path, values]))
    .digest('base64url')
    .slice(0, 22)}`;
}
