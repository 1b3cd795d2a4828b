import { buffer } from 'node:stream/consumers';
import type { StoredFile } from '#events/document/events.ts';
import { limits } from '#events/limits.ts';
import { openReadingThread, type ReadingThread } from '#app/pdf/reading-thread.ts';
import type { Storage } from '#app/storage/port.ts';
import { openVerified } from '#app/storage/verified.ts';

type Source = Pick<StoredFile, 'objectKey' | 'sha256' | 'size'>;

/** Pages of PDFs to be read within the product. Pages count from 1. */
export interface Pictures {
  /** A page of an organisation's PDF as a PNG; null where there is none to be had: too large, too slow, damaged, no such page. */
  page(org: string, file: Source, page: number): Promise<Buffer | null>;
  /** The text of a page; empty where it holds none (a scan), null where it cannot be read. */
  text(org: string, file: Source, page: number): Promise<string | null>;
}

/** A document that lies open is in memory as a whole (`limits.pdfShown` at most). */
const mostOpen = 3;
const closedAfter = 60_000;
/** Bytes of pictures that stay in memory. */
const kept = 48 * 1024 * 1024;

interface OpenDocument {
  thread: Promise<ReadingThread | null>;
  timer: NodeJS.Timeout;
}

/**
 * Draws pages in threads with bounded time, one at a time, each document staying open for a minute after it was last asked for. The last
 * pictures stay in memory by the SHA-256 of their file; only bytes that were verified are drawn.
 */
export function createPictures(storage: Storage): Pictures {
  const pictures = new Map<string, Buffer>();
  const documents = new Map<string, OpenDocument>();
  let held = 0;
  let queue: Promise<unknown> = Promise.resolve();

  /** One after the other, however many ask. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  }

  function close(name: string): void {
    const open = documents.get(name);
    if (!open) return;
    documents.delete(name);
    clearTimeout(open.timer);
    void open.thread.then((thread) => thread?.close());
  }

  function opened(org: string, file: Source): Promise<ReadingThread | null> {
    const name = `${org} ${file.sha256}`;
    const known = documents.get(name);
    if (known) {
      known.timer.refresh();
      return known.thread;
    }
    const thread = read(org, file, name);
    const timer = setTimeout(() => close(name), closedAfter);
    timer.unref();
    documents.set(name, { thread, timer });
    for (const oldest of documents.keys()) if (documents.size > mostOpen) close(oldest);
    thread.then(
      (found) => found ?? close(name),
      () => close(name),
    );
    return thread;
  }

  async function read(org: string, { objectKey, sha256 }: Source, name: string): Promise<ReadingThread | null> {
    const verified = await openVerified(storage.within(org), objectKey, sha256);
    return verified.ok ? openReadingThread(await buffer(verified.value.body), () => close(name)) : null;
  }

  function keep(name: string, picture: Buffer): void {
    pictures.set(name, picture);
    held += picture.length;
    for (const [oldest, { length }] of pictures) {
      if (held <= kept) break;
      pictures.delete(oldest);
      held -= length;
    }
  }

  return {
    async page(org, file, page) {
      if (file.size > limits.pdfShown) return null;
      const name = `${org} ${file.sha256} ${page}`;
      return inTurn(async () => {
        const known = pictures.get(name);
        if (known) return known;
        const picture = (await (await opened(org, file))?.ask(page, 'picture')) ?? null;
        if (picture) keep(name, picture);
        return picture;
      });
    },
    async text(org, file, page) {
      if (file.size > limits.pdfShown) return null;
      return inTurn(async () => (await (await opened(org, file))?.ask(page, 'text')) ?? null);
    },
  };
}
