import type { FileKind, StoredFile } from '#events/document/events.ts';
import { ok, refuse } from '#events/failures.ts';
import type { Result } from '#events/failures.ts';
import { isStorableText } from '#events/text.ts';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/database.ts';
import type { Pdfs } from '#app/adapters/pdf/pdfs.ts';
import type { SignedUrls } from '#app/adapters/secrets/signed-url.ts';
import { checkContent, checkName } from '#app/adapters/storage/content/check.ts';
import { formats } from '#app/adapters/storage/content/formats.ts';
import { cleanFilename } from '#app/adapters/storage/filename.ts';
import { incoming, objectKey } from '#app/adapters/storage/key.ts';
import type { Body, OrganisationStorage, Storage } from '#app/adapters/storage/port.ts';
import { randomAccess } from '#app/adapters/storage/random-access.ts';
import { fileMissing, fileTooLarge } from '#app/adapters/storage/refusals.ts';
import { createUploadRows, type UploadRow } from '#app/adapters/storage/upload-rows.ts';

export interface UploadRequest {
  org: string;
  /** The document's uid; null where it does not exist yet: `claim` then binds the upload to it. */
  document: string | null;
  /** The uid of the person who uploads. */
  owner: string;
  kind: FileKind;
  filename: string;
  maxBytes: number;
}

export interface UploadAddress {
  /** A token for `complete` and `claim`, within a day. */
  objectKey: string;
  /** Takes one PUT of the bytes within 15 minutes. */
  presigned: string;
}

export interface Uploaded {
  upload: string;
  file: StoredFile;
}

export interface Claim {
  org: string;
  /** The token that `locate` gave, or the key of the checked file. */
  objectKey: string;
  document: string;
  /** The uid of the person who attaches it. */
  user: string;
  kind: FileKind;
}

/** Files on their way from a person to the event that records them. */
export interface Uploads {
  /**
   * An address for one file. Nothing is written: the token holds the request until it is completed or claimed. Refuses
   * with `file_extension` and `file_too_large`.
   */
  locate(request: UploadRequest & { size?: number }): Promise<Result<UploadAddress>>;
  /** Streams a body in and checks it. Refuses as `locate`, the storage and the content check do. */
  receive(request: UploadRequest & { body: Body; signal?: AbortSignal }): Promise<Result<Uploaded>>;
  /**
   * Checks the bytes that were sent to the presigned address: moves them out of its reach, hashes them and compares
   * them with the name. A second call answers the same. A refused file is removed; where its check was not
   * finished, the next call checks it again.
   */
  complete(org: string, owner: string, objectKey: string): Promise<Result<Uploaded>>;
  /** The file for a command to record, checked if it was not yet, and from now on bound to that document. */
  claim(claim: Claim): Promise<Result<StoredFile>>;
  /** Removes an upload that its owner no longer wants. */
  discard(org: string, owner: string, objectKey: string): Promise<void>;
}

export interface UploadPorts {
  database: Pick<Database, 'tenant'>;
  storage: Storage;
  pdfs: Pick<Pdfs, 'inspect'>;
  signedUrls: Pick<SignedUrls, 'sign' | 'read'>;
  now(): Instant;
  newId(): string;
}

const presignedFor = 15 * 60;
const tokenLifetime = 24 * 3_600_000;

