import { type RoleName, type DocumentState } from './fixtures.ts';

/** The target of a redirect, the status of a refusal, or every control of the page in its order. */
export type Expected = number | `to ${string}` | readonly string[];
type ByRole = Record<RoleName, Expected>;

/** SUPER_ADMIN can do all that ADMIN and AUTHOR can (rules.md section 1). */
const byRole = (employee: Expected, author: Expected, owner: Expected, admin: Expected): ByRole => ({
  EMPLOYEE: employee,
  AUTHOR: author,
  'AUTHOR owner': owner,
  ADMIN: admin,
  SUPER_ADMIN: admin,
});

const files = ['Working document', 'Final PDF'];
const history = [...files, 'Change requests', 'View History'];
const reviewed = [...files, 'Change requests', 'Comments', 'View History'];
const form = ['[approvers]', 'Cancel', 'Revise'];
/** An author who does not own the document reads why there is no form. */
const transfer = 'Transfer ownership';
const revisable = byRole(403, history, [...history, transfer, ...form], [...history, transfer, 'Retire', ...form]);
const inReview = byRole(
  403,
  reviewed,
  [...reviewed, transfer, 'Change approvers', ...form],
  [...reviewed, transfer, 'Retire', 'Change approvers', ...form],
);
/** The admin owns the external documents. */
const external = byRole(403, history, history, [...history, transfer, 'Retire', ...form]);
/** The main action comes last. */
const draft = (tick: string) => [...files, transfer, 'Discard', tick, '[approvers]', 'Cancel', 'Save draft', 'Revise'];
const retired = [...history, 'Download Audit Trail'];

const revise: Record<DocumentState, ByRole> = {
  draft: byRole(403, files, draft('[externallyEffective] (disabled)'), draft('[externallyEffective]')),
  inReview,
  approved: revisable,
  approvedExternally: external,
  rejected: revisable,
  pending: revisable,
  effective: revisable,
  effectiveExternally: external,
  underRevision: inReview,
  retired: byRole(403, retired, retired, [...retired, 'Reinstate']),
};

const toRevise = byRole(403, 'to revise', 'to revise', 'to revise');
const toPage = byRole(403, 'to page', 'to page', 'to page');
const locked = ['[waiveTraining] (disabled)', '[departments] (disabled)', 'Cancel', 'Approve (disabled)'];
const open = ['[waiveTraining]', '[departments]', 'Preview', 'Cancel', 'Approve'];
const drawers = ['View Effective Docs', 'View Working Docs'];
const scheduled = ['[departments] (disabled)', 'Cancel', 'Approve (disabled)'];
const toFinish = ['Download PDF', 'Create Revision', transfer, 'Retire', ...open];

const publish: Record<DocumentState, ByRole> = {
  draft: toRevise,
  inReview: toRevise,
  approved: byRole(
    403,
    ['Download PDF', ...locked],
    ['Download PDF', 'Create Revision', transfer, ...locked],
    toFinish,
  ),
  approvedExternally: byRole(403, ['Download PDF', ...locked], ['Download PDF', ...locked], toFinish),
  rejected: toRevise,
  pending: byRole(
    403,
    ['Download PDF', ...drawers, ...scheduled],
    ['Download PDF', 'Create Revision', ...drawers, transfer, ...scheduled],
    [
      'Download PDF',
      'Create Revision',
      ...drawers,
      transfer,
      'Retire',
      // Only the waiver is fixed with the final approval.
      '[waiveTraining] (disabled)',
      '[departments]',
      'Preview',
      'Cancel',
      'Save',
      'Approve (disabled)',
    ],
  ),
  effective: toPage,
  effectiveExternally: toPage,
  underRevision: toRevise,
  retired: toRevise,
};

