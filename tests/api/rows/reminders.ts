import type { Site } from '#tests/http/site.ts';
import { ours, theirs } from '#tests/http/chosen.ts';
import { post, type Sent } from '../client.ts';
import { noToken, notThere, type Row } from '../matrix.ts';
import { recordOf } from '../signables.ts';

const remind = (site: Site, uid?: string): Sent => {
  const { documents, employee } = site.ours;
  return post(`/api/records/${uid ?? recordOf(site, documents.pending, employee)}/remind`, {});
};
const remindUser = (site: Site, uid = site.ours.author.uid): Sent => post(`/api/users/${uid}/remind`, {});

export const reminderRows: readonly Row[] = [
  {
    operation: 'remindOfTraining',
    cases: [
      noToken((site) => remind(site)),
      {
        kind: 'wrong role',
        by: ours('employee'),
        send: (site) => remind(site),
        status: 403,
        refusal: 'not_allowed',
      },
      {
        kind: 'wrong role',
        about: "an author of another's document",
        by: ours('approver'),
        send: (site) => remind(site),
        status: 403,
        refusal: 'not_allowed',
      },
      ...notThere(
        ours('admin'),
        theirs('admin'),
        (_site, uid) => post(`/api/records/${uid}/remind`, {}),
        (site) => recordOf(site, site.ours.documents.pending, site.ours.employee),
      ),
      {
        kind: 'conflict',
        about: 'signed already',
        by: ours('admin'),
        send: (site) => remind(site, recordOf(site, site.ours.documents.effective, site.ours.employee)),
        status: 409,
        refusal: 'record_not_open',
      },
      { kind: 'success', by: ours('admin'), send: (site) => remind(site), status: 200 },
    ],
    without: { invalid: 'It has no body.' },
  },
  {
    operation: 'remindUser',
    cases: [
      noToken((site) => remindUser(site)),
      {
        kind: 'wrong role',
        by: ours('employee'),
        send: (site) => remindUser(site),
        status: 403,
        refusal: 'not_allowed',
      },
      ...notThere(
        ours('admin'),
        theirs('admin'),
        (_site, uid) => post(`/api/users/${uid}/remind`, {}),
        (site) => site.ours.author.uid,
      ),
      {
        kind: 'conflict',
        about: 'nothing open',
        by: ours('admin'),
        send: (site) => remindUser(site, site.ours.admin.uid),
        status: 409,
        refusal: 'record_not_open',
      },
      { kind: 'success', by: ours('admin'), send: (site) => remindUser(site), status: 200 },
    ],
    without: { invalid: 'It has no body.' },
  },
];
