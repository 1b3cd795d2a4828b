import { paperPdf, paperWorkingFile } from '#app/set-up/demonstration/document-pdf.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import type { Site } from '#tests/http/site.ts';
import { get, post, put, type ApiClient } from './client.ts';

/** A document as far as the sequences look at it. */
export interface Doc {
  uid: string;
  name: string;
  version: string;
  status: string;
  approvals: { uid: string; status: string; user: { uid: string } }[];
  departments: { uid: string; name: string }[];
  fileWordObjectKey: string | null;
  filePdfObjectKey: string | null;
  effectiveDate: number | null;
  effectiveVersion: string | null;
  trainingRate: number | null;
  prepared: { version: string | null; filePdfObjectKey: string | null } | null;
}
export interface Training {
  uid: string;
  doc: { uid: string };
  completed: boolean;
}

export const day = 86_400_000;

/** A document as a client first sends it: without files or approval lists. */
export const begun = (docNum: string, name: string, more: object = {}) => ({
  name,
  type: 'SOP',
  functionalArea: 'QA',
  docNum,
  version: '1.0',
  status: 'CREATED',
  approved: false,
  effective: false,
  trainingInterval: 365,
  reviewInterval: 730,
  departments: [],
  approvals: [],
  externallyEffective: false,
  ...more,
});

/** The content of a document alone, as a client sends it for one that exists. */
export const content = (docNum: string, name: string) => ({
  name,
  type: 'SOP',
  functionalArea: 'QA',
  docNum,
  version: '1.0',
});

/** A client of the API as the specification describes it, for people of the other organisation. */
export class ApiUser {
  constructor(
    readonly site: Site,
    readonly client: ApiClient,
  ) {}

  get people() {
    return this.site.theirs;
  }

  doc = (by: Person, uid: string) => this.client.data<Doc>(by, get(`/api/docs/${uid}`));

  /** Uploads a file by its presigned address; answers its object key. */
  async upload(by: Person, uid: string, kind: 'working' | 'effective', bytes: Buffer, filename?: string) {
    const name = filename ?? (kind === 'working' ? 'Paper.fodt' : 'Paper.pdf');
    const place = await this.client.data<{ objectKey: string; presigned: string }>(
      by,
      get(`/api/docs/${uid}/upload${kind}?filename=${encodeURIComponent(name)}`),
    );
    const sent = await fetch(place.presigned, { method: 'PUT', body: new Uint8Array(bytes) });
    must(sent.status === 201, `the bytes of ${name} were answered ${sent.status}`);
    return place.objectKey;
  }

  pdf = (docNum: string, name: string, version: string) =>
    paperPdf(this.people.world.paperOf({ type: 'SOP', functionalArea: 'QA', docNum, name, version }));

  /** Creates a draft with both its files; answers it. */
  async draft(by: Person, docNum: string, name: string, more: { externallyEffective?: boolean } = {}): Promise<Doc> {
    const { externallyEffective = false } = more;
    const body = begun(docNum, name, { externallyEffective });
    const created = await this.client.send(by, post('/api/docs', body));
    const uid = created.headers.get('uid') ?? '';
    must(created.status === 201, `a draft was answered ${created.status}: ${created.text}`);
    must(created.headers.get('location') === `/api/docs/${uid}`, 'a draft has no address');
    const paper = this.people.world.paperOf({ type: 'SOP', functionalArea: 'QA', docNum, name });
    const working = await this.upload(by, uid, 'working', paperWorkingFile(paper));
    const final = await this.upload(by, uid, 'effective', await paperPdf(paper));
    const files = { fileWordObjectKey: working, filePdfObjectKey: final };
    return this.client.data<Doc>(by, put(`/api/docs/${uid}`, { ...body, status: 'IN_REVIEW', ...more, ...files }));
  }

  /** Takes the PDF to be signed by its link, as somebody who has nothing but the link. */
  async read(by: Person, uid: string, query = ''): Promise<void> {
    const address = await this.client.data<string>(by, get(`/api/docs/${uid}/downloadtrainingdoc${query}`));
    const opened = await fetch(address);
    must(
      opened.status === 200,
      `the link was answered ${opened.status}: ${opened.status === 200 ? '' : await opened.text()}`,
    );
    const bytes = Buffer.from(await opened.arrayBuffer());
    must(bytes.subarray(0, 5).toString() === '%PDF-', 'the link gave no PDF');
  }

  signature = (by: Person, document: string, reason: string | null = null) => ({
    signedName: `${by.firstName} ${by.lastName}`,
    reason,
    credentialCheck: { email: by.email, password: by.password },
    docHash: document,
    user: by.uid,
  });

  /** Reads and approves, by the approval that the document shows. */
  async approve(by: Person, uid: string): Promise<Doc> {
    const { approvals } = await this.doc(by, uid);
    const own = approvals.find(({ user, status }) => user.uid === by.uid && status === 'OPEN');
    await this.read(by, uid, '?working=true');
    return this.client.data<Doc>(by, post(`/api/approvals/${own?.uid}/approve`, this.signature(by, uid)));
  }

  /** A document that its approvers have approved. */
  async approved(docNum: string, name: string): Promise<Doc> {
    const { author, admin, approver } = this.people;
    const { uid } = await this.draft(author, docNum, name);
    await this.client.data(author, post(`/api/docs/${uid}/approvers`, [admin.uid, approver.uid]));
    await this.approve(admin, uid);
    return this.approve(approver, uid);
  }

  training = (by: Person) => this.client.data<Training[]>(by, get(`/api/users/${by.uid}/training`));
}

function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
