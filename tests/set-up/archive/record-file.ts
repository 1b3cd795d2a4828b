import { parts } from '#app/set-up/archive/format.ts';
import type { Ports } from '#app/kit/ports.ts';
import { objectKey } from '#app/adapters/storage/key.ts';

/** Records a file of these bytes in the organisation, as a signed PDF of a version that nobody lists. */
export async function recordFile(
  { ledger, storage, newId }: Pick<Ports, 'ledger' | 'storage' | 'newId'>,
  org: string,
  body: AsyncIterable<Uint8Array>,
): Promise<{ key: string; path: string }> {
  const document = newId();
  const key = objectKey(org, document, newId(), 'signed');
  const stored = await storage.within(org).put(key, body, { maxBytes: 1024 ** 3 });
  if (!stored.ok) throw new Error(stored.failure.code);
  const { sha256, size } = stored.value;
  const file = { objectKey: key, name: 'Signed.pdf', mediaType: 'application/pdf', size, sha256, pages: 1 };
  const data = { document, version: '1.0', original: sha256, file, upTo: null };
  await ledger.append({
    org,
    actor: { kind: 'system', name: 'The clock' },
    commandId: newId(),
    writes: [
      {
        stream: `document-${document}`,
        expectedVersion: 0,
        events: [{ type: 'SignedPdfMade', schema: 2, data }],
      },
    ],
  });
  return { key, path: parts.file(key) };
}
