import { createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { hasCode } from '#events/error-code.ts';
import { instantOf } from '#events/time.ts';
import { accessSync, constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { secretFile } from '#app/adapters/secrets/secret-file.ts';
import { Fault } from '#app/adapters/environment/fault.ts';
import { makeFolder } from '#app/adapters/environment/folder.ts';
import { readPkcs12, type UnfitPkcs12 } from '#app/adapters/pdf-signing/pkcs12.ts';
import type { SigningCertificate } from '#app/adapters/pdf-signing/configured-certificate.ts';
import { readSigningKey, secretBytes, settings, type Settings } from '#app/adapters/environment/settings.ts';

/** The product's settings, checked. Nothing else reads the environment. */
export interface Config {
  readonly mode: 'production' | 'development';
  /** The origin that people and emails use, without a slash at its end. */
  readonly publicUrl: string;
  /** Whether PUBLIC_URL was set: only then does the origin check accept it alone. */
  readonly publicUrlGiven: boolean;
  readonly host: string;
  readonly port: number;
  /** As express's `trust proxy`: how many proxies, or which addresses; false: forwarded headers are ignored. */
  readonly trustProxy: number | readonly string[] | false;
  /** Absolute path of the folder for all data on this machine. */
  readonly dataDir: string;
  /** An external PostgreSQL; null: the embedded one in `dataDir`. */
  readonly databaseUrl: string | null;
  /** The same as the application's own role; null: sessions of `databaseUrl` take the role on. */
  readonly databaseAppUrl: string | null;
  /** Whether to start though guards of the database were changed. */
  readonly acceptChangedGuards: boolean;
  /** null: files are in `dataDir`. */
  readonly s3: S3Config | null;
  /** In bytes. */
  readonly uploadLimit: number;
  /** Seconds within which a PDF must be read and checked at upload. */
  readonly pdfSeconds: number;
  /** How long emails about a publication wait for further ones, so that a person gets one. */
  readonly publicationEmailSeconds: number;
  /** How many processes answer requests; 1: the server's own. */
  readonly webProcesses: number;
  /** How many calls under /api one session may make in a minute. */
  readonly callsPerMinute: number;
  /** Whether webhooks may go to private networks, and without TLS. */
  readonly webhookAllowPrivate: boolean;
  /** null: emails are written to `dataDir/outbox`. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Where the last checkpoints are sent once a day; null: nowhere. */
  readonly checkpointEmail: string | null;
  /** Where people of this installation get help: https or mailto; null: from their own admins. */
  readonly supportUrl: string | null;
  /** At least 32 bytes, from which further keys are derived. */
  readonly secretKey: Buffer;
  /** Whether SECRET_KEY was set; otherwise the key is in DATA_DIR. */
  readonly secretKeyGiven: boolean;
  /** Signs checkpoints: Ed25519. */
  readonly signingKey: KeyObject;
  /** Whether SIGNING_KEY was set; otherwise the key is in DATA_DIR. */
  readonly signingKeyGiven: boolean;
  readonly verifyingKey: KeyObject;
  /** Public keys that checkpoints were signed with before. */
  readonly formerKeys: readonly KeyObject[];
  /** The certificate of SEAL_PKCS12 that certifies signed PDFs; null: each organisation has its own. */
  readonly signingCertificate: SigningCertificate | null;
  /** Names the JSON log's files, numbered before the ending; null: standard output. */
  readonly logFile: string | null;
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error';
  /** The version of package.json. */
  readonly version: string;
}

export interface S3Config {
  /** null: Amazon's own. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly forcePathStyle: boolean;
}

/** The product's folder, where files are found at run time. A build has this module at another path. */
export const root = path.dirname(createRequire(import.meta.url).resolve('#package.json'));

/**
 * Reads the settings from the environment, then from the file `.env` in the product's folder, and makes the keys that
 * are not set (in DATA_DIR, mode 0600). Throws a `Fault` with one line for each mistake.
 */
export async function loadConfig(
  environment: Readonly<Record<string, string | undefined>> = { ...fromFile(), ...process.env },
): Promise<Config> {
  const given = present(environment);
  const parsed = settings.safeParse(given);
  const mistakes = [...(parsed.error?.issues.map((issue) => issue.message) ?? []), ...incomplete(given)];
  if (!parsed.success || mistakes.length > 0) throw new Fault([...new Set(mistakes)].join('\n'));
  const values = parsed.data;
  const dataDir = values.DATA_DIR ?? path.join(root, 'data');
  prepareFolder(dataDir);
  const signingKey = await signingKeyOf(values, dataDir);
  const port = values.PORT ?? 3000;
  return {
    mode: environment.NODE_ENV === 'development' ? 'development' : 'production',
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${port}`,
    publicUrlGiven: values.PUBLIC_URL !== undefined,
    host: values.HOST ?? '127.0.0.1',
    port,
    trustProxy: values.TRUST_PROXY ?? false,
    dataDir,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseAppUrl: values.DATABASE_APP_URL ?? null,
    acceptChangedGuards: values.ACCEPT_CHANGED_GUARDS ?? false,
    s3: s3Of(values),
    uploadLimit: values.UPLOAD_LIMIT_MB ?? 250 * 1024 * 1024,
    pdfSeconds: values.PDF_SECONDS ?? 20,
    publicationEmailSeconds: values.PUBLICATION_EMAIL_SECONDS ?? 600,
    webProcesses: values.WEB_PROCESSES ?? Math.min(availableParallelism(), 4),
    callsPerMinute: values.CALLS_PER_MINUTE ?? 6000,
    webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE ?? false,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? 'Imprimatur <imprimatur@localhost.localdomain>',
    checkpointEmail: values.CHECKPOINT_EMAIL ?? null,
    supportUrl: values.SUPPORT_URL ?? null,
    secretKey: await secretKeyOf(values, dataDir),
    secretKeyGiven: values.SECRET_KEY !== undefined,
    signingKey,
    signingKeyGiven: values.SIGNING_KEY !== undefined,
    verifyingKey: createPublicKey(signingKey),
    formerKeys: values.FORMER_KEYS ?? [],
    signingCertificate: configuredCertificate(values),
    logFile: values.LOG_FILE === '-' ? null : path.resolve(values.LOG_FILE ?? path.join(dataDir, 'log/server.log')),
    logLevel: values.LOG_LEVEL ?? 'info',
    version: (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version,
  };
}

/** The settings that have a value: an empty one counts as not set. */
function present(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const names = Object.keys(settings.shape);
  const entries = names.map((name) => [name, environment[name]?.trim()] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => Boolean(entry[1])));
}

function fromFile(): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(path.join(root, '.env'), 'utf8')) as Record<string, string | undefined>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Fault('The file .env cannot be read.');
  }
}

/** Mistakes in settings that need each other. */
function incomplete(given: Record<string, string>): string[] {
  const mistakes: string[] = [];
  const bucket = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const any = Object.keys(given).some((name) => name.startsWith('S3_'));
  if (any) {
    for (const name of bucket) {
      if (!given[name]) mistakes.push(`${name} must be set too, since another S3_ setting is.`);
    }
    if (!given.S3_ENDPOINT && !given.S3_REGION) {
      mistakes.push(
        'S3_REGION must be set (S3_ENDPOINT too where the bucket is not at Amazon), since another S3_ setting is.',
      );
    }
  }
  if (given.DATABASE_APP_URL && !given.DATABASE_URL) {
    mistakes.push('DATABASE_URL must be set too, since DATABASE_APP_URL is: the database is prepared as its owner.');
  }
  if (given.SEAL_PKCS12_PASSPHRASE && !given.SEAL_PKCS12) {
    mistakes.push('SEAL_PKCS12 must be set too, since SEAL_PKCS12_PASSPHRASE is.');
  }
  if (given.SMTP_URL && !given.MAIL_FROM) {
    mistakes.push('MAIL_FROM must be set too, since SMTP_URL is: it is the sender of every email.');
  }
  return mistakes;
}

function s3Of(values: Settings): S3Config | null {
  if (!values.S3_BUCKET || !values.S3_ACCESS_KEY_ID || !values.S3_SECRET_ACCESS_KEY) return null;
  return {
    endpoint: values.S3_ENDPOINT ?? null,
    region: values.S3_REGION ?? 'us-east-1',
    bucket: values.S3_BUCKET,
    accessKeyId: values.S3_ACCESS_KEY_ID,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY,
    forcePathStyle: values.S3_FORCE_PATH_STYLE ?? values.S3_ENDPOINT !== undefined,
  };
}

function prepareFolder(folder: string): void {
  try {
    // Other accounts may pass through it, since as root PostgreSQL runs as another one; they can read nothing in it.
    makeFolder(folder, 0o711);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new Fault('DATA_DIR must be a folder that can be written to.');
  }
}

/** The certificate to certify PDFs with, checked as it will be used. */
function configuredCertificate({
  SEAL_PKCS12: file,
  SEAL_PKCS12_PASSPHRASE: passphrase = '',
}: Settings): SigningCertificate | null {
  if (!file) return null;
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    throw new Fault('SEAL_PKCS12 must be a file that can be read.');
  }
  try {
    return readPkcs12(bytes, passphrase, instantOf(Date.now()));
  } catch (error) {
    if (hasCode<UnfitPkcs12>(error, 'unfit_pkcs12')) throw new Fault(`SEAL_PKCS12 ${error.message}`);
    throw error;
  }
}

async function secretKeyOf(values: Settings, dataDir: string): Promise<Buffer> {
  const file = path.join(dataDir, 'secret.key');
  const key = secretBytes(values.SECRET_KEY ?? (await secretFile(file, () => randomBytes(48).toString('base64url'))));
  // A key that was cut short would still sign codes and addresses, which anybody could then forge.
  if (key.length < 32) throw new Fault(damaged(file));
  return key;
}

const damaged = (file: string) => `The key in ${file} is damaged: put it back from a backup.`;

async function signingKeyOf(values: Settings, dataDir: string): Promise<KeyObject> {
  const file = path.join(dataDir, 'signing.key');
  const make = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const key = readSigningKey(values.SIGNING_KEY ?? (await secretFile(file, make)));
  if (!key) throw new Fault(damaged(file));
  return key;
}
