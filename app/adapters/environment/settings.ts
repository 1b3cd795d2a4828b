import { createPrivateKey, type KeyObject } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { readVerifierKey } from '#events/ledger/note.ts';
import { isNetwork } from '#app/adapters/environment/network.ts';

/**
 * Every setting of the product, as text in the environment (`.env.example` explains each). The message for a mistake is
 * one plain sentence without the value, which may be a secret.
 */
const text = (sentence: string) => z.string(sentence).trim();

const wholeNumber = (name: string, from: number, to: number, unit = '') => {
  const sentence = `${name} must be a whole number${unit} from ${from} to ${to}.`;
  return text(sentence)
    .regex(/^\d{1,7}$/, sentence)
    .transform(Number)
    .refine((value) => value >= from && value <= to, sentence);
};

const databaseUrl = (name: string, user: string) =>
  text(`${name} must be an address.`)
    .transform(checkingTls)
    .superRefine((value, context) => {
      const mistake = mistakeInDatabaseUrl(value, user);
      if (mistake) context.addIssue({ code: 'custom', message: `${name} must ${mistake}.` });
    });

/** What is wrong with a database's address, as the end of a sentence; undefined where it is right. */
function mistakeInDatabaseUrl(value: string, user: string): string | undefined {
  const form =
    `look like postgresql://${user}:password@host:5432/database, or ` +
    `postgresql://${user}:password@/database?host=/folder/of/the/socket`;
  if (!/^postgres(ql)?:\/\/./.test(value)) return form;
  const sslMode = /[?&]sslmode=([^&]*)/.exec(value)?.[1];
  if (sslMode !== undefined && !sslModes.includes(sslMode)) return `have an sslmode of ${sslModes.join(', ')}`;
  try {
    const client = new pg.Client({ connectionString: value });
    // pg would take a missing part from the environment.
    return client.host && client.database && client.port >= 1 && client.port <= 65_535 ? undefined : form;
  } catch (error) {
    return (error as NodeJS.ErrnoException).syscall ? 'name files of certificates that can be read' : form;
  }
}

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/** pg checks the server's certificate in each of these modes today; naming one explicitly keeps it so. */
const checkingTls = (value: string): string =>
  /[?&]uselibpqcompat=true/.test(value)
    ? value
    : value.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');

const webAddress = (name: string, example: string) =>
  text(`${name} must be an address.`).refine((value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    return url !== undefined && /^https?:$/.test(url.protocol) && url.hostname !== '';
  }, `${name} must be an address such as ${example}.`);

const publicUrl = webAddress('PUBLIC_URL', 'https://quality.example.com')
  .refine((value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    return !url || (url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password);
  }, 'PUBLIC_URL must be an origin alone, without a path, a query or a user name.')
  .transform((value) => new URL(value).origin);

const smtpUrl = text('SMTP_URL must be an address.').refine(
  (value) => /^smtps?:$/.test(URL.canParse(value) ? new URL(value).protocol : '') && new URL(value).hostname !== '',
  'SMTP_URL must look like smtp://user:password@mail.example.com:587 (or smtps:// for TLS from the start).',
);

const supportUrl = text('SUPPORT_URL must be an address.').refine(
  (value) => URL.canParse(value) && /^(https:|mailto:.+@.)/.test(value),
  'SUPPORT_URL must be an address such as https://help.example.com or mailto:help@example.com.',
);

const mailFrom = text('MAIL_FROM must be an email address.').refine(
  // A line break would end the header of an email.
  (value) => !/[\r\n]/.test(value) && z.email().safeParse(/<([^<>]+)>$/.exec(value)?.[1] ?? value).success,
  'MAIL_FROM must be an email address, or a name with one: Quality <quality@example.com>.',
);

const checkpointEmail = text('CHECKPOINT_EMAIL must be an email address.').refine(
  (value) => z.email().safeParse(value).success,
  'CHECKPOINT_EMAIL must be an email address.',
);

const secretKey = text('SECRET_KEY must be text.').refine(
  (value) => secretBytes(value).length >= 32,
  'SECRET_KEY must hold at least 32 bytes: 64 hexadecimal digits, ' +
    '43 characters of base64, or 32 characters of any text.',
);

/** The bytes of a secret: decoded where it is hexadecimal or base64, otherwise those of the text. */
export function secretBytes(value: string): Buffer {
  if (/^(?:[0-9a-f]{2})+$/i.test(value) && value.length >= 64) return Buffer.from(value, 'hex');
  if (/^[\w+/-]+={0,2}$/.test(value) && value.length >= 43) return Buffer.from(value, 'base64');
  return Buffer.from(value, 'utf8');
}

const signingKey = text('SIGNING_KEY must be text.').refine(
  (value) => readSigningKey(value) !== undefined,
  'SIGNING_KEY must be an Ed25519 private key: PKCS#8 in PEM, or its seed of 32 bytes in base64.',
);

