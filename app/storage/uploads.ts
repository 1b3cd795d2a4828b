import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { FileKind, StoredFile } from '#events/document/events.ts';
import { ok, refuse } from '#events/failures.ts';
import type { Result } from '#events/failures.ts';
import { isStorableText } from '#events/text.ts';
import type { Database } from '#app/database/database.ts';
import type { Pdfs } from '#app/pdf/pdfs.ts';
import { checkContent, checkName } from '#app/storage/content/check.ts';
import { formats } from '#app/storage/content/formats.ts';
import { cleanFilename } from '#app/storage/filename.ts';
import { landing, objectKey } from '#app/storage/key.ts';
import type { SignedUrls } from '#app/signed-url/signed-url.ts';
import type { Body, OrganisationStorage, Storage } from '#app/storage/port.ts';
import { randomAccess } from '#app/storage/random-access.ts';
import { fileMissing, fileTooLarge } from '#app/storage/refusals.ts';
import type { StorageTables } from '#app/storage/tables.ts';

type Row = Selectable<StorageTables['app.upload']>;

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

export interface GivenPlace {
  /** With which the upload is claimed, within a day. */
  objectKey: string;
  /** Takes one PUT of the bytes within 15 minutes. */
  presigned: string;
}

export interface BegunUpload {
  upload: string;
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
  /** The key that `begin` gave, or that of the checked file. */
  objectKey: string;
  document: string;
  /** The uid of the person who attaches it. */
  user: string;
  kind: FileKind;
}

/** Files on their way from a person to the event that records them. */
export interface Uploads {
  /**
   * A place for a file of a document that exists. Nothing is written: the object key carries what is needed once it is claimed. Refuses
   * with `file_extension`.
   */
  place(request: UploadRequest & { document: string }): Promise<Result<GivenPlace>>;
  /** Allots a place and an address for a presigned PUT. Refuses with `file_extension`. */
  begin(request: UploadRequest & { size?: number | null }): Promise<Result<BegunUpload>>;
  /** Streams a body in and checks it. Refuses as `begin`, the storage and the content check do; nothing is left behind then. */
  receive(request: UploadRequest & { body: Body; signal?: AbortSignal }): Promise<Result<Uploaded>>;
  /**
   * Checks what was sent to the presigned address: takes it out of that address's reach, hashes the stored bytes and looks
   * whether they are what the name says. A second call answers what the first did. What is refused is removed.
   */
  complete(org: string, owner: string, objectKey: string): Promise<Result<Uploaded>>;
  /** The file for a command to record, checked if it was not yet, and from now on bound to that document. */
  claim(claim: Claim): Promise<Result<StoredFile>>;
  /** Removes an upload that its owner has thought better of. */
  discard(org: string, owner: string, objectKey: string): Promise<void>;
}

export interface UploadPorts {
  database: Pick<Database, 'tenant'>;
  storage: Storage;
  pdfs: Pick<Pdfs, 'inspect'>;
  signedUrls: SignedUrls;
  now(): string;
  newId(): string;
}

const presignedFor = 15 * 60;
const tokenLifetime = 24 * 3_600_000;
/** A check that has not ended after this long was cut off by a crash. */
const checkingAtMost = 10 * 60 * 1000;
const uploadOf = (key: string): string => key.split('/')[2] ?? '';

