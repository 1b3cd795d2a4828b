/** What a service account may be allowed, each apart. The order is that of its form. */
export const scopes = [
  'documents:read',
  'documents:write',
  'training:read',
  'people:read',
  'people:write',
  'reports:read',
  'audit:read',
  'webhooks',
] as const;

export type Scope = (typeof scopes)[number];
