const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const grammar = new RegExp(`^(${uuid})/(${uuid})/(${uuid})/[a-z0-9][a-z0-9-]{0,79}$`);

/**
 * An object key: `<organisation>/<document>/<upload>/<part>`, uids in lower case. No part of it is ever taken from what
 * a person typed, so a key can be a path without being a way out of the folder.
 */
export function objectKey(org: string, document: string, upload: string, part: string): string {
  const key = `${org}/${document}/${upload}/${part}`;
  if (!isObjectKey(key)) throw new Error('An object key is made of uids and a lower-case part name');
  return key;
}

/** The folder of an organisation for bytes that were sent and not yet checked. No document has this uid. */
export const incoming = '00000000-0000-0000-0000-000000000000';

export const isObjectKey = (key: string): boolean => grammar.test(key);

/**
 * The folder of an organisation into which its operator copies files for an import. The product only reads there, and
 * names in it are the operator's: `<organisation>/import/<name>/…`.
 */
export const preparedFolder = (org: string): string => `${org}/import`;

const isPlainName = (name: string): boolean => !['', '.', '..'].includes(name) && !/[\\\p{Cc}]/u.test(name);

/** Whether the key is that of the organisation's prepared folder, or of something in it. */
export function isPrepared(key: string, org: string): boolean {
  const folder = preparedFolder(org);
  return key === folder || (key.startsWith(`${folder}/`) && key.split('/').every(isPlainName));
}

/** Whether the key is well formed and belongs to the organisation. */
export const belongsTo = (key: string, org: string): boolean => isObjectKey(key) && key.startsWith(`${org}/`);