/** An Ed25519 private key from PKCS#8 PEM (line breaks also as \n) or a base64 seed; undefined for anything else. */
export function readSigningKey(value: string): KeyObject | undefined {
  try {
    const pem = value.replaceAll('\\n', '\n');
    if (pem.includes('BEGIN')) {
      const key = createPrivateKey(pem);
      return key.asymmetricKeyType === 'ed25519' ? key : undefined;
    }
    const seed = Buffer.from(value, 'base64');
    if (seed.length !== 32 || !/^[\w+/-]+={0,2}$/.test(value)) return undefined;
    // RFC 8410: the PKCS#8 wrapping of an Ed25519 seed is this prefix and the seed.
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  } catch {
    return undefined;
  }
}

/** Public keys as `npm run ledger -- key` prints them, separated by spaces or commas. */
const formerKeys = text('FORMER_KEYS must be text.')
  .transform((value) => value.split(/[\s,]+/).map(readVerifierKey))
  .refine(
    (keys): keys is KeyObject[] => keys.every((key) => key !== undefined),
    'FORMER_KEYS must be public keys as npm run ledger -- key printed them, with spaces between.',
  );

const yesOrNo = (name: string) =>
  z.stringbool({
    truthy: ['true', 'yes', '1', 'on'],
    falsy: ['false', 'no', '0', 'off'],
    error: `${name} must be true or false.`,
  });

const namedNetworks = new Set(['loopback', 'linklocal', 'uniquelocal']);

const trustProxy = text('TRUST_PROXY must be text.')
  .refine(
    (value) =>
      /^[1-9]$/.test(value) ||
      value.split(',').every((part) => namedNetworks.has(part.trim()) || isNetwork(part.trim())),
    'TRUST_PROXY must be the number of proxies in front (1 to 9), or their addresses: 10.0.0.0/8, loopback.',
  )
  .transform((value) => (/^[1-9]$/.test(value) ? Number(value) : value.split(',').map((part) => part.trim())));

const folder = (name: string) => text(`${name} must be a folder.`).transform((value) => path.resolve(value));

const uploadLimit = wholeNumber('UPLOAD_LIMIT_MB', 1, 5000, ' of megabytes').transform(
  (megabytes) => megabytes * 1024 * 1024,
);

const s3Region = text('S3_REGION must be text.').regex(
  /^[a-z\d]([a-z\d-]*[a-z\d])?$/i,
  'S3_REGION must be the name of a region, such as eu-central-1.',
);

export const settings = z.object({
  PUBLIC_URL: publicUrl.optional(),
  HOST: text('HOST must be a name or an address.').optional(),
  PORT: wholeNumber('PORT', 1, 65_535).optional(),
  TRUST_PROXY: trustProxy.optional(),
  DATA_DIR: folder('DATA_DIR').optional(),
  DATABASE_URL: databaseUrl('DATABASE_URL', 'user').optional(),
  DATABASE_APP_URL: databaseUrl('DATABASE_APP_URL', 'imprimatur_app').optional(),
  ACCEPT_CHANGED_GUARDS: yesOrNo('ACCEPT_CHANGED_GUARDS').optional(),
  S3_ENDPOINT: webAddress('S3_ENDPOINT', 'https://s3.example.com').optional(),
  S3_REGION: s3Region.optional(),
  S3_BUCKET: text('S3_BUCKET must be text.').optional(),
  S3_ACCESS_KEY_ID: text('S3_ACCESS_KEY_ID must be text.').optional(),
  S3_SECRET_ACCESS_KEY: text('S3_SECRET_ACCESS_KEY must be text.').optional(),
  S3_FORCE_PATH_STYLE: yesOrNo('S3_FORCE_PATH_STYLE').optional(),
  UPLOAD_LIMIT_MB: uploadLimit.optional(),
  PDF_SECONDS: wholeNumber('PDF_SECONDS', 5, 600).optional(),
  PUBLICATION_EMAIL_SECONDS: wholeNumber('PUBLICATION_EMAIL_SECONDS', 0, 3600).optional(),
  WEB_PROCESSES: wholeNumber('WEB_PROCESSES', 1, 64).optional(),
  CALLS_PER_MINUTE: wholeNumber('CALLS_PER_MINUTE', 10, 1_000_000).optional(),
  WEBHOOK_ALLOW_PRIVATE: yesOrNo('WEBHOOK_ALLOW_PRIVATE').optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.optional(),
  CHECKPOINT_EMAIL: checkpointEmail.optional(),
  SUPPORT_URL: supportUrl.optional(),
  SECRET_KEY: secretKey.optional(),
  SIGNING_KEY: signingKey.optional(),
  FORMER_KEYS: formerKeys.optional(),
  SEAL_PKCS12: text('SEAL_PKCS12 must be a file.')
    .transform((value) => path.resolve(value))
    .optional(),
  SEAL_PKCS12_PASSPHRASE: text('SEAL_PKCS12_PASSPHRASE must be text.').optional(),
  LOG_FILE: text('LOG_FILE must be a file, or a dash for the standard output.').optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error'], 'LOG_LEVEL must be trace, debug, info, warn or error.')
    .optional(),
});

export type Settings = z.output<typeof settings>;
