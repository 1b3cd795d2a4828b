import { expect } from 'vitest';
import type { Site } from '#tests/http/site.ts';
import { get } from '../client.ts';
import { ours, theirs } from '#tests/http/chosen.ts';
import { noToken, notThere, type Case, type Row } from '../matrix.ts';

const reading = { conflict: 'Reading conflicts with nothing.' };
const { draft, effective, retired, underRevision, inReview, pending } = {
  draft: (site: Site) => site.ours.documents.draft,
  effective: (site: Site) => site.ours.documents.effective,
  retired: (site: Site) => site.ours.documents.retired,
  underRevision: (site: Site) => site.ours.documents.underRevision,
  inReview: (site: Site) => site.ours.documents.inReview,
  pending: (site: Site) => site.ours.documents.pending,
};
type Of = (site: Site) => string;

const uploads = (operation: string, name: string, filename: string, wrong: string): Row => {
  const place = (_: Site, uid: string) => get(`/api/docs/${uid}/${name}?filename=${encodeURIComponent(filename)}`);
  const at = (of: Of) => (site: Site) => place(site, of(site));
  return {
    operation,
    cases: [
      noToken(at(draft)),
      { kind: 'wrong role', by: ours('employee'), send: at(draft), status: 403, refusal: 'not_allowed' },
      { kind: 'wrong role', about: 'not its owner', by: ours('approver'), send: at(draft), status: 403 },
      ...notThere(ours('author'), theirs('admin'), place, draft),
      {
        kind: 'invalid',
        about: 'no name',
        by: ours('author'),
        send: (site) => get(`/api/docs/${draft(site)}/${name}`),
        status: 422,
        fields: ['filename'],
      },
      {
        kind: 'invalid',
        about: 'another kind of file',
        by: ours('author'),
        send: (site) => get(`/api/docs/${draft(site)}/${name}?filename=${wrong}`),
        status: 415,
        refusal: 'file_extension',
      },
      {
        kind: 'conflict',
        about: 'what is retired',
        by: ours('admin'),
        send: at(retired),
        status: 409,
        refusal: 'document_not_in_status',
      },
      {
        kind: 'success',
        by: ours('author'),
        send: at(draft),
        status: 200,
        holds: (site) => ({
          objectKey: expect.any(String),
          presigned: expect.stringContaining(site.server.url),
        }),
      },
    ],
  };
};

/** A link to an address of the screens; `holds` compares objects, so the text stands within one. */
const linked = (path: (site: Site) => string): Pick<Case, 'status' | 'link'> => ({ status: 200, link: path });

const file = (of: Of, rest: string) => (site: Site) => `/dashboard/docs/${of(site)}/files/${rest}`;