const trail = ['Audit trail', 'Download Audit Trail', 'PDF', 'CSV', 'Proof bundle, JSON', 'Evidence pack, zip'];
const read = ['Download PDF', 'Change requests', ...trail, 'More'];
const unsaved = ['[departments] (disabled)', 'Save (disabled)'];
const nothing = byRole(404, 'to revise', 'to revise', 'to revise');
const awaiting = byRole(404, 'to publish', 'to publish', 'to publish');
/** Employees read first: the PDF with its tools. One page needs nothing that turns it. */
const ownTrail = ['Download Audit Trail', 'PDF', 'CSV'];
const reader = ['Download PDF', 'Change requests', ...ownTrail, 'Full window', 'Open', 'Next page', 'Find'];
const trainee = reader.toSpliced(5, 0, 'Review Document');
const revision = 'Create Revision';
/** A document in force has a periodic review. */
const rest = ['Record review', ...drawers, transfer];
const changes = ['[departments]', 'Preview', 'Save'];
const admins = [revision, ...read, ...rest, 'Retire'];
/** Where training waits, Review Document is what comes next. */
const waiting = [...read, revision, ...rest];
const scheduler = [...read, revision, 'Change effective date', ...drawers, transfer, 'Retire'];

const page: Record<DocumentState, ByRole> = {
  draft: nothing,
  inReview: nothing,
  approved: awaiting,
  approvedExternally: awaiting,
  rejected: nothing,
  // The employee, the owner and the super admin are assigned to train on it.
  pending: {
    EMPLOYEE: trainee,
    AUTHOR: [...read, ...drawers, ...unsaved],
    'AUTHOR owner': [...read, revision, ...drawers, transfer, 'Review Document', 'Remind', ...unsaved],
    ADMIN: [...scheduler, 'Remind', ...changes],
    SUPER_ADMIN: [...scheduler, 'Review Document', 'Remind', ...changes],
  },
  effective: {
    EMPLOYEE: reader,
    AUTHOR: [...read, ...drawers, ...unsaved],
    'AUTHOR owner': [...waiting, 'Review Document', 'Remind', ...unsaved],
    ADMIN: [...admins, 'Remind', ...changes],
    SUPER_ADMIN: [...waiting, 'Retire', 'Review Document', 'Remind', ...changes],
  },
  effectiveExternally: byRole(
    reader,
    [...read, ...drawers, ...unsaved],
    [...read, ...drawers, ...unsaved],
    [...admins, ...changes],
  ),
  // The departments change with the version in review.
  underRevision: byRole(
    reader,
    [...read, ...drawers],
    [...read, ...drawers, transfer],
    [...read, ...drawers, transfer, 'Retire'],
  ),
  retired: nothing,
};

/** Authors and admins may look back: the control of it stands beside the title. */
const lookingBack = <K extends string>(tables: Record<K, ByRole>) =>
  Object.fromEntries(
    Object.entries<ByRole>(tables).map(([key, table]) => [
      key,
      Object.fromEntries(
        Object.entries(table).map(([role, expected]) => [
          role,
          role === 'EMPLOYEE' || !Array.isArray(expected) ? expected : ['Show that moment', ...expected],
        ]),
      ),
    ]),
  ) as Record<K, ByRole>;

/** By the last part of the page's address. */
export const pages = { revise, publish, '': lookingBack(page) };

const list = ['Save view', 'Create new document'];
/** By tab; the empty key is the start view of the role. */
const tabs: Record<'' | 'training' | 'effective' | 'manage', ByRole> = {
  // Authors and admins start in the manage view, everybody else with their training.
  '': byRole(
    ['Review Document'],
    ['Sign & Approve Document', ...list],
    ['Revise', 'Continue', ...list],
    ['Approve', 'Sign & Approve Document', ...list],
  ),
  training: byRole(['Review Document'], [], ['Review Document'], []),
  effective: byRole(['Search', 'Download'], ['Search', 'Download'], ['Search', 'Download'], ['Search', 'Download']),
  manage: byRole(
    ['Review Document'],
    ['Sign & Approve Document', ...list],
    ['Revise', 'Continue', ...list],
    ['Approve', 'Sign & Approve Document', ...list],
  ),
};
// Nobody asked the super admin to sign; the super admin is in Quality and trains.
tabs[''].SUPER_ADMIN = ['Approve', ...list];
tabs.manage.SUPER_ADMIN = tabs[''].SUPER_ADMIN;
tabs.training.SUPER_ADMIN = ['Review Document'];
// What a new organisation begins with stands on every tab, until an admin dismisses it.
for (const table of Object.values(tabs))
  for (const role of ['ADMIN', 'SUPER_ADMIN'] as const) table[role] = ['Dismiss', ...(table[role] as string[])];
export const home = lookingBack(tabs);
