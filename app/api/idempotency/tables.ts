/** The answers of calls that brought an Idempotency-Key. `sealed` is null while the call is being worked on. Times: ISO 8601 in UTC. */
interface Answered {
  /** Keyed hashes. */
  key: Buffer;
  fingerprint: Buffer;
  begun_at: string;
  sealed: Buffer | null;
}

/** See migrations/0005-operational-tables.sql. */
export interface CallAnswerTables {
  'app.call_answer': Answered & { org_id: string; user_uid: string };
  'identity.call_answer': Answered;
}
