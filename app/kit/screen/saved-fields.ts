import { isPlainName } from '#app/kit/screen/parse-form.ts';

/** Every password field; `passwordPolicy` is a number of days. */
const password = /password$/i;
/** Fields that are never saved: codes and keys, parts of a signature, and the hidden fields of forms. */
const secret = /secret|token|passkey|code$/i;
const never = /^(consent|signedName|statement|commandId|formId|person|act|keep|page|instead)$|^__/i;
const signed = ['email', 'approval'];
const fileKeys = ['workingKey', 'finalKey'];

export type SavedField = [name: string, value: string];

/**
 * The fields of a form that may be saved. Beside a password, email address and approval belong to a signature and are
 * dropped.
 */
export function fieldsToSave(form: FormData): SavedField[] {
  const withPassword = [...form.keys()].some((name) => password.test(name));
  return [...form].flatMap(([name, value]): SavedField[] =>
    typeof value !== 'string' ||
    value === '' ||
    password.test(name) ||
    secret.test(name) ||
    never.test(name) ||
    !isPlainName(name) ||
    (withPassword && signed.includes(name))
      ? []
      : [[name, value.replaceAll('\0', '')]],
  );
}

/** The keys of stored files that the fields refer to. */
export const filesIn = (fields: readonly SavedField[]): string[] =>
  fields.flatMap(([name, value]) => (fileKeys.includes(name) ? [value] : []));

/** The uid that a document which is being created will have. */
export const pendingDocumentIn = (fields: readonly SavedField[]): string | undefined =>
  fields.find(([name]) => name === 'document')?.[1];

/** The values by field name: one value, or several of the same name. */
export function valuesOf(fields: readonly SavedField[]): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {};
  for (const [name, value] of fields) {
    // A field may have the name `constructor`, which every object has.
    const before = Object.hasOwn(values, name) ? values[name] : undefined;
    values[name] = before === undefined ? value : [before, value].flat();
  }
  return values;
}