export function createUploads({ database, storage, pdfs, signedUrls, now, newId }: UploadPorts): Uploads {
  const rows = createUploadRows(database);

  const rowOf = ({ org, kind, owner, document, maxBytes, filename }: UploadRequest, uid: string): UploadRow => ({
    org_id: org,
    uid,
    document,
    owner,
    kind,
    original_name: cleanFilename(filename),
    max_bytes: String(maxBytes),
    state: 'begun',
    object_key: objectKey(org, incoming, uid, 'incoming'),
    sealed_key: objectKey(org, document ?? uid, uid, 'original'),
    size: null,
    sha256: null,
    media_type: null,
    pages: null,
    rendition: null,
    created_at: now(),
    checking_since: null,
  });

  /** The row of a token, which is written the first time the token comes back, or of an object key. */
  async function find(org: string, given: string): Promise<UploadRow | undefined> {
    if (!isStorableText(given)) return undefined;
    const check = signedUrls.read('upload', given, Date.parse(now()));
    if (check.kind !== 'granted') return rows.find(org, given);
    if (check.grant.org !== org) return undefined;
    const row = rowOf(check.grant, check.grant.upload);
    await rows.insert(row);
    return rows.find(org, row.object_key);
  }

  async function remove(row: UploadRow): Promise<void> {
    const files = storage.within(row.org_id);
    await files.remove(row.object_key);
    await files.remove(row.sealed_key);
    await rows.remove(row);
  }

  async function check(found: UploadRow): Promise<Result<Uploaded>> {
    if (isChecked(found)) return ok(uploaded(found));
    const row = await rows.takeForChecking(found, now());
    if (!row) {
      const latest = await rows.find(found.org_id, found.object_key);
      if (latest && isChecked(latest)) return ok(uploaded(latest));
      return latest ? refuse('conflict', { detail: 'The upload is still being checked.' }) : fileMissing();
    }
    const release = () => rows.change(row, { state: 'begun', checking_since: null });
    try {
      const checked = await finalize(row);
      if (checked.ok) return ok(uploaded(checked.value));
      if (['file_missing', 'busy'].includes(checked.failure.code)) await release();
      else await remove(row);
      return checked;
    } catch (error) {
      await release();
      throw error;
    }
  }

  async function finalize(row: UploadRow): Promise<Result<UploadRow>> {
    const files = storage.within(row.org_id);
    const moved = await moveOutOfReach(files, row);
    if (!moved.ok) return moved;
    const maxBytes = Number(row.max_bytes);
    if (moved.value.size > maxBytes) return fileTooLarge(maxBytes);
    const stored = await files.digest(row.sealed_key);
    if (!stored.ok) return stored;
    const { size, sha256 } = stored.value;
    const content = await checkContent(row.kind, row.original_name, randomAccess(files, row.sealed_key, size), pdfs);
    if (!content.ok) return content;
    const { mediaType, pages, rendition } = content.value;
    const facts = { size: String(size), sha256, media_type: mediaType, pages, checking_since: null };
    await rows.change(row, { ...facts, rendition: rendition && JSON.stringify(rendition), state: 'checked' });
    return ok({ ...row, ...facts, rendition, state: 'checked' });
  }

  return {
    async locate({ size = 0, ...request }) {
      const named = checkName(request.kind, cleanFilename(request.filename));
      if (!named.ok) return named;
      if (size > request.maxBytes) return fileTooLarge(request.maxBytes);
      const upload = newId();
      const { org_id: org, object_key: key, original_name: filename } = rowOf(request, upload);
      const { maxBytes } = request;
      return ok({
        objectKey: signedUrls.sign('upload', { ...request, filename, upload }, Date.parse(now()) + tokenLifetime),
        presigned: await storage.within(org).presignPut(key, { expiresInSeconds: presignedFor, maxBytes }),
      });
    },

    async receive({ body, signal, ...request }) {
      const named = checkName(request.kind, cleanFilename(request.filename));
      if (!named.ok) return named;
      const row = rowOf(request, newId());
      await rows.insert(row);
      try {
        const stored = await storage.within(request.org).put(row.object_key, body, {
          maxBytes: request.maxBytes,
          contentType: formats[named.value].mediaType,
          ...(signal && { signal }),
        });
        const received = stored.ok ? await check(row) : stored;
        // Nothing holds its token: it is sent again.
        if (!received.ok) await remove(row);
        return received;
      } catch (error) {
        // Where storage is unavailable, the sweep removes the rest; the first error is the one to report.
        await remove(row).catch(() => undefined);
        throw error;
      }
    },

    async complete(org, owner, key) {
      const row = await find(org, key);
      return row?.owner === owner ? check(row) : fileMissing();
    },

    async claim({ org, objectKey: key, document, user, kind }) {
      const row = await find(org, key);
      if (!row || row.kind !== kind) return fileMissing();
      if (row.document === null ? row.owner !== user : row.document !== document) return fileMissing();
      const checked = await check(row);
      if (!checked.ok) return checked;
      return (await rows.bind(row, document)) ? ok(checked.value.file) : fileMissing();
    },

    async discard(org, owner, key) {
      const row = await find(org, key);
      if (row && row.owner === owner && row.document === null) await remove(row);
    },
  };
}

const isChecked = (row: UploadRow): boolean => row.state === 'checked' || row.state === 'kept';

function uploaded(row: UploadRow): Uploaded {
  const { sealed_key: objectKey, original_name: name, media_type: mediaType, size, sha256, pages, rendition } = row;
  if (size === null || sha256 === null || mediaType === null) throw new Error('The upload was not checked');
  const file = { objectKey, name, mediaType, size: Number(size), sha256, pages, ...(rendition && { rendition }) };
  return { upload: row.uid, file };
}

/** Moves the bytes to a key that no presigned address reaches. After a crash they are at one of the two keys. */
async function moveOutOfReach(files: OrganisationStorage, row: UploadRow): Promise<Result<{ size: number }>> {
  const moved = await files.move(row.object_key, row.sealed_key);
  if (moved.ok || moved.failure.code !== 'file_missing') return moved;
  const before = await files.stat(row.sealed_key);
  return before
    ? ok(before)
    : refuse('file_missing', { detail: 'The file has not arrived: its bytes were not sent, or not all of them.' });
}
