import { addresses } from '#app/kit/addresses.ts';
import { sendPresigned } from '#app/ui/upload/send-presigned.ts';
import type { StoredFile as Recorded } from '#events/document/events.ts';
import { renditionWords } from '#app/ui/text/rendition.ts';
import type { SendFile } from '#app/ui/upload/stored-file.ts';

const signedOut = 'Your session has ended. Sign in again in another tab, then choose the file again.';
const failed = 'The file could not be sent. Check the connection, then choose it again.';

async function ask<T>(fields: Record<string, string>, signal: AbortSignal): Promise<T> {
  const body = new URLSearchParams(fields);
  const response = await fetch(addresses.uploads(), { method: 'POST', body, signal }).catch(() => null);
  signal.throwIfAborted();
  if (response?.redirected) throw new Error(signedOut);
  const answer = (await response?.json().catch(() => null)) as
    | (T & { title?: string; detail?: string | null })
    | null
    | undefined;
  signal.throwIfAborted();
  if (!response?.ok || !answer) throw new Error(answer?.detail ?? answer?.title ?? failed);
  return answer;
}

/** Uploads a file to storage, then has the server check its content. */
export const sendDocumentFile =
  (kind: 'working' | 'final'): SendFile =>
  async (file, report, signal) => {
    const send = sendPresigned(({ name, size }, stopped) =>
      ask<{ objectKey: string; presigned: string }>(
        { act: 'begin', kind, filename: name, size: String(size) },
        stopped,
      ),
    );
    const { key } = await send(file, report, signal);
    const { file: stored } = await ask<{ file: Recorded }>({ act: 'complete', objectKey: key }, signal);
    const { objectKey, name, size, sha256, rendition } = stored;
    return { key: objectKey, name, size, sha256, note: rendition && renditionWords[rendition.because] };
  };
