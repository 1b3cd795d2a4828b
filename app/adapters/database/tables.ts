// Made from the migrations by `npx tsx scripts/write-schema.ts`: do not edit.

import type { ReminderKind } from "#app/kit/email/reminder-subject.ts";
import type { PreparedChange } from "#app/kit/saved-forms/prepared-change.ts";
import type { EndReason } from "#app/kit/session/sessions.ts";
import type { EmailDelivery } from "#app/notifications/preferences/email-delivery.ts";
import type { ArchiveRequest } from "#app/reports/making/archive-request.ts";
import type { ReportRequest } from "#app/reports/queries/names.ts";
import type { Reauthenticated, WaitingSignature } from "#app/sign-in/adapters/single-sign-on/waiting-signature.ts";
import type { FileKind, Rendition } from "#events/document/events.ts";
import type { Instant } from "#events/time.ts";
import type { WebhookKind } from "#events/webhook/kinds.ts";
import type { DecimalText, Derived, Fixed, Later } from "#projections/columns.ts";
import type { ColumnType, JSONColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export interface AppCallAnswer {
  begun_at: Instant;
  /**
   * A keyed hash.
   */
  fingerprint: Buffer;
  /**
   * A keyed hash.
   */
  key: Buffer;
  org_id: string;
  /**
   * Null while the request runs.
   */
  sealed: Buffer | null;
  user_uid: string;
}

export interface AppCertificateAuthority {
  /**
   * DER.
   */
  certificate: Buffer;
  created_at: Instant;
  /**
   * SHA-256 in lower-case hex.
   */
  fingerprint: string;
  /**
   * Encrypted.
   */
  private_key: Buffer;
}

export interface AppFileText {
  document_uid: string;
  /**
   * Letters of its text: 0 where it has none (a scan); null where the file cannot be read.
   */
  letters: number | string | null;
  org_id: string;
  pages: number;
  read_at: Instant;
  sha256: string;
}

export interface AppKeptForm {
  /**
   * The browser that the form is restored in; empty: any that the person uses.
   */
  browser: string;
  /**
   * Names and values in the form's order.
   */
  fields: [name: string, value: string][];
  /**
   * Keys of stored files that the form refers to.
   */
  files: string[];
  kept_at: Instant;
  org_id: string;
  /**
   * Path and query of the page that shows the form.
   */
  page: string;
  user_uid: string;
}

export interface AppListChoice {
  /**
   * Address parameters: the list's last sorting and filters.
   */
  choice: Record<string, string>;
  list: string;
  org_id: string;
  user_uid: string;
}

export interface AppListView {
  /**
   * Address parameters: search, filters and order.
   */
  filters: Record<string, string>;
  /**
   * What its person calls it.
   */
  name: string;
  org_id: string;
  user_uid: string;
}

export interface AppNotice {
  /**
   * The uid of the training record, approval, document or person.
   */
  about: string;
  kind: ReminderKind;
  noted_at: Instant;
  /**
   * The reminder key.
   */
  occasion: Instant;
  org_id: string;
  recipients: string[];
}

export interface AppNotification {
  delivery: EmailDelivery;
  key: string;
  noted_at: Instant;
  /**
   * Counts up.
   */
  number: Derived<DecimalText>;
  org_id: string;
  /**
   * Where it leads, within the product.
   */
  path: string | null;
  preview: string;
  subject: string;
  template: string;
  uid: string;
  user_uid: string;
}

export interface AppNotificationChoice {
  emails: Generated<EmailDelivery>;
  org_id: string;
  /**
   * Up to which number the list was read.
   */
  read_number: Generated<DecimalText>;
  user_uid: string;
}

export interface AppPageText {
  body: string;
  document_uid: string;
  /**
   * PostgreSQL's text search configuration.
   */
  language: string;
  org_id: string;
  /**
   * Counts from 1; files without pages have page 1.
   */
  page: number;
  /**
   * A long page has several.
   */
  part: number;
  sha256: string;
}

export interface AppPreparedChange {
  change: PreparedChange;
  document_uid: string;
  org_id: string;
  prepared_at: Instant;
  /**
   * Who prepared it: a person or a service account.
   */
  user_uid: string;
  /**
   * The document's version when this was prepared.
   */
  version: string;
}

export interface AppReport {
  attempts: Generated<number>;
  /**
   * Finished rows of about `total`.
   */
  done: Generated<number>;
  expires_at: Instant;
  filename: string;
  finished_at: Instant | null;
  /**
   * SHA-256 of the requester and the request, in lower-case hex.
   */
  key: string;
  /**
   * The requester's name in the report.
   */
  made_by: string;
  object_key: string | null;
  org_id: Fixed<string>;
  /**
   * Including its position.
   */
  request: JSONColumnType<ArchiveRequest | ReportRequest>;
  requested_at: Instant;
  sha256: string | null;
  size: DecimalText | null;
  state: "waiting" | "making" | "done" | "failed" | "cancelled";
  title: string;
  total: number;
  uid: Fixed<string>;
  user_uid: string;
}

export interface AppSealCertificate {
  /**
   * DER.
   */
  certificate: Buffer;
  created_at: Instant;
  expires_at: Instant;
  /**
   * SHA-256 in lower-case hex.
   */
  fingerprint: string;
  /**
   * The authority's certificate.
   */
  issuer: Buffer;
  org_id: string;
  /**
   * Encrypted.
   */
  private_key: Buffer;
}

export interface AppUpload {
  checking_since: Instant | null;
  created_at: Instant;
  document: string | null;
  kind: FileKind;
  max_bytes: DecimalText;
  media_type: string | null;
  object_key: string;
  org_id: string;
  original_name: string;
  owner: string;
  pages: number | null;
  rendition: ColumnType<Rendition | null, null, string | null>;
  sealed_key: string;
  sha256: string | null;
  size: DecimalText | null;
  state: "begun" | "checking" | "checked" | "kept";
  uid: string;
}

export interface AppWebhookDelivery {
  /**
   * The beginning of the answer, or why there was none.
   */
  answer: string | null;
  /**
   * Null where no answer came.
   */
  answer_status: number | null;
  answered_at: Instant | null;
  /**
   * An admin asked for one attempt, although its webhook may be turned off.
   */
  asked: Generated<boolean>;
  attempts: Generated<number>;
  /**
   * The exact text that is signed.
   */
  body: string;
  created_at: Instant;
  kind: WebhookKind | "test";
  next_at: Instant;
  number: Generated<DecimalText>;
  org_id: string;
  /**
   * Null for a test.
   */
  position: DecimalText | null;
  /**
   * `waiting`: tried again for three days, in order. `once`: one attempt that an admin asked for.
   */
  state: "waiting" | "once" | "delivered" | "failed";
  /**
   * The id of the webhook: the same in every attempt.
   */
  uid: string;
  webhook_uid: string;
}

export interface AppWebhookProgress {
  org_id: string;
  /**
   * How far the ledger was read.
   */
  position: DecimalText;
  webhook_uid: string;
}

export interface AppWorker {
  id: string;
  secret_mark: Buffer | null;
  seen_at: Instant;
}

export interface IdentityAddressFailure {
  expire: DecimalText | null;
  key: string;
  points: Generated<number>;
}

export interface IdentityAttempt {
  failures: ColumnType<Instant[], Instant[] | undefined, Instant[]>;
  locked_until: Instant | null;
  subject: Fixed<Buffer>;
  touched_at: Instant;
}

export interface IdentityCallAnswer {
  begun_at: Instant;
  /**
   * A keyed hash.
   */
  fingerprint: Buffer;
  /**
   * A keyed hash.
   */
  key: Buffer;
  /**
   * Null while the request runs.
   */
  sealed: Buffer | null;
}

export interface IdentityClientSecret {
  created_at: Instant;
  org_id: string;
  /**
   * Encrypted.
   */
  secret: Buffer;
  uid: string;
}

export interface IdentityCode {
  expires_at: Fixed<Instant>;
  hash: Fixed<Buffer>;
  issued_at: Fixed<Instant>;
  key: Fixed<string>;
  org_id: Fixed<string>;
  purpose: Fixed<"confirm" | "reconfirm" | "reset" | "change-email">;
  uid: Fixed<string>;
  used_at: Instant | null;
  user_uid: Fixed<string>;
  wrong_tries: Generated<number>;
}

export interface IdentityCredential {
  org_id: Fixed<string>;
  /**
   * Argon2id (PHC string).
   */
  password_hash: string;
  /**
   * Binds the hash to its person, its time and SECRET_KEY.
   */
  password_mac: Buffer;
  password_set_at: Instant;
  /**
   * The command id of the person's own change; null of passwords that were set otherwise.
   */
  set_by: string | null;
  user_uid: Fixed<string>;
}

export interface IdentityMailSent {
  /**
   * The documents that it is about.
   */
  documents: Generated<string[]>;
  key: Fixed<string>;
  message_id: Fixed<string>;
  org_id: Fixed<string>;
  /**
   * The receiving side's words.
   */
  refusal: Later<string>;
  refused_at: Later<Instant>;
  /**
   * The job's payload (EmailRequest), to send the same again; null for an email from before the column existed.
   */
  request: ColumnType<unknown, string | null | undefined, string>;
  sent_again_at: Later<Instant>;
  sent_at: Instant | null;
  sent_to: string | null;
  template: Fixed<string>;
  /**
   * The person's uid; null for an email from before the column existed.
   */
  to_user: string | null;
}

export interface IdentityPasskeyChallenge {
  asked_at: Fixed<Instant>;
  challenge: Fixed<Buffer>;
  org_id: Fixed<string>;
  user_uid: Fixed<string>;
  /**
   * Those of a signature; null where a new passkey is enrolled.
   */
  words: Fixed<string | null>;
}

export interface IdentityReauthentication {
  expires_at: Instant;
  org_id: string;
  said: Reauthenticated;
  uid: string;
  user_uid: string;
}

export interface IdentityRecoveryCode {
  /**
   * HMAC-SHA-256 of the code.
   */
  hash: Fixed<Buffer>;
  org_id: Fixed<string>;
  used_at: Later<Instant>;
  user_uid: Fixed<string>;
}

export interface IdentityServiceToken {
  account_uid: Fixed<string>;
  created_at: Fixed<Instant>;
  /**
   * SHA-256 of the token.
   */
  hash: Fixed<Buffer>;
  last_address: ColumnType<string | null, undefined, string | null>;
  last_used_at: Later<Instant>;
  org_id: Fixed<string>;
  uid: Fixed<string>;
}

export interface IdentitySession {
  absolute_expires_at: Fixed<Instant>;
  address: string | null;
  agent: Fixed<string | null>;
  created_at: Fixed<Instant>;
  door: Fixed<"screen" | "call">;
  /**
   * Set when the session has ended; the row goes once that is recorded.
   */
  ended_at: Later<Instant>;
  ended_because: Later<EndReason>;
  factor_at_sign_in: Fixed<boolean>;
  factor_at_signing: Generated<boolean>;
  /**
   * SHA-256 of the session id, lower-case hex.
   */
  hash: Fixed<string>;
  last_seen_at: Instant;
  org_id: Fixed<string>;
  user_uid: Fixed<string>;
}

export interface IdentitySignInChallenge {
  expires_at: Fixed<Instant>;
  /**
   * SHA-256 of the challenge.
   */
  hash: Fixed<Buffer>;
  org_id: Fixed<string>;
  password_set_at: Fixed<Instant>;
  user_uid: Fixed<string>;
}

export interface IdentitySingleSignOnFlow {
  asked_at: Instant;
  browser: Buffer;
  expires_at: Instant;
  nonce: string;
  org_id: string;
  page: string;
  /**
   * SHA-256.
   */
  state: Buffer;
  user_uid: string | null;
  verifier: string;
  waiting: WaitingSignature | null;
}

export interface IdentityTotp {
  created_at: Fixed<Instant>;
  /**
   * Steps of 30 seconds since 1970.
   */
  last_step: ColumnType<DecimalText, undefined, DecimalText>;
  org_id: Fixed<string>;
  /**
   * Encrypted with a key of SECRET_KEY.
   */
  secret: Fixed<Buffer>;
  uid: Fixed<string>;
  user_uid: Fixed<string>;
}

export interface DB {
  "app.call_answer": AppCallAnswer;
  "app.certificate_authority": AppCertificateAuthority;
  "app.file_text": AppFileText;
  "app.kept_form": AppKeptForm;
  "app.list_choice": AppListChoice;
  "app.list_view": AppListView;
  "app.notice": AppNotice;
  "app.notification": AppNotification;
  "app.notification_choice": AppNotificationChoice;
  "app.page_text": AppPageText;
  "app.prepared_change": AppPreparedChange;
  "app.report": AppReport;
  "app.seal_certificate": AppSealCertificate;
  "app.upload": AppUpload;
  "app.webhook_delivery": AppWebhookDelivery;
  "app.webhook_progress": AppWebhookProgress;
  "app.worker": AppWorker;
  "identity.address_failure": IdentityAddressFailure;
  "identity.attempt": IdentityAttempt;
  "identity.call_answer": IdentityCallAnswer;
  "identity.client_secret": IdentityClientSecret;
  "identity.code": IdentityCode;
  "identity.credential": IdentityCredential;
  "identity.mail_sent": IdentityMailSent;
  "identity.passkey_challenge": IdentityPasskeyChallenge;
  "identity.reauthentication": IdentityReauthentication;
  "identity.recovery_code": IdentityRecoveryCode;
  "identity.service_token": IdentityServiceToken;
  "identity.session": IdentitySession;
  "identity.sign_in_challenge": IdentitySignInChallenge;
  "identity.single_sign_on_flow": IdentitySingleSignOnFlow;
  "identity.totp": IdentityTotp;
}
