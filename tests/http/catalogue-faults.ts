import { admin, profile, type Refusal } from './catalogue.ts';
import type { Site } from './site.ts';

/** What is said where something of ours fails: the ledger takes no event, or nobody can be looked up. */
export const faults: readonly Refusal[] = (
  [
    [
      'invite, other failure',
      () => '/dashboard/users/invite',
      (site: Site) => profile(site),
      'There was a problem inviting Zofia Nowak',
    ],
    [
      'invite many, other failure',
      () => '/dashboard/users/invite-many',
      () => ({ list: 'Zofia,Nowak,zofia.many@northmere.example,,Quality', act: 'invite' }),
      'There was a problem inviting these people. Nobody was invited.',
    ],
    [
      'department, other failure on create',
      () => '/dashboard/departments/create',
      () => ({ name: 'Night Shift' }),
      'There was a problem creating your new department.',
    ],
    [
      'department, other failure on edit',
      (site: Site) => `/dashboard/departments/${site.ours.world.uidsOf(['Quality'])[0]}/edit`,
      () => ({ name: 'Grade' }),
      'There was a problem updating this department.',
    ],
    [
      'functional area, other failure',
      () => '/dashboard/functional-areas/create',
      () => ({ name: 'LAB' }),
      'There was a problem creating your new functional area.',
    ],
    [
      'edit, other failure',
      (site: Site) => `/dashboard/users/${site.ours.employee.uid}/edit`,
      (site: Site) => profile(site),
      'There was a problem editing this user.',
    ],
    [
      'deactivate, other failure',
      (site: Site) => `/dashboard/users/${site.ours.employee.uid}/deactivate`,
      () => ({}),
      'There was a problem deactivating this user.',
    ],
    [
      'reactivate, other failure',
      (site: Site) => `/dashboard/users/${site.ours.deactivated.uid}/reactivate`,
      () => ({}),
      'There was a problem reactivating this user.',
    ],
    [
      'create, other failure',
      () => '/dashboard/docs/create',
      (site: Site) => ({
        name: 'Something that is not written',
        type: 'SOP',
        functionalArea: 'QA',
        docNum: '988',
        version: '1.0',
        approvers: [site.ours.admin.uid],
        intent: 'draft',
      }),
      'Unable to create document.',
    ],
    [
      'publish, other failure',
      (site: Site) => `/dashboard/docs/${site.ours.documents.approved}/publish`,
      (site: Site) => ({ effectiveDate: '04 Mar 2031', departments: site.ours.world.uidsOf(['Quality']) }),
      'Unable to publish document.',
    ],
    [
      'update, other failure',
      (site: Site) => `/dashboard/docs/${site.ours.documents.effective}`,
      (site: Site) => ({ departments: site.ours.world.uidsOf(['Quality', 'Laboratory']) }),
      'Unable to update document.',
    ],
    [
      'retire, other failure',
      (site: Site) => `/dashboard/docs/${site.ours.documents.effective}/retire`,
      () => ({ reason: 'No longer needed.' }),
      'Unable to retire document.',
    ],
  ] as const
).map(([row, path, form, says]): Refusal => [row, admin, path, form, 500, says]);