export function createUploads({ database, storage, pdfs, signedUrls, now, newId }: UploadPorts): Uploads {
  const rowOf = (
    { org, kind, owner, document, maxBytes, filename }: UploadRequest,
    uid: string,
    folder = document ?? uid,
  ): Row => ({
    org_id: org,
    uid,
    document,
    owner,
    kind,
    original_name: cleanFilename(filename),
    max_bytes: String(maxBytes),
    state: 'begun',
    object_key: objectKey(org, folder, uid, 'incoming'),
    sealed_key: objectKey(org, document ?? uid, uid, 'original'),
    size: null,
    sha256: null,
    media_type: null,
    pages: null,
    created_at: now(),
    checking_since: null,
  });

  async function insert(request: UploadRequest): Promise<Row> {
    const row = rowOf(request, newId());
    await database.tenant(request.org, (db) => db.insertInto('app.upload').values(row).execute());
    return row;
  }

  /** Writes down the place that a key names, where somebody comes back with it for the first time; the key by which its row is found. */
  async function arrive(org: string, key: string): Promise<string> {
    const check = signedUrls.read('upload', key, Date.parse(now()));
    if (check.kind !== 'granted' || check.grant.org !== org) return key;
    const { name: filename, upload, ...request } = check.grant;
    const row = rowOf({ ...request, filename }, upload, landing);
    await database.tenant(org, (db) =>
      db
        .insertInto('app.upload')
        .values(row)
        .onConflict((conflict) => conflict.columns(['org_id', 'uid']).doNothing())
        .execute(),
    );
    return row.object_key;
  }

  const find = async (org: string, given: string): Promise<Row | undefined> => {
    if (!isStorableText(given)) return undefined;
    const key = await arrive(org, given);
    return database.tenant(org, (db) =>
      db
        .selectFrom('app.upload')
        .selectAll()
        .where('org_id', '=', org)
        .where(sql<string>`uid::text`, '=', uploadOf(key))
        .where((where) => where.or([where('object_key', '=', key), where('sealed_key', '=', key)]))
        .executeTakeFirst(),
    );
  };

  const presign = (row: Row, format: keyof typeof formats): Promise<string> =>
    storage.within(row.org_id).presignPut(row.object_key, {
      expiresInSeconds: presignedFor,
      maxBytes: Number(row.max_bytes),
      contentType: formats[format].mediaType,
    });

  async function remove(row: Row): Promise<void> {
    const files = storage.within(row.org_id);
    await files.remove(row.object_key);
    await files.remove(row.sealed_key);
    await database.tenant(row.org_id, (db) =>
      db.deleteFrom('app.upload').where('org_id', '=', row.org_id).where('uid', '=', row.uid).execute(),
    );
  }

  /** Takes the row for checking; undefined where somebody else has it or it is done. */
  const takeForChecking = (row: Row): Promise<Row | undefined> =>
    database.tenant(row.org_id, (db) =>
      db
        .updateTable('app.upload')
        .set({ state: 'checking', checking_since: now() })
        .where('org_id', '=', row.org_id)
        .where('uid', '=', row.uid)
        .where((where) =>
          where.or([
            where('state', '=', 'begun'),
            where.and([
              where('state', '=', 'checking'),
              where('checking_since', '<', new Date(Date.parse(now()) - checkingAtMost).toISOString()),
            ]),
          ]),
        )
        .returningAll()
        .executeTakeFirst(),
    );

  async function check(found: Row): Promise<Result<Uploaded>> {
    if (isChecked(found)) return ok(uploaded(found));
    const row = await takeForChecking(found);
    if (!row) {
      const settled = await find(found.org_id, found.object_key);
      if (settled && isChecked(settled)) return ok(uploaded(settled));
      return settled ? refuse('conflict', { detail: 'The upload is still being checked.' }) : fileMissing();
    }
    try {
      const checked = await seal(row);
      if (checked.ok) return ok(uploaded(checked.value));
      if (checked.failure.code === 'file_missing') await release(row);
      else await remove(row);
      return checked;
    } catch (error) {
      await release(row);
      throw error;
    }
  }

  const release = (row: Row): Promise<unknown> =>
    database.tenant(row.org_id, (db) =>
      db
        .updateTable('app.upload')
        .set({ state: 'begun', checking_since: null })
        .where('org_id', '=', row.org_id)
        .where('uid', '=', row.uid)
        .execute(),
    );

  async function seal(row: Row): Promise<Result<Row>> {
    const files = storage.within(row.org_id);
    const taken = await takeOutOfReach(files, row);
    if (!taken.ok) return taken;
    const maxBytes = Number(row.max_bytes);
    if (taken.value.size > maxBytes) return fileTooLarge(maxBytes);
    const stored = await files.digest(row.sealed_key);
    if (!stored.ok) return stored;
    const { size, sha256 } = stored.value;
    const content = await checkContent(row.kind, row.original_name, randomAccess(files, row.sealed_key, size), pdfs);
    if (!content.ok) return content;
    const facts = { size: String(size), sha256, media_type: content.value.mediaType, pages: content.value.pages };
    const checked: Row = { ...row, ...facts, state: 'checked', checking_since: null };
    await database.tenant(row.org_id, (db) =>
      db
        .updateTable('app.upload')
        .set({ ...facts, state: 'checked', checking_since: null })
        .where('org_id', '=', row.org_id)
        .where('uid', '=', row.uid)
        .execute(),
    );
    return ok(checked);
  }

  return {
    async place(request) {
      const name = cleanFilename(request.filename);
      const named = checkName(request.kind, name);
      if (!named.ok) return named;
      const row = rowOf(request, newId(), landing);
      const { org, document, owner, kind, maxBytes } = request;
      const grant = { org, document, upload: row.uid, owner, kind, name, maxBytes };
      const token = signedUrls.sign('upload', grant, Date.parse(now()) + tokenLifetime);
      return ok({ objectKey: token, presigned: await presign(row, named.value) });
    },

    async begin(request) {
      const named = checkName(request.kind, cleanFilename(request.filename));
      if (!named.ok) return named;
      if ((request.size ?? 0) > request.maxBytes) return fileTooLarge(request.maxBytes);
      const row = await insert(request);
      return ok({ upload: row.uid, objectKey: row.object_key, presigned: await presign(row, named.value) });
    },

    async receive(request) {
      const named = checkName(request.kind, cleanFilename(request.filename));
      if (!named.ok) return named;
      const row = await insert(request);
      try {
        const { body, maxBytes, signal } = request;
        const stored = await storage.within(request.org).put(row.object_key, body, {
          maxBytes,
          contentType: formats[named.value].mediaType,
          ...(signal && { signal }),
        });
        if (stored.ok) return await check(row);
        await remove(row);
        return stored;
      } catch (error) {
        // Where storage is away, what is left is swept; why it failed is what is told.
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
      const bound = await database.tenant(org, (db) =>
        db
          .updateTable('app.upload')
          .set({ document })
          .where('org_id', '=', org)
          .where('uid', '=', row.uid)
          .where((where) => where.or([where('document', 'is', null), where('document', '=', document)]))
          .executeTakeFirst(),
      );
      return bound.numUpdatedRows === 1n ? ok(checked.value.file) : fileMissing();
    },

    async discard(org, owner, key) {
      const row = await find(org, key);
      if (row && row.owner === owner && row.document === null) await remove(row);
    },
  };
}

const isChecked = (row: Row): boolean => row.state === 'checked' || row.state === 'kept';

function uploaded(row: Row): Uploaded {
  if (row.size === null || row.sha256 === null || row.media_type === null) {
    throw new Error('The upload was not checked');
  }
  const { original_name: name, media_type: mediaType, sha256, pages } = row;
  return {
    upload: row.uid,
    file: { objectKey: row.sealed_key, name, mediaType, size: Number(row.size), sha256, pages },
  };
}

/** Moves what was sent to where no presigned address reaches. A crash in between leaves it in one of the two places. */
async function takeOutOfReach(files: OrganisationStorage, row: Row): Promise<Result<{ size: number }>> {
  const moved = await files.move(row.object_key, row.sealed_key);
  if (moved.ok || moved.failure.code !== 'file_missing') return moved;
  const before = await files.stat(row.sealed_key);
  if (before) return ok(before);
  return refuse('file_missing', { detail: 'The file has not arrived: its bytes were not sent, or not all of them.' });
}
