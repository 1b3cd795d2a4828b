export type DocumentStatus = 'CREATED' | 'IN_REVIEW' | 'APPROVED' | 'PENDING' | 'EFFECTIVE' | 'RETIRED' | 'REJECTED';
/** WITHDRAWN: replaced by a newer version before it came into force. */
export type VersionStatus = Exclude<DocumentStatus, 'CREATED'> | 'SUPERSEDED' | 'WITHDRAWN';
/** WAITING: its step of the route is not open yet. */
export type ApprovalStatus = 'WAITING' | 'OPEN' | 'APPROVED' | 'REJECTED' | 'CANCELLED';
export type TrainingStatus = 'OPEN' | 'COMPLETED' | 'CANCELLED';
export type AuditSubject = 'document' | 'user' | 'department' | 'organisation';