export const fileRows: readonly Row[] = [
  uploads('uploadWorking', 'uploadworking', 'Änderungen 1.docx', 'final.pdf'),
  uploads('uploadEffective', 'uploadeffective', 'final.pdf', 'working.docx'),
  {
    operation: 'downloadEffective',
    cases: [
      noToken((site) => get(`/api/docs/${effective(site)}/downloadeffective`)),
      {
        kind: 'wrong role',
        about: 'a version in review',
        by: ours('employee'),
        send: (site) => get(`/api/docs/${underRevision(site)}/downloadeffective?version=2.0`),
        status: 404,
        refusal: 'not_found',
      },
      ...notThere(ours('author'), theirs('admin'), (_, uid) => get(`/api/docs/${uid}/downloadeffective`), effective),
      {
        kind: 'invalid',
        by: ours('author'),
        send: (site) => get(`/api/docs/${effective(site)}/downloadeffective?version=first`),
        status: 422,
        fields: ['version'],
      },
      {
        kind: 'invalid',
        about: 'nothing in force',
        by: ours('author'),
        send: (site) => get(`/api/docs/${inReview(site)}/downloadeffective`),
        status: 404,
      },
      {
        kind: 'success',
        by: ours('employee'),
        send: (site) => get(`/api/docs/${underRevision(site)}/downloadeffective`),
        ...linked(file(underRevision, '1.0/')),
      },
      {
        kind: 'success',
        about: 'of a version',
        by: ours('author'),
        send: (site) => get(`/api/docs/${underRevision(site)}/downloadeffective?version=2.0`),
        ...linked(file(underRevision, '2.0/final?purpose=manage')),
      },
    ],
    without: reading,
  },
  {
    operation: 'compareVersions',
    cases: [
      noToken((site) => get(`/api/docs/${underRevision(site)}/comparison?from=1.0&to=2.0`)),
      {
        kind: 'wrong role',
        about: 'a version in review',
        by: ours('employee'),
        send: (site) => get(`/api/docs/${underRevision(site)}/comparison?from=1.0&to=2.0`),
        status: 404,
        refusal: 'not_found',
      },
      ...notThere(
        ours('author'),
        theirs('admin'),
        (_, uid) => get(`/api/docs/${uid}/comparison?from=1.0&to=2.0`),
        underRevision,
      ),
      {
        kind: 'invalid',
        by: ours('author'),
        send: (site) => get(`/api/docs/${underRevision(site)}/comparison?from=1.0`),
        status: 422,
        fields: ['to'],
      },
      {
        kind: 'success',
        by: ours('author'),
        send: (site) => get(`/api/docs/${underRevision(site)}/comparison?from=1.0&to=2.0`),
        status: 200,
        holds: () => ({
          fromVersion: '1.0',
          toVersion: '2.0',
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          verdict: expect.stringMatching(/^(Nothing else changed|No other change was found)\.$/),
          compared: expect.stringContaining('links, form fields, notes, bookmarks and attached files were compared'),
          comparison: expect.objectContaining({ method: 'imprimatur-comparison-2', compares: 'words' }),
        }),
      },
    ],
    without: reading,
  },
  {
    operation: 'getOriginal',
    cases: [
      noToken((site) => get(`/api/docs/${effective(site)}/original`)),
      {
        kind: 'wrong role',
        about: 'who would get a controlled copy',
        by: ours('outsider'),
        send: (site) => get(`/api/docs/${effective(site)}/original`),
        status: 403,
        refusal: 'not_allowed',
      },
      ...notThere(ours('author'), theirs('admin'), (_, uid) => get(`/api/docs/${uid}/original`), effective),
      {
        kind: 'invalid',
        by: ours('author'),
        send: (site) => get(`/api/docs/${effective(site)}/original?version=1`),
        status: 422,
        fields: ['version'],
      },
      {
        kind: 'success',
        by: ours('author'),
        send: (site) => get(`/api/docs/${underRevision(site)}/original?version=2.0`),
        status: 200,
      },
    ],
    without: reading,
  },
  {
    operation: 'downloadWorking',
    cases: [
      noToken((site) => get(`/api/docs/${effective(site)}/downloadworking`)),
      {
        kind: 'wrong role',
        by: ours('employee'),
        send: (site) => get(`/api/docs/${effective(site)}/downloadworking?version=1.0`),
        status: 403,
        refusal: 'not_allowed',
      },
      ...notThere(ours('author'), theirs('admin'), (_, uid) => get(`/api/docs/${uid}/downloadworking`), effective),
      {
        kind: 'invalid',
        by: ours('author'),
        send: (site) => get(`/api/docs/${effective(site)}/downloadworking?version=1`),
        status: 422,
        fields: ['version'],
      },
      {
        kind: 'success',
        by: ours('author'),
        send: (site) => get(`/api/docs/${underRevision(site)}/downloadworking`),
        ...linked(file(underRevision, '2.0/working?purpose=manage')),
      },
    ],
    without: reading,
  },
  {
    operation: 'downloadTrainingDocument',
    cases: [
      noToken((site) => get(`/api/docs/${pending(site)}/downloadtrainingdoc`)),
      {
        kind: 'wrong role',
        about: 'who does not train on it',
        by: ours('outsider'),
        send: (site) => get(`/api/docs/${underRevision(site)}/downloadtrainingdoc?working=true`),
        status: 404,
        refusal: 'not_found',
      },
      ...notThere(
        ours('author'),
        theirs('admin'),
        (_, uid) => get(`/api/docs/${uid}/downloadtrainingdoc?version=1.0&working=false`),
        pending,
      ),
      {
        kind: 'invalid',
        by: ours('author'),
        send: (site) => get(`/api/docs/${pending(site)}/downloadtrainingdoc?working=perhaps`),
        status: 422,
        fields: ['working'],
      },
      {
        kind: 'success',
        about: 'to train',
        by: ours('employee'),
        send: (site) => get(`/api/docs/${pending(site)}/downloadtrainingdoc`),
        ...linked(file(pending, '1.0/')),
      },
      {
        kind: 'success',
        about: 'to approve',
        by: ours('approver'),
        send: (site) => get(`/api/docs/${underRevision(site)}/downloadtrainingdoc?working=true`),
        ...linked(file(underRevision, '2.0/final?purpose=approval')),
      },
    ],
    without: reading,
  },
  {
    operation: 'downloadAuditTrail',
    cases: [
      noToken((site) => get(`/api/docs/${effective(site)}/audit`)),
      {
        kind: 'wrong role',
        by: ours('employee'),
        send: (site) => get(`/api/docs/${effective(site)}/audit?format=JSON`),
        status: 403,
        refusal: 'not_allowed',
      },
      {
        kind: 'success',
        about: 'for an employee',
        by: ours('employee'),
        send: (site) => get(`/api/docs/${effective(site)}/audit`),
        ...linked((site) => `/dashboard/docs/${effective(site)}/audit/export.pdf`),
      },
      ...notThere(ours('author'), theirs('admin'), (_, uid) => get(`/api/docs/${uid}/audit`), effective),
      {
        kind: 'invalid',
        by: ours('author'),
        send: (site) => get(`/api/docs/${effective(site)}/audit?format=DOC`),
        status: 422,
        fields: ['format'],
      },
      {
        kind: 'success',
        by: ours('author'),
        send: (site) => get(`/api/docs/${effective(site)}/audit`),
        ...linked((site) => `/dashboard/docs/${effective(site)}/audit/export.pdf`),
      },
    ],
    without: reading,
  },
];
