import type { Json } from '#events/ledger/types.ts';

/** The stored files that an event's payload names: key in storage, name and SHA-256 (lower-case hex). */
export function recordedFiles(data: Json): { storageKey: string; name: string; sha256: string }[] {
  if (typeof data !== 'object' || data === null) return [];
  if (Array.isArray(data)) return data.flatMap(recordedFiles);
  const { objectKey, sha256, name } = data;
  const own =
    typeof objectKey === 'string' && typeof sha256 === 'string'
      ? [{ storageKey: objectKey, sha256, name: typeof name === 'string' ? name : objectKey }]
      : [];
  return [...own, ...Object.values(data).flatMap(recordedFiles)];
}
