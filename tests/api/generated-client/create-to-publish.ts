import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import createClient from 'openapi-fetch';
// Generated from the description of a running server; see tests/api/clients.ts.
import type { paths } from './api.d.ts';
import { startPeer } from '../../support/programs/peer.ts';

/**
 * A program of a customer: creates a document, uploads its files, has it approved, publishes it, and reads of that in
 * the feed and from a webhook.
 */
const {
  API_URL: baseUrl = '',
  PROGRAM_TOKEN = '',
  AUTHOR_EMAIL,
  AUTHOR_PASSWORD,
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
} = process.env;

async function signIn(email = '', password = '') {
  const { data, error } = await createClient<paths>({ baseUrl }).POST('/api/session', { body: { email, password } });
  if (!data) throw new Error(error?.title);
  const { token, user } = data.data;
  return { user, api: createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } }) };
}

/** What is under `data` of a success; throws the problem's title otherwise. */
function dataOf<T>({ data, error }: { data?: { data: T } | undefined; error?: { title: string } | undefined }): T {
  if (!data) throw new Error(error?.title);
  return data.data;
}

const author = await signIn(AUTHOR_EMAIL, AUTHOR_PASSWORD);
const admin = await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
const program = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${PROGRAM_TOKEN}` } });

const peer = await startPeer();
const kinds = ['document.published' as const];
const { uid, secret } = dataOf(await program.POST('/api/webhooks', { body: { url: peer.url, kinds } }));

const draft = {
  name: 'Isolator Leak Testing',
  type: 'SOP' as const,
  functionalArea: 'QA',
  docNum: '302',
  version: '1.0',
};
const created = dataOf(await author.api.POST('/api/docs', { body: draft }));
const path = { uid: created.uid };

const upload = async (kind: 'working' | 'effective', filename: string) => {
  const params = { path, query: { filename } };
  const place = dataOf(
    kind === 'working'
      ? await author.api.GET('/api/docs/{uid}/uploadworking', { params })
      : await author.api.GET('/api/docs/{uid}/uploadeffective', { params }),
  );
  const { status } = await fetch(place.presigned, { method: 'PUT', body: new Uint8Array(await readFile(filename)) });
  if (status !== 201) throw new Error(`${filename} was answered ${status}`);
  return place.objectKey;
};
const files = {
  fileWordObjectKey: await upload('working', 'paper.fodt'),
  filePdfObjectKey: await upload('effective', 'paper.pdf'),
};
dataOf(await author.api.PUT('/api/docs/{uid}', { params: { path }, body: { ...draft, ...files } }));
const sent = dataOf(await author.api.POST('/api/docs/{uid}/approvers', { params: { path }, body: [admin.user.uid] }));

const query = { working: 'true' as const };
const link = dataOf(await admin.api.GET('/api/docs/{uid}/downloadtrainingdoc', { params: { path, query } }));
await (await fetch(link)).arrayBuffer();
const [approval] = sent.approvals;
dataOf(
  await admin.api.POST('/api/approvals/{uid}/approve', {
    params: { path: { uid: approval?.uid ?? '' } },
    body: {
      signedName: `${admin.user.firstName} ${admin.user.lastName}`,
      credentialCheck: { email: admin.user.email, password: ADMIN_PASSWORD ?? '' },
      docHash: created.uid,
      consent: true,
    },
  }),
);

const organisation = { orgUid: admin.user.org.uid };
const departments = dataOf(await admin.api.GET('/api/orgs/{orgUid}/departments', { params: { path: organisation } }));
const assigned = departments.slice(0, 1).map(({ uid }) => uid);
dataOf(await admin.api.POST('/api/docs/{uid}/departments', { params: { path }, body: assigned }));
const published = dataOf(
  await admin.api.POST('/api/docs/{uid}/effectivedate', { params: { path }, body: '2035-01-15' }),
);
const approvals = dataOf(
  await admin.api.GET('/api/orgs/{orgUid}/approvals', {
    params: { path: organisation, query: { document: created.uid, status: 'APPROVED' } },
  }),
);
const { status, effectiveOn, filePdf } = published;
const signed = approvals.map(({ sha256 }) => sha256 === filePdf?.sha256);

const types = { types: 'DocumentPublished', limit: 1000 };
const feed = dataOf(await program.GET('/api/orgs/{orgUid}/events', { params: { path: organisation, query: types } }));
const event = feed.find((one) => one.event.stream === `document-${created.uid}`);
for (let tries = 0; peer.arrived.length === 0 && tries < 3_000; tries++) await setTimeout(100);
const [arrived] = peer.arrived;
const message = arrived && peer.verifies(secret, arrived);
peer.close();
const gone = { path: { uid }, query: { reason: 'The program ends.' } };
await program.DELETE('/api/webhooks/{uid}', { params: gone });
const sameEvent = message?.position === event?.position && message?.uids.document === created.uid;
process.stdout.write(JSON.stringify({ status, effectiveOn, signed, kind: message?.kind, sameEvent }));
