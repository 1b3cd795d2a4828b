import type { EndReason } from '#app/kit/session/sessions.ts';
import type { ColumnType, Generated } from 'kysely';

/** Set when the row is made, never changed. */
type Fixed<T> = ColumnType<T, T, never>;

/** A password's argon2id hash (PHC string). */
export interface CredentialTable {
  org_id: Fixed<string>;
  user_uid: Fixed<string>;
  password_hash: string;
  /** Binds the hash to its person, its time and SECRET_KEY. */
  password_mac: Buffer;
  password_set_at: string;
  /** The command id of the person's own change; null of passwords that were set otherwise. */
  set_by: string | null;
}

export interface SessionTable {
  org_id: Fixed<string>;
  /** SHA-256 of the session id, lower-case hex. */
  hash: Fixed<string>;
  user_uid: Fixed<string>;
  door: Fixed<'screen' | 'call'>;
  created_at: Fixed<string>;
  last_seen_at: string;
  absolute_expires_at: Fixed<string>;
  address: string | null;
  agent: Fixed<string | null>;
  factor_at_sign_in: Fixed<boolean>;
  factor_at_signing: Generated<boolean>;
  /** Set when the session has ended; the row goes once that is recorded. */
  ended_at: ColumnType<string | null, undefined, string>;
  ended_because: ColumnType<EndReason | null, undefined, EndReason>;
}

export interface CodeTable {
  org_id: Fixed<string>;
  uid: Fixed<string>;
  user_uid: Fixed<string>;
  purpose: Fixed<'confirm' | 'reconfirm' | 'reset' | 'change-email'>;
  key: Fixed<string>;
  hash: Fixed<Buffer>;
  issued_at: Fixed<string>;
  expires_at: Fixed<string>;
  used_at: string | null;
  wrong_tries: Generated<number>;
}

export interface AttemptTable {
  subject: Fixed<Buffer>;
  failures: ColumnType<string[], string[] | undefined, string[]>;
  locked_until: string | null;
  touched_at: string;
}

export interface MailSentTable {
  org_id: Fixed<string>;
  key: Fixed<string>;
  message_id: Fixed<string>;
  template: Fixed<string>;
  sent_to: string | null;
  sent_at: string | null;
  /** The person's uid; null for an email from before the column existed. */
  to_user: string | null;
  refused_at: ColumnType<string | null, null | undefined, string>;
  /** The receiving side's words. */
  refusal: ColumnType<string | null, null | undefined, string>;
  /** The job's payload (EmailRequest), to send the same again; null for an email from before the column existed. */
  request: ColumnType<unknown, string | null | undefined, string>;
  /** The documents that it is about. */
  documents: ColumnType<string[], string[] | undefined, string[]>;
  sent_again_at: ColumnType<string | null, undefined, string>;
}

export interface ServiceTokenTable {
  org_id: Fixed<string>;
  uid: Fixed<string>;
  account_uid: Fixed<string>;
  /** SHA-256 of the token. */
  hash: Fixed<Buffer>;
  created_at: Fixed<string>;
  last_used_at: ColumnType<string | null, undefined, string>;
  last_address: ColumnType<string | null, undefined, string | null>;
}

export interface TotpTable {
  org_id: Fixed<string>;
  uid: Fixed<string>;
  user_uid: Fixed<string>;
  /** Encrypted with a key of SECRET_KEY. */
  secret: Fixed<Buffer>;
  created_at: Fixed<string>;
  /** Steps of 30 seconds since 1970. */
  last_step: ColumnType<string, undefined, string>;
}

export interface RecoveryCodeTable {
  org_id: Fixed<string>;
  user_uid: Fixed<string>;
  /** HMAC-SHA-256 of the code. */
  hash: Fixed<Buffer>;
  used_at: ColumnType<string | null, undefined, string>;
}

export interface SignInChallengeTable {
  org_id: Fixed<string>;
  /** SHA-256 of the challenge. */
  hash: Fixed<Buffer>;
  user_uid: Fixed<string>;
  password_set_at: Fixed<string>;
  expires_at: Fixed<string>;
}

export interface PasskeyChallengeTable {
  org_id: Fixed<string>;
  challenge: Fixed<Buffer>;
  user_uid: Fixed<string>;
  /** Those of a signature; null where a new passkey is enrolled. */
  words: Fixed<string | null>;
  asked_at: Fixed<string>;
}

/** Schema `identity`: see migrations/baseline/0004-identity-tables.sql. */
export interface IdentityTables {
  'identity.credential': CredentialTable;
  'identity.session': SessionTable;
  'identity.code': CodeTable;
  'identity.attempt': AttemptTable;
  'identity.mail_sent': MailSentTable;
  'identity.service_token': ServiceTokenTable;
  'identity.totp': TotpTable;
  'identity.recovery_code': RecoveryCodeTable;
  'identity.sign_in_challenge': SignInChallengeTable;
  'identity.passkey_challenge': PasskeyChallengeTable;
}
