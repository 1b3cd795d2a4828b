import { describe, expect, it } from 'vitest';
import type { Site } from '#tests/http/site.ts';
import { post, put, remove, type ApiClient } from './client.ts';
import { ApiUser, type Doc } from './setup.ts';

type World = () => { site: Site; client: ApiClient };

const standing = ({ approvals }: Doc) =>
  approvals.filter(({ status }) => status !== 'CANCELLED').map(({ user, status }) => `${user.uid} ${status}`);

/** The specification's sequence of calls to revise, as a client does it. */
export function describeReviseSequences(world: World): void {
  const newUser = () => new ApiUser(world().site, world().client);

  describe('to revise', () => {
    it('removes approvers, saves, uploads, names approvers and revises, and shows nothing before', async () => {
      const at = newUser();
      const { author, admin, approver } = at.people;
      const { uid, approvals } = await at.approved('209', 'Sample Storage');
      const shown = async () => {
        const { status, version, approvals: listed } = await at.doc(author, uid);
        return { status, version, signed: listed.filter((one) => one.status === 'APPROVED').length };
      };
      const untouched = { status: 'APPROVED', version: '1.0', signed: 2 };
      const leaving = approvals.find(({ user }) => user.uid === admin.uid);
      await at.client.data(author, remove(`/api/docs/${uid}/approver/${leaving?.uid}`));
      const next = { ...(await at.doc(author, uid)), name: 'Sample Storage and Return', version: '1.1' };
      for (const days of [{ trainingInterval: 0 }, { reviewInterval: 1_000_000 }]) {
        const refused = await at.client.send(author, put(`/api/docs/${uid}`, { ...next, ...days }));
        expect(refused.json).toMatchObject({ status: 422, errors: { [Object.keys(days)[0]!]: ['Invalid Input.'] } });
      }
      await at.client.data(author, put(`/api/docs/${uid}`, next));
      const early = await at.client.send(author, put(`/api/docs/${uid}/revise`));
      expect(early.json).toMatchObject({ status: 422, errors: { filePdfObjectKey: ['This field is required.'] } });
      expect(await shown()).toEqual(untouched);
      const final = await at.upload(author, uid, 'effective', await at.pdf('209', next.name, '1.1'));
      await at.client.data(author, put(`/api/docs/${uid}`, { ...next, filePdfObjectKey: final }));
      await at.client.data(author, post(`/api/docs/${uid}/approvers`, [author]));
      expect(await shown()).toEqual(untouched);
      const revised = await at.client.data<Doc>(author, put(`/api/docs/${uid}/revise`));
      expect(revised).toMatchObject({ status: 'IN_REVIEW', version: '1.1', name: 'Sample Storage and Return' });
      expect(standing(revised)).toEqual([`${approver.uid} OPEN`, `${author.uid} OPEN`]);
      // Sent again after a lost answer, it is answered the same and done once.
      const again = await at.client.data<Doc>(author, put(`/api/docs/${uid}/revise`));
      expect(again).toEqual(revised);
      expect(
        await at.client.data(author, put(`/api/docs/${uid}/revise`, { ...next, filePdfObjectKey: final })),
      ).toEqual(revised);
      const another = await at.client.send(author, put(`/api/docs/${uid}/revise`, { ...next, name: 'Another' }));
      expect(another.json).toMatchObject({ status: 422, type: '/api/docs#problem-document_version_not_newer' });
      expect((await at.client.send(approver, put(`/api/docs/${uid}/revise`))).status).toBe(403);
      expect((await at.client.send(admin, put(`/api/docs/${uid}/revise`))).status).toBe(422);
    });

    it('saves the files with the document as it was read again, which still shows the version before', async () => {
      const at = newUser();
      const { author } = at.people;
      const approved = await at.approved('212', 'Swab Sampling');
      const { uid } = approved;
      await at.client.data(author, put(`/api/docs/${uid}`, { ...approved, name: 'Swabs and Rinses', version: '1.1' }));
      const refetched = await at.doc(author, uid);
      expect(refetched.version).toBe('1.0');
      const final = await at.upload(author, uid, 'effective', await at.pdf('212', 'Swabs and Rinses', '1.1'));
      await at.client.data(author, put(`/api/docs/${uid}`, { ...refetched, filePdfObjectKey: final }));
      await at.client.data(author, post(`/api/docs/${uid}/approvers`, []));
      const revised = await at.client.data<Doc>(author, put(`/api/docs/${uid}/revise`, refetched));
      expect(revised).toMatchObject({ status: 'IN_REVIEW', version: '1.1', name: 'Swabs and Rinses' });
      expect(revised.fileWordObjectKey).toBe(approved.fileWordObjectKey);
      expect(revised.filePdfObjectKey).not.toBe(approved.filePdfObjectKey);
    });

    it('starts with the revision, of which nothing but what is prepared shows', async () => {
      const at = newUser();
      const { author, admin, approver } = at.people;
      const approved = await at.approved('210', 'Balance Checks');
      const { uid } = approved;
      const change = {
        kind: 'major',
        reason: 'A second balance.',
        summary: [{ place: 'Section 2', what: 'The second balance.' }],
        origin: [{ kind: 'external', reference: 'CC-7' }],
        trainingImpact: 'none',
        trainingReason: null as string | null,
      };
      const next = { ...approved, version: '2.0', change };
      const unknown = { ...change, origin: [{ kind: 'request', request: uid }], trainingReason: 'As before.' };
      const refused = await at.client.send(author, put(`/api/docs/${uid}/revise`, { ...next, change: unknown }));
      expect(refused.json).toMatchObject({ status: 422, type: '/api/docs#problem-request_not_accepted' });
      const begins = await at.client.data<Doc>(author, put(`/api/docs/${uid}/revise`, next));
      expect(begins).toMatchObject({ status: 'APPROVED', version: '1.0' });
      const again = await at.client.data<Doc>(author, put(`/api/docs/${uid}/revise`, next));
      expect({ ...again, prepared: null }).toEqual({ ...begins, prepared: null });
      const final = await at.upload(author, uid, 'effective', await at.pdf('210', next.name, '2.0'));
      const silent = await at.client.send(author, put(`/api/docs/${uid}`, { ...next, filePdfObjectKey: final }));
      expect(silent.json).toMatchObject({ status: 422, type: '/api/docs#problem-training_reason_missing' });
      change.trainingReason = 'It is as the first.';
      await at.client.data(author, put(`/api/docs/${uid}`, { ...next, filePdfObjectKey: final }));
      const sent = await at.client.data<Doc>(author, post(`/api/docs/${uid}/approvers`, []));
      expect(sent).toMatchObject({ status: 'IN_REVIEW', version: '2.0', change });
      expect(standing(sent)).toEqual([`${admin.uid} OPEN`, `${approver.uid} OPEN`]);
    });

    it('starts a revision that keeps its approvers when its PDF is saved', async () => {
      const at = newUser();
      const { author, admin, approver } = at.people;
      const approved = await at.approved('214', 'Sink Cleaning');
      const { uid } = approved;
      const next = { ...approved, version: '2.0' };
      await at.client.data(author, put(`/api/docs/${uid}/revise`, next));
      const final = await at.upload(author, uid, 'effective', await at.pdf('214', next.name, '2.0'));
      const saved = await at.client.data<Doc>(author, put(`/api/docs/${uid}`, { ...next, filePdfObjectKey: final }));
      expect(saved).toMatchObject({ status: 'IN_REVIEW', version: '2.0', prepared: null });
      expect(standing(saved)).toEqual([`${admin.uid} OPEN`, `${approver.uid} OPEN`]);
      expect(await at.client.data(author, post(`/api/docs/${uid}/approvers`, []))).toEqual(saved);
    });

    it('is recorded with the act of the person who prepared it only, though the others see it', async () => {
      const at = newUser();
      const { author, admin } = at.people;
      const approved = await at.approved('211', 'Key Custody');
      const { uid } = approved;
      const by = await at.client.data<Doc>(author, put(`/api/docs/${uid}`, { ...approved, version: '2.0' }));
      const prepared = { version: '2.0', filePdfObjectKey: null, starts: false, preparedBy: author.uid };
      expect(by).toMatchObject({ version: '1.0', prepared });
      expect(await at.doc(admin, uid)).toMatchObject({ version: '1.0', prepared });
      const final = await at.upload(admin, uid, 'effective', await at.pdf('211', approved.name, '2.0'));
      const asItStands = put(`/api/docs/${uid}`, { ...approved, filePdfObjectKey: final });
      expect((await at.client.send(admin, asItStands)).status).toBe(422);
      expect((await at.client.send(admin, put(`/api/docs/${uid}/revise`))).status).toBe(422);
      const another = { ...approved, name: 'Custody of Keys', version: '3.0', filePdfObjectKey: final };
      const revised = await at.client.data<Doc>(admin, put(`/api/docs/${uid}/revise`, another));
      expect(revised).toMatchObject({ status: 'IN_REVIEW', version: '3.0', name: 'Custody of Keys', prepared: null });
    });
  });
}
