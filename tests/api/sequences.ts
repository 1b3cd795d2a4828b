import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Person } from '#app/set-up/demonstration/world.ts';
import type { Site } from '#tests/http/site.ts';
import { get, post, put, remove, type ApiClient } from './client.ts';
import { begun, day, ApiUser, type Doc, type Training } from './setup.ts';

type World = () => { site: Site; client: ApiClient };

const standing = ({ approvals }: Doc) =>
  approvals.filter(({ status }) => status !== 'CANCELLED').map(({ user, status }) => `${user.uid} ${status}`);

/** The specification's sequences of calls, each as a client does it. */
export function describeSequences(world: World): void {
  const newUser = () => new ApiUser(world().site, world().client);

  describe('to create', () => {
    it('creates, uploads, saves, and sends to the approvers', async () => {
      const at = newUser();
      const { author, admin, approver } = at.people;
      const saved = await at.draft(author, '201', 'Glassware Washing');
      expect(saved).toMatchObject({ status: 'CREATED', approvals: [], version: '1.0' });
      expect(saved.fileWordObjectKey).toContain(saved.uid);
      const chosen = [{ user: { uid: admin.uid }, status: 'NEW', docId: saved.uid }, { uid: approver.uid }];
      const sent = await at.client.data<Doc>(author, post(`/api/docs/${saved.uid}/approvers`, chosen));
      expect(sent.status).toBe('IN_REVIEW');
      expect(standing(sent)).toEqual([`${admin.uid} OPEN`, `${approver.uid} OPEN`]);
    });

    it('deletes an unfinished draft and frees its name and ID', async () => {
      const at = newUser();
      const { author } = at.people;
      const body = begun('202', 'Autoclave Cycles');
      const { uid } = await at.client.data<Doc>(author, post('/api/docs', body));
      const other = await at.client.data<Doc>(author, post('/api/docs', begun('203', 'Autoclave Loads')));
      const pdf = await at.pdf('202', 'Autoclave Cycles', '1.0');
      const save = (key: string) => at.client.send(author, put(`/api/docs/${uid}`, { ...body, filePdfObjectKey: key }));

      const text = await at.upload(author, uid, 'effective', Buffer.from('This is no PDF.'));
      expect((await save(text)).json).toMatchObject({ status: 415, type: '/api/docs#problem-file_content' });
      const otherFile = await at.upload(author, other.uid, 'effective', pdf);
      expect((await save(otherFile)).json).toMatchObject({ status: 404, type: '/api/docs#problem-file_missing' });
      const never = await at.client.data<{ objectKey: string }>(
        author,
        get(`/api/docs/${uid}/uploadeffective?filename=a.pdf`),
      );
      expect((await save(never.objectKey)).status).toBe(404);

      expect((await at.client.send(author, remove(`/api/docs/${uid}`))).status).toBe(200);
      expect((await at.client.send(author, get(`/api/docs/${uid}`))).status).toBe(404);
      expect((await at.client.send(author, post('/api/docs', body))).status).toBe(201);
    });

    it('sends a document that is already effective straight to final approval, for admins', async () => {
      const at = newUser();
      const { admin, author, world } = at.people;
      const outside = { externallyEffective: true };
      const refused = await at.client.send(author, post('/api/docs', begun('204', 'Site Master File', outside)));
      expect(refused.status).toBe(403);
      const approved = { ...outside, status: 'APPROVED', approved: true };
      const { uid, ...saved } = await at.draft(admin, '204', 'Site Master File', approved);
      expect(saved).toMatchObject({ status: 'APPROVED', approved: true, externallyEffective: true, approvals: [] });
      await at.client.data(admin, post(`/api/docs/${uid}/departments`, world.uidsOf(['Quality'])));
      const path = `/api/docs/${uid}/effectivedate?forego_training=true`;
      const effective = await at.client.data<Doc>(admin, post(path, Date.parse('2024-05-01T00:00:00Z')));
      expect(effective).toMatchObject({ status: 'EFFECTIVE', effectiveVersion: '1.0', trainingRate: 100 });
    });
  });

  describe('to approve', () => {
    it('signs only an opened PDF, with the credential each time, and approves with the last signature', async () => {
      const at = newUser();
      const { author, admin, approver } = at.people;
      const { uid } = await at.draft(author, '205', 'Water Sampling');
      const path = `/api/docs/${uid}/approvers`;
      const { approvals } = await at.client.data<Doc>(author, post(path, [admin.uid, approver.uid]));
      const [first] = approvals;
      const locked = await at.client.send(
        admin,
        post(`/api/approvals/${first?.uid}/approve`, at.signature(admin, uid)),
      );
      expect(locked.json).toMatchObject({ status: 409, type: '/api/docs#problem-signature_pdf_not_opened' });
      expect(standing(await at.approve(admin, uid))).toEqual([`${admin.uid} APPROVED`, `${approver.uid} OPEN`]);
      const again = await at.client.send(admin, post(`/api/approvals/${first?.uid}/approve`, at.signature(admin, uid)));
      expect(again.status).toBe(200);
      expect((await at.approve(approver, uid)).status).toBe('APPROVED');
    });

    it('rejects a document with a reason', async () => {
      const at = newUser();
      const { author, admin, approver } = at.people;
      const { uid } = await at.draft(author, '206', 'Waste Streams');
      const path = `/api/docs/${uid}/approvers`;
      const { approvals } = await at.client.data<Doc>(author, post(path, [admin.uid, approver.uid]));
      await at.read(approver, uid);
      const own = approvals.find(({ user }) => user.uid === approver.uid);
      const rejected = await at.client.data<Doc>(
        approver,
        post(`/api/approvals/${own?.uid}/disapprove`, at.signature(approver, uid, 'The limits are missing.')),
      );
      expect(rejected.status).toBe('REJECTED');
      expect(standing(rejected)).toEqual([`${approver.uid} REJECTED`]);
    });
  });

  describe('to publish', () => {
    it('saves departments, sets the date, and lets a trainee read and sign', async () => {
      const at = newUser();
      const { admin, author, world } = at.people;
      const { uid } = await at.approved('207', 'Line Clearance');
      const before = await at.client.data<Doc>(admin, post(`/api/docs/${uid}/departments`, world.uidsOf(['Quality'])));
      const quality = world.uidsOf(['Quality']);
      expect(before).toMatchObject({ status: 'APPROVED', departments: [], prepared: { departments: quality } });
      const date = Date.now() + 20 * day;
      const published = await at.client.data<Doc>(admin, put(`/api/docs/${uid}/effectivedate`, date));
      expect(published).toMatchObject({ status: 'PENDING', effectiveDate: date, departments: [{ name: 'Quality' }] });
      expect(published.trainingRate).toBe(0);

      const record = (await at.training(author)).find(({ doc }) => doc.uid === uid);
      expect(record?.completed).toBe(false);
      const path = `/api/records/${record?.uid}/sign`;
      const locked = await at.client.send(author, post(path, at.signature(author, uid)));
      expect(locked.status).toBe(409);
      await at.read(author, uid, '?version=1.0&working=false');
      const signed = await at.client.data<Training>(author, post(path, at.signature(author, uid)));
      expect(signed).toMatchObject({ completed: true, version: '1.0' });
      expect(await at.client.data(author, post(path, at.signature(author, uid)))).toEqual(signed);
      expect((await at.doc(admin, uid)).trainingRate).toBe(33);

      const later = new Date(date + day).toISOString();
      const moved = await at.client.data<Doc>(admin, post(`/api/docs/${uid}/effectivedate`, JSON.stringify(later)));
      expect(moved.effectiveDate).toBe(date + day);
      const both = { ...moved, departments: world.uidsOf(['Laboratory', 'Quality']) };
      expect((await at.client.data<Doc>(admin, put(`/api/docs/${uid}`, both))).departments).toHaveLength(2);
    });

    it('saves the document with its departments, then publishes it without training', async () => {
      const at = newUser();
      const { admin, author, world } = at.people;
      const approved = await at.approved('208', 'Label Printing');
      const { uid } = approved;
      const none = await at.client.send(admin, post(`/api/docs/${uid}/effectivedate`, Date.now() + day));
      expect(none.json).toMatchObject({ status: 422, errors: { departments: ['This field is required.'] } });
      const departments = world.uidsOf(['Quality']).map((named) => ({ uid: named, name: 'Quality' }));
      await at.client.data(
        admin,
        put(`/api/docs/${uid}`, { ...approved, departments, effectiveDate: Date.now() + day }),
      );
      const path = `/api/docs/${uid}/effectivedate?forego_training=true`;
      const published = await at.client.data<Doc>(admin, post(path, Date.now() + 20 * day));
      expect(published).toMatchObject({ status: 'PENDING', departments: [{ name: 'Quality' }], trainingRate: 100 });
      expect((await at.training(author)).some(({ doc }) => doc.uid === uid)).toBe(false);
    });
  });

  describe('a link', () => {
    it('opens one page as one person for 15 minutes in any browser, and records it', async () => {
      const at = newUser();
      const { admin, approver, world, documents } = at.people;
      const path = `/api/docs/${documents.effective}/downloadworking`;
      const answered = await at.client.send(approver, get(path));
      expect(answered.headers.get('cache-control')).toBe('no-store');
      expect(answered.headers.get('etag')).toBeNull();
      const link = (answered.json as { data: string }).data;
      const readings = async (person: Person) =>
        (await at.site.services.ledger.readStream(world.org, `reading-${documents.effective}-${person.uid}`)).events
          .length;
      const before = [await readings(approver), await readings(admin)];
      const opened = await fetch(link, { headers: { Cookie: 'imprimatur-session=somebodyelse' } });
      expect(opened.status).toBe(200);
      expect(opened.headers.get('content-disposition')).toContain('attachment');
      expect([await readings(approver), await readings(admin)]).toEqual([(before[0] ?? 0) + 1, before[1]]);

      expect((await fetch(link.replace('/working', '/final'), { redirect: 'manual' })).status).toBe(403);
      expect((await fetch(`${link}&purpose=training`, { redirect: 'manual' })).status).toBe(403);
      expect((await fetch(link.replace(/.$/, '_'), { redirect: 'manual' })).status).toBe(403);
      expect((await fetch(link, { method: 'POST', redirect: 'manual' })).status).not.toBe(200);

      const { services, server } = at.site;
      const token = await at.client.signIn(approver);
      const publicId = createHash('sha256').update(token).digest('hex');
      const reader = { org: world.org, user: approver.uid, publicId };
      const place = `/dashboard/docs/${documents.effective}/files/1.0/working`;
      const made = (minutesAgo: number) => {
        const expiresAt = Date.now() + (15 - minutesAgo) * 60_000;
        const signed = services.signedUrls.sign('page', { address: place, reader }, expiresAt);
        return `${server.url}${place}?signed=${signed}`;
      };
      expect((await fetch(made(14))).status).toBe(200);
      // The server takes the time from the database, whose clock may be some seconds off.
      expect((await fetch(made(15.2))).status).toBe(410);
      await at.client.sendWith(token, remove('/api/session'));
      expect((await fetch(made(1))).status).toBe(410);
    });

    it("is refused in another person's session and unlocks nobody's gate", async () => {
      const at = newUser();
      const { admin, approver, author, world, documents } = at.people;
      const link = await at.client.data<string>(approver, get(`/api/docs/${documents.effective}/downloadeffective`));
      const { pathname, search } = new URL(link);
      const gates = async () =>
        Promise.all(
          [admin, approver, author].map(async ({ uid }) => {
            const { events } = await at.site.services.ledger.readStream(
              world.org,
              `reading-${documents.effective}-${uid}`,
            );
            return events.length;
          }),
        );
      const before = await gates();
      for (const other of [admin, author]) {
        const answer = await at.site.send(other, 'GET', `${pathname}${search}`);
        expect(answer).toMatchObject({
          status: 403,
          text: expect.stringContaining('This link belongs to someone else') as string,
        });
        const bearer = await at.client.tokenOf(other);
        expect((await fetch(link, { headers: { Authorization: `Bearer ${bearer}` } })).status).toBe(403);
      }
      expect(await gates()).toEqual(before);
      const own = { Authorization: `Bearer ${await at.client.tokenOf(approver)}` };
      expect((await fetch(link, { headers: own })).status).toBe(200);
      expect((await at.site.send(approver, 'GET', `${pathname}${search}`)).status).toBe(200);
    });

    it('gives the audit trail as a file', async () => {
      const at = newUser();
      const { author, documents } = at.people;
      const link = await at.client.data<string>(author, get(`/api/docs/${documents.effective}/audit?format=CSV`));
      const opened = await fetch(link);
      expect(opened.headers.get('content-type')).toContain('text/csv');
      expect(await opened.text()).toContain('Tomasz Wieczorek');
    });
  });
}
