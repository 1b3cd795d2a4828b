/** Why a session ended. */
export type EndReason =
  | 'signed_out'
  | 'idle'
  | 'absolute'
  | 'password_changed'
  | 'deactivated'
  | 'role_changed'
  | 'signed_out_everywhere'
  | 'ended_by_admin'
  | 'factor_reset';

/** A session that has ended and whose end may not be recorded yet. `endedAt`: ISO 8601 in UTC. */
export interface EndedSession {
  readonly org: string;
  readonly user: string;
  readonly publicId: string;
  readonly because: EndReason;
  readonly endedAt: string;
}
