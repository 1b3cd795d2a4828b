import type { Scope } from '#events/service-account/scopes.ts';

/** What each scope allows. */
export const scopeWords: Record<Scope, string> = {
  'documents:read': 'Read documents',
  'documents:write': 'Create and revise documents, upload files, choose approvers',
  'training:read': 'Read training records',
  'people:read': 'Read people and departments',
  'people:write': 'Invite, edit and deactivate people; departments',
  'reports:read': 'Read reports',
  'audit:read': 'Read audit trails and the ledger',
  webhooks: 'Manage webhooks',
};

export const standingWords = {
  active: null,
  suspended: 'Suspended: its owner is not active',
  expired: 'Expired',
  revoked: 'Revoked',
} as const;
