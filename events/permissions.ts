import type { Named } from '#events/common.ts';
import type { Role, UserStatus } from '#events/user/events.ts';

const everyone = ['ADMIN', 'AUTHOR', 'EMPLOYEE', 'SUPER_ADMIN'] as const;
const authors = ['ADMIN', 'AUTHOR', 'SUPER_ADMIN'] as const;
const admins = ['ADMIN', 'SUPER_ADMIN'] as const;
const superAdmins = ['SUPER_ADMIN'] as const;

/**
 * Role × action (product.md section 6, rules.md sections 1, 2 and 5). One table for commands, queries and the state of
 * buttons. SUPER_ADMIN can do all that ADMIN and AUTHOR can, and alone may give or take SUPER_ADMIN.
 */
const table = {
  'document.create': authors,
  /** Edit, send for review, revise, discard and review documents of one's own; attach files and choose approvers. */
  'document.manage_own': authors,
  /** The same on anybody's documents. */
  'document.manage_any': admins,
  'document.declare_externally_effective': admins,
  'document.publish': admins,
  'document.waive_training': admins,
  'document.change_effective_date': admins,
  'document.change_departments': admins,
  'document.retire': admins,
  'document.reinstate': admins,
  'document.waive_separation': admins,
  'document.list_all': authors,
  'document.list_retired': admins,
  'document.list_awaiting_final_approval': admins,
  'document.list_effective': everyone,
  'document.view_effective': everyone,
  /** Working files, versions that are not in force, the history of versions. */
  'document.view_working': authors,
  'approval.sign': authors,
  /** Request a change of a document that one may read. */
  'change.request': everyone,
  /** The change requests of documents of one's own; admins of all. */
  'change.list_requests': authors,
  'training.view_own': everyone,
  'training.sign': everyone,
  'training.view_any': admins,
  /** Remind a person of open training on a document of one's own; admins on anybody's. */
  'training.remind': authors,
  'team.view': admins,
  'user.invite': admins,
  'user.edit': admins,
  'user.deactivate': admins,
  'user.reactivate': admins,
  /** Record how another person's identity was verified. */
  'user.verify_identity': admins,
  /** Take another person's second factor away. Nobody enrols one for another. */
  'user.reset_factor': admins,
  'user.unlink_directory': admins,
  'user.unlock': admins,
  'user.resend_invitation': admins,
  'user.change_email': admins,
  'user.end_sessions': admins,
  'user.give_super_admin': superAdmins,
  'department.list': authors,
  'department.create': admins,
  'department.rename': admins,
  'functional_area.list': everyone,
  'functional_area.create': admins,
  /** Rename, retire, take back into use. */
  'functional_area.edit': admins,
  /** The functions, and who holds which. */
  'function.list': authors,
  /** Create, rename, retire, take back into use. */
  'function.edit': admins,
  /** Grant to people, and withdraw from them. */
  'function.grant': admins,
  /** Those who approve: nobody stands in for another's training. */
  'absence.declare_own': authors,
  /** Declare and end the absence of another person, for instance of the ill. */
  'absence.declare_any': admins,
  'organisation.change_settings': admins,
  /** Take an archive of the whole organisation out of the system. */
  'organisation.export': admins,
  /** Import a library from another system: preview, check, approve. */
  'library.import': admins,
  /** Define, change and retire approval routes. */
  'route.manage': admins,
  /** Create, rotate and revoke service accounts. */
  'service_account.manage': admins,
  /** Register, change and remove webhooks, and see what was sent. */
  'webhook.manage': admins,
  'report.view': admins,
  /** The audit trail of a document. */
  'audit.view': authors,
  /** Download the audit trail of a document that one may read; the organisation can withhold it from employees. */
  'audit.download': everyone,
  /** The audit log of a person. */
  'audit.view_user': admins,
  /** The audit log of the organisation: its settings, departments and functional areas. */
  'audit.view_organisation': admins,
  /** The evidence pack of a document: for those who see its trail and its files. */
  'evidence.export_document': authors,
  /** The evidence pack about oneself, and of one's own training records. */
  'evidence.export_own': everyone,
  /** About anybody, and of the whole organisation. */
  'evidence.export_any': admins,
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof table;
export const actions = Object.keys(table) as Action[];

export const roleMay = (role: Role, action: Action): boolean => table[action].some((allowed) => allowed === role);

/** ADMIN or SUPER_ADMIN. */
export const isAdmin = (role: Role): boolean => admins.some((admin) => admin === role);

/** The acting person as the command layer found them. `system` is the product itself: the clock, a job, the console. */
export type Principal =
  | {
      readonly kind: 'user';
      readonly uid: string;
      readonly name: string;
      readonly role: Role;
      readonly status: UserStatus;
      /** The service account that acts; the person is its owner, whose rights it has at most. */
      readonly program?: Named;
    }
  | { readonly kind: 'system' };

/** Whose words these are: a program writes in its own name, never in its owner's. */
export const writerOf = ({ uid, name, program }: Extract<Principal, { kind: 'user' }>): Named =>
  program ?? { uid, name };

/** True where this person is ACTIVE and the role permits the action. The system has commands of its own. */
export const may = (principal: Principal, action: Action): boolean =>
  principal.kind === 'user' && principal.status === 'ACTIVE' && roleMay(principal.role, action);

/** A document is owned by somebody who can revise it, and is ACTIVE. */
export const mayOwn = (person: { role: Role; status: UserStatus }): boolean =>
  roleMay(person.role, 'document.manage_own') && person.status === 'ACTIVE';

/** Approvers are ADMIN or AUTHOR and ACTIVE, as the specification says; SUPER_ADMIN is not among its options. */
export const mayBeApprover = (person: { role: Role; status: UserStatus }): boolean =>
  (person.role === 'ADMIN' || person.role === 'AUTHOR') && person.status === 'ACTIVE';
