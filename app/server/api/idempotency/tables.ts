/** Answers to requests with an Idempotency-Key. `sealed`: null while the request runs. Times: ISO 8601 in UTC. */
interface Answered {
  /** Keyed hashes. */
  key: Buffer;
  fingerprint: Buffer;
  begun_at: string;
  sealed: Buffer | null;
}

/** See migrations/baseline/0005-operational-tables.sql. */
export interface CallAnswerTables {
  'app.call_answer': Answered & { org_id: string; user_uid: string };
  'identity.call_answer': Answered;
}
