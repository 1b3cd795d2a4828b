import { describe, expect, it } from 'vitest';
import { actions, isAdmin, may, mayBeApprover, roleMay, type Action } from '#events/permissions.ts';
import { role as roles, userStatus, type Role } from '#events/user/events.ts';
import { admin, system } from '#tests/deciders/people.ts';

/** A AUTHOR, D ADMIN, E EMPLOYEE, S SUPER_ADMIN: product.md section 6 and rules.md, written out once more. */
const expected: Record<Action, string> = {
  'document.create': 'ADS',
  'library.import': 'DS',
  'document.manage_own': 'ADS',
  'document.manage_any': 'DS',
  'document.declare_externally_effective': 'DS',
  'document.publish': 'DS',
  'document.waive_training': 'DS',
  'document.change_effective_date': 'DS',
  'document.change_departments': 'DS',
  'document.retire': 'DS',
  'document.reinstate': 'DS',
  'document.waive_separation': 'DS',
  'document.list_all': 'ADS',
  'document.list_retired': 'DS',
  'document.list_awaiting_final_approval': 'DS',
  'document.list_effective': 'ADES',
  'document.view_effective': 'ADES',
  'document.view_working': 'ADS',
  'approval.sign': 'ADS',
  'change.request': 'ADES',
  'change.list_requests': 'ADS',
  'training.view_own': 'ADES',
  'training.sign': 'ADES',
  'training.view_any': 'DS',
  'training.remind': 'ADS',
  'team.view': 'DS',
  'user.invite': 'DS',
  'user.edit': 'DS',
  'user.deactivate': 'DS',
  'user.reactivate': 'DS',
  'user.verify_identity': 'DS',
  'user.reset_factor': 'DS',
  'user.unlink_directory': 'DS',
  'user.unlock': 'DS',
  'user.resend_invitation': 'DS',
  'user.change_email': 'DS',
  'user.end_sessions': 'DS',
  'user.give_super_admin': 'S',
  'department.list': 'ADS',
  'department.create': 'DS',
  'department.rename': 'DS',
  'functional_area.list': 'ADES',
  'functional_area.create': 'DS',
  'functional_area.edit': 'DS',
  'function.list': 'ADS',
  'function.edit': 'DS',
  'function.grant': 'DS',
  'absence.declare_own': 'ADS',
  'absence.declare_any': 'DS',
  'organisation.change_settings': 'DS',
  'organisation.export': 'DS',
  'route.manage': 'DS',
  'service_account.manage': 'DS',
  'webhook.manage': 'DS',
  'report.view': 'DS',
  'audit.view': 'ADS',
  'audit.download': 'ADES',
  'audit.view_user': 'DS',
  'audit.view_organisation': 'DS',
  'evidence.export_document': 'ADS',
  'evidence.export_own': 'ADES',
  'evidence.export_any': 'DS',
};
const letters: Record<Role, string> = { AUTHOR: 'A', ADMIN: 'D', EMPLOYEE: 'E', SUPER_ADMIN: 'S' };

describe('[P11-10d] role × action', () => {
  it.each(actions)('%s', (action) => {
    const allowed = roles.options.filter((role) => roleMay(role, action)).map((role) => letters[role]);
    expect(allowed.sort().join('')).toBe(expected[action]);
  });

  it('SUPER_ADMIN can do all that ADMIN and AUTHOR can', () => {
    for (const action of actions) expect(roleMay('SUPER_ADMIN', action), action).toBe(true);
  });

  it('nobody can do anything who is not ACTIVE, and the system only what is its own', () => {
    for (const action of actions) {
      expect(may({ ...admin, status: 'INVITED' }, action)).toBe(false);
      expect(may({ ...admin, status: 'INACTIVE' }, action)).toBe(false);
      expect(may(system, action)).toBe(false);
      expect(may(admin, action)).toBe(roleMay('ADMIN', action));
    }
  });

  it('approvers are ADMIN or AUTHOR, ACTIVE', () => {
    const eligible = roles.options.flatMap((role) =>
      userStatus.options.filter((status) => mayBeApprover({ role, status })).map((status) => `${role} ${status}`),
    );
    expect(eligible).toEqual(['ADMIN ACTIVE', 'AUTHOR ACTIVE']);
  });

  it('admins are ADMIN and SUPER_ADMIN', () => {
    expect(roles.options.filter(isAdmin)).toEqual(['ADMIN', 'SUPER_ADMIN']);
  });
});
