import { describe, expect, it } from 'vitest';
import type { Person } from '#app/set-up/demonstration/world.ts';
import type { Site } from '#tests/http/site.ts';
import { get, post, put, type ApiClient } from './client.ts';
import { begun, day, ApiUser, type Doc } from './setup.ts';

/** What a call cannot change is refused by field where it differs, and passes where it is as it was. */
export function describeWholeEntities(world: () => { site: Site; client: ApiClient }): void {
  const newUser = () => new ApiUser(world().site, world().client);
  const refusedFields = async (at: ApiUser, by: Person, path: string, body: object) => {
    const { status, json } = await at.client.send(by, put(path, body));
    expect(status).toBe(422);
    return Object.keys((json as { errors: object }).errors);
  };

  describe('a whole entity', () => {
    it('of a document passes as it is, in every state', async () => {
      const at = newUser();
      const { admin, documents } = at.people;
      for (const state of ['draft', 'inReview', 'rejected', 'approved', 'pending', 'effective'] as const) {
        const before = await at.doc(admin, documents[state]);
        const { json } = await at.client.send(admin, put(`/api/docs/${before.uid}`, before));
        expect(json, state).toEqual({ data: before });
      }
    });

    it('of a document is refused in each field that differs and cannot be changed', async () => {
      const at = newUser();
      const { admin, author, documents, outsider } = at.people;
      const other = {
        uid: documents.draft,
        status: 'RETIRED',
        owner: outsider.uid,
        ownerSignature: 'me',
        org: documents.draft,
        approvals: [{ uid: documents.draft, user: author.uid, status: 'APPROVED' }],
        createdDate: 1,
        revisedDate: Date.now() + day,
        reviewedDate: 1,
        approvedDate: 1,
        retiredDate: 1,
        latestEffectiveDate: 1,
        effectiveVersion: '9.0',
        approved: null,
        effective: null,
        fileWordUrl: 'https://example.org',
        filePdfUrl: 'https://example.org',
        fileWordObjectKey: null,
        filePdfObjectKey: null,
        trainingRate: 55,
        history: [],
        departments: null,
        effectiveDate: null,
      };
      const before = await at.doc(admin, documents.effective);
      for (const [field, value] of Object.entries(other)) {
        const sent = { ...before, [field]: value };
        expect(await refusedFields(at, admin, `/api/docs/${before.uid}`, sent)).toEqual([field]);
      }
      const both = { ...before, name: 'Another', effectiveDate: Date.now() + day };
      expect(await refusedFields(at, admin, `/api/docs/${before.uid}`, both)).toEqual(['name', 'effectiveDate']);
      expect(await at.doc(admin, before.uid)).toEqual(before);
    });

    it('of a draft has no departments, date or other status yet', async () => {
      const at = newUser();
      const { admin, documents, world: people } = at.people;
      const before = await at.doc(admin, documents.draft);
      const path = `/api/docs/${before.uid}`;
      const early = { ...before, departments: people.uidsOf(['Quality']), effectiveDate: Date.now() + day };
      expect(await refusedFields(at, admin, path, early)).toEqual(['departments', 'effectiveDate']);
      for (const status of ['APPROVED', 'EFFECTIVE', 'REJECTED', 'nothing'])
        expect(await refusedFields(at, admin, path, { ...before, status })).toEqual(['status']);
    });

    it('of a new draft is its own owner’s, and a draft', async () => {
      const at = newUser();
      const { author, admin, world: people } = at.people;
      const other = {
        owner: admin.uid,
        status: 'EFFECTIVE',
        approved: true,
        effective: true,
        org: admin.uid,
        departments: people.uidsOf(['Quality']),
        approvals: [{ user: admin.uid }],
        filePdfObjectKey: 'a/b/c',
        effectiveDate: Date.now() + day,
        uid: admin.uid,
      };
      for (const [field, value] of Object.entries(other)) {
        const { status, json } = await at.client.send(
          author,
          post('/api/docs', begun('230', 'Owned', { [field]: value })),
        );
        expect({ status, json }).toMatchObject({
          status: 422,
          json: { errors: { [field]: ['This cannot be changed here.'] } },
        });
      }
      for (const [number, own] of Object.entries({
        230: { owner: { uid: author.uid }, org: people.org, uid: null },
        231: { owner: author.uid, org: { uid: people.org, name: 'as the profile has it' } },
      }))
        expect((await at.client.send(author, post('/api/docs', begun(number, `Owned ${number}`, own)))).status).toBe(
          201,
        );
    });

    it('of a person passes as it is, and is refused in each field that differs and cannot be changed', async () => {
      const at = newUser();
      const { admin, author } = at.people;
      const path = `/api/users/${author.uid}`;
      const before = await at.client.data<Doc & { email: string }>(admin, get(path));
      expect(await at.client.data(admin, put(path, before))).toEqual(before);
      expect(await at.client.data(admin, put(path, { ...before, email: ` ${before.email.toUpperCase()}` }))).toEqual(
        before,
      );
      const other = {
        uid: admin.uid,
        email: 'somebody@example.org',
        phoneNum: '1',
        status: 'INACTIVE',
        cognitoId: admin.uid,
        token: 'x',
        createdDate: 1,
        credentialUpdateDate: Date.now() + day,
      };
      for (const [field, value] of Object.entries(other))
        expect(await refusedFields(at, admin, path, { ...before, [field]: value })).toEqual([field]);
      expect(await refusedFields(at, admin, `${path}/reactivate`, { status: 'INVITED', role: 'ADMIN' })).toEqual([
        'role',
      ]);
    });

    it('of a department keeps its uid', async () => {
      const at = newUser();
      const { admin, world: people } = at.people;
      const [uid = ''] = people.uidsOf(['Quality']);
      const fields = await refusedFields(at, admin, `/api/depts/${uid}`, { name: 'Quality', uid: admin.uid });
      expect(fields).toEqual(['uid']);
      expect(
        (await at.client.send(admin, put(`/api/depts/${uid}`, { name: 'Quality', uid, org: people.org }))).status,
      ).toBe(200);
    });

    it('with an older If-Match is refused as changed meanwhile', async () => {
      const at = newUser();
      const { admin, documents } = at.people;
      const path = `/api/docs/${documents.effective}`;
      const body = { ...(await at.doc(admin, documents.effective)), status: 'RETIRED' };
      const headers = { 'If-Match': '"1-aaaaaaaaaaaaaaaaaaaaaa"' };
      expect((await at.client.send(admin, { ...put(path, body), headers })).status).toBe(412);
    });
  });
}
