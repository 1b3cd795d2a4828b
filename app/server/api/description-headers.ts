type Json = Record<string, unknown>;

/** A text by the longest that it gets. */
export const text = (maxLength: number, example: string): Json => ({ type: 'string', maxLength, examples: [example] });

const header = (description: string, schema: Json) => ({ description, schema });

const etag = text(100, '"7"');
const sha256 = 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=';

/** The headers of the answers. */
export const headers = {
  'X-Request-Id': header('Finds the lines of the log.', text(100, '4f1c6f0e')),
  ETag: header('The state of the answer, for `If-None-Match` and `If-Match`.', etag),
  uid: header('The uid of the new entity.', { type: 'string', format: 'uuid' }),
  Location: header('The address of the new entity.', text(500, '/api/docs/5f0c1d3a-7a53-4c60-9d0b-1c2f3a4b5c6d')),
  'Retry-After': header('Seconds to wait.', { type: 'integer', minimum: 1 }),
  'RateLimit-Limit': header('How many requests a minute allows.', { type: 'integer', minimum: 1 }),
  'RateLimit-Remaining': header('How many of them are left.', { type: 'integer', minimum: 0 }),
  'RateLimit-Reset': header('Seconds until the minute ends.', { type: 'integer', minimum: 1 }),
  'WWW-Authenticate': header('The scheme (RFC 6750).', text(200, 'Bearer realm="imprimatur"')),
  'Accept-Ranges': header('A part can be asked for with `Range`.', { type: 'string', enum: ['bytes'] }),
  'Content-Range': header('Which part it is, of how many bytes.', text(100, 'bytes 0-1023/4096')),
  'Repr-Digest': header('The SHA-256 of the whole file (RFC 9530).', text(100, `sha-256=:${sha256}:`)),
  Digest: header('The same in the form of RFC 3230.', text(100, `SHA-256=${sha256}`)),
  'Idempotency-Replayed': header('The answer of the first request with this Idempotency-Key.', {
    type: 'string',
    enum: ['true'],
  }),
};
export type HeaderName = keyof typeof headers;

/** The headers of the requests. */
export const headerParameters = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'A key of your own for this request, so that it can be repeated.',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
      examples: ['import-2026-12-09-17'],
    },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag that you read: 412 if the entity has changed since.',
    schema: etag,
  },
  Range: {
    name: 'Range',
    in: 'header',
    description: 'A part of the file: `bytes=0-1023`.',
    schema: text(100, 'bytes=0-1023'),
  },
  'If-Range': {
    name: 'If-Range',
    in: 'header',
    description: 'The ETag that you read: the whole file if it is another one.',
    schema: etag,
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag that you read: 304 if nothing has changed since.',
    schema: etag,
  },
};
