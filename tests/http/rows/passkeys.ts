import { signatureOf } from '#app/set-up/demonstration/world.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { enrolledPasskey } from '#tests/support/passkey/enrolled-passkey.ts';
import { nowhere, ours, theirs } from '../chosen.ts';
import { noUid, pageCases, post, postRefusals, type Row } from '../matrix.ts';
import type { Site } from '../site.ts';

const base = '/second-factor/passkeys';
const everybody = { 'wrong role': 'Everybody may have a passkey.' };
const by = ours('approver');

let passkey = '';
let approval = '';

/** Enrols the approver's passkey, and opens the PDF of a document that waits for their approval. */
export async function enrolForRows({ ours: { world, author, approver }, services }: Site): Promise<void> {
  await enrolledPasskey(world, approver);
  const named = { name: 'Use of Passkeys', type: 'SOP', functionalArea: 'QA', docNum: '990' };
  const document = await world.create(author, { ...named, approvers: [approver] });
  await world.act(approver, openFile, { document, version: '1.0', kind: 'final', purpose: 'approval' });
  await services.database.read(world.org, async (db) => {
    const enrolled = db.selectFrom('read.authenticator').select('uid').where('user_uid', '=', approver.uid);
    passkey = (await enrolled.executeTakeFirstOrThrow()).uid;
    const asked = db.selectFrom('read.approval').select('uid').where('document_uid', '=', document);
    approval = (await asked.executeTakeFirstOrThrow()).uid;
  });
}

const remove = () => `${base}/${passkey}/remove`;
const question = (site: Site) => ({
  approval,
  decision: 'approve',
  signedName: signatureOf(site.ours.approver).signedName,
});
const json = { type: 'application/json' };

export const passkeyRows: Row[] = [
  {
    route: `${base}/add`,
    cases: [
      ...pageCases({ route: `${base}/add`, by, says: 'Add a passkey' }),
      ...postRefusals({ path: () => `${base}/add`, by, form: () => ({}) }),
      post(() => `${base}/add`, { kind: 'invalid', by, form: () => ({ name: '', password: '' }), status: 422 }),
      post(() => `${base}/add`, {
        kind: 'conflict',
        about: 'an answer to nothing that was asked',
        by,
        form: () => ({ name: 'Key', passkey: '{}' }),
        status: 422,
        says: 'This is not the answer of one of your passkeys.',
      }),
      post(() => `${base}/add`, {
        kind: 'success',
        about: 'the password is right',
        by,
        form: (site) => ({ name: 'Key', password: site.ours.approver.password }),
        status: 200,
        says: 'Follow your browser',
      }),
    ],
    without: { ...noUid, ...everybody },
  },
  {
    route: `${base}/ask`,
    cases: [
      ...pageCases({ route: `${base}/ask`, by, status: 302, location: () => '/dashboard' }),
      ...postRefusals({ path: () => `${base}/ask`, by, form: question }),
      post(() => `${base}/ask`, {
        kind: 'another organisation',
        by: theirs('approver'),
        form: question,
        status: 404,
        ...json,
      }),
      post(() => `${base}/ask`, {
        kind: 'unknown uid',
        by,
        form: (site) => ({ ...question(site), approval: nowhere }),
        status: 404,
        ...json,
      }),
      post(() => `${base}/ask`, {
        kind: 'malformed uid',
        by,
        form: (site) => ({ ...question(site), approval: 'no-uid' }),
        status: 422,
        ...json,
      }),
      post(() => `${base}/ask`, {
        kind: 'invalid',
        by,
        form: (site) => ({ ...question(site), signedName: 'Somebody Else' }),
        status: 422,
        ...json,
      }),
      post(() => `${base}/ask`, { kind: 'success', about: 'form', by, form: question, status: 200, ...json }),
    ],
    without: { ...everybody, conflict: 'It signs nothing.' },
  },
  {
    route: `${base}/:uid/remove`,
    cases: [
      ...pageCases({ route: `${base}/:uid/remove`, by, uid: () => passkey, stranger: theirs('approver') }),
      ...postRefusals({ path: remove, by, stranger: theirs('approver'), form: () => ({ reason: 'Lost.' }) }),
      post(remove, { kind: 'invalid', by, form: () => ({ reason: '' }), status: 422 }),
      post(remove, { kind: 'success', about: 'form', by, form: () => ({ reason: 'Lost.' }), status: 303 }),
    ],
    without: { ...everybody, conflict: 'Removing it twice has the effect of removing it once.' },
  },
];
