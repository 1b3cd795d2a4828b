import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { FileKind } from '#events/document/events.ts';

/** Where one upload may go, and what it is to be. */
export interface UploadPlace {
  org: string;
  document: string;
  upload: string;
  owner: string;
  kind: FileKind;
  /** The file's own name, cleaned. */
  name: string;
  maxBytes: number;
  /** When it was given: ISO 8601 in UTC. */
  givenAt: string;
}

/** Object keys that carry the place they name, signed: nothing is written down for a place that nobody comes back with. */
export interface UploadPlaces {
  /** `<organisation>/<document>/<upload>/<place>.<signature>`. */
  keyOf(place: UploadPlace): string;
  /** The place that a key of `keyOf` names; null where it is none, or older than a day. `now`: ISO 8601 in UTC. */
  read(key: string, now: string): UploadPlace | null;
}

const goodForMs = 24 * 3_600_000;
const shape = /^([^/]+)\/([^/]+)\/([^/]+)\/([\w-]+)\.([\w-]{43})$/;

/** Signed with HMAC-SHA256. `secret`: the product's secret key, from which a key of its own is derived (RFC 5869). */
export function createUploadPlaces(secret: string): UploadPlaces {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'imprimatur upload places 1', 32));
  const signature = (words: readonly string[]): string =>
    createHmac('sha256', key).update(JSON.stringify(words)).digest('base64url');

  return {
    keyOf({ org, document, upload, ...rest }) {
      const words = [org, document, upload, Buffer.from(JSON.stringify(rest)).toString('base64url')];
      return `${words.join('/')}.${signature(words)}`;
    },

    read(given, now) {
      const [whole, org = '', document = '', upload = '', rest = '', signed = ''] = shape.exec(given) ?? [];
      if (whole === undefined) return null;
      const expected = signature([org, document, upload, rest]);
      if (!timingSafeEqual(Buffer.from(signed), Buffer.from(expected))) return null;
      const more = JSON.parse(Buffer.from(rest, 'base64url').toString()) as Omit<
        UploadPlace,
        'org' | 'document' | 'upload'
      >;
      const place = { ...more, org, document, upload };
      return Date.parse(now) - Date.parse(place.givenAt) < goodForMs ? place : null;
    },
  };
}
