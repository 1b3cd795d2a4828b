import type { SendFile } from './stored-file.ts';

const failed = 'The file could not be sent. Check the connection, then choose it again.';

/**
 * Sends a file straight to storage: `locate` asks the server for a presigned address, then the bytes go there with PUT.
 * XMLHttpRequest, since fetch does not report how much was sent. Rejects with an AbortError once the signal says so.
 */
export const sendPresigned =
  (locate: (file: File, signal: AbortSignal) => Promise<{ objectKey: string; presigned: string }>): SendFile =>
  async (file, report, signal) => {
    const { objectKey, presigned } = await locate(file, signal);
    await new Promise<void>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('PUT', presigned);
      request.upload.addEventListener('progress', ({ loaded }) => report(loaded));
      request.addEventListener('load', () =>
        request.status < 300
          ? resolve()
          : reject(new Error(request.status === 413 ? `${file.name} is larger than this site accepts.` : failed)),
      );
      request.addEventListener('error', () => reject(new Error(failed)));
      request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')));
      signal.addEventListener('abort', () => request.abort());
      request.send(file);
    });
    return { key: objectKey, name: file.name, size: file.size };
  };
