import { describe, expect, it } from 'vitest';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { revokeServiceAccount, rotateServiceAccount } from '#app/integrations/commands/service-accounts/manage.ts';
import { endpoints } from '#app/server/api/endpoints.ts';
import { verify } from '#events/ledger/verify/verify.ts';
import { scopes } from '#events/service-account/scopes.ts';
import type { Site } from '#tests/http/site.ts';
import { serviceAccountOf } from '#tests/support/programs/service-accounts.ts';
import { somebody } from '#tests/support/organisation.ts';
import { codeFor } from '#tests/support/visiting.ts';
import { paperWorkingFile } from '#app/set-up/demonstration/document-pdf.ts';
import { ApiUser, begun, content, type Doc } from './setup.ts';
import { get, post, put, remove, type ApiClient, type CallAnswer, type Sent } from './client.ts';

type World = () => { site: Site; client: ApiClient };

/** What no service account does, whatever its scopes: signing, deciding, settings, sessions and passwords of people. */
const never = [
  'endSession changePassword checkPassword verifyIdentity unlockUser acknowledgeLogin acknowledgeCredentialsUpdated',
  'logout createFunctionalArea editFunctionalArea retireDocument reinstateDocument waiveSeparation publishDocument',
  'setEffectiveDate downloadTrainingDocument downloadEffective downloadWorking approve disapprove signRecord',
  'remindOfTraining remindUser createFunction editFunction grantFunction withdrawFunction declareAbsence endAbsence',
  'defineRoute changeRoute retireRoute resolveComment',
].flatMap((line) => line.split(' '));

const kindOf = ({ json }: CallAnswer) => (json as { type?: string } | null)?.type?.replace('/api/docs#problem-', '');

/** Programs that call the API with a token of their own. */
export function describeServiceAccounts(world: World): void {
  describe('a service account', () => {
    it('may do what one of its scopes allows, and never what takes a person', async () => {
      const { site, client } = world();
      const allowed = new Map<string, string[]>();
      for (const scope of scopes) {
        const { token } = await serviceAccountOf(site.theirs, [scope]);
        for (const { operation, method, path, permission } of endpoints) {
          if (permission === 'anyone') continue;
          // Nothing is there, so that an operation that is let in changes nothing.
          const answer = await client.sendWith(token, { method, path: path.replaceAll(/\{\w+\}/g, 'none') });
          const kind = kindOf(answer);
          const expected = never.includes(operation) ? 'service_account_forbidden' : 'service_account_scope';
          if (kind?.startsWith('service_account')) expect([operation, kind]).toEqual([operation, expected]);
          else allowed.set(operation, [...(allowed.get(operation) ?? []), scope]);
        }
      }
      const open = endpoints.filter(({ permission }) => permission !== 'anyone').map(({ operation }) => operation);
      expect([...allowed.keys()].toSorted()).toEqual(open.filter((one) => !never.includes(one)).toSorted());
      const several = [...allowed].filter(([operation, by]) => by.length !== 1 && !forEvery.includes(operation));
      expect(several).toEqual([]);
    });

    it('[S2] enters an address that counts once its person, signed in, has sent the code', async () => {
      const { site, client } = world();
      const { world: theirs } = site.theirs;
      const { token } = await serviceAccountOf(site.theirs, ['people:write']);
      const person = await theirs.join({ ...somebody('Noor', 'Ali', 'EMPLOYEE') }, ['Quality']);
      const email = 'noor.new@southwold.example';
      const change = { email, reason: 'A new name.' };
      const asked = await client.sendWith(token, post(`/api/users/${person.uid}/email`, change));
      expect([asked.status, asked.text]).toEqual([200, asked.text]);
      const confirmationCode = await codeFor(site.services, person, 'change-email');
      const confirm = post('/api/users/confirm-email', { username: email, confirmationCode });
      expect((await client.send(null, confirm)).status).toBe(403);
      expect((await client.sendWith(token, confirm)).status).toBe(403);
      expect((await client.send(person, confirm)).status).toBe(200);
    });

    it('is the actor of what it does, with the rights of its owner', async () => {
      const { site, client } = world();
      const { author, world: theirWorld } = site.theirs;
      const [writes, hires] = ['documents:write', 'people:write'] as const;
      const { uid, token } = await serviceAccountOf(site.theirs, [writes, hires], {
        name: 'Paper mill',
        owner: author.uid,
      });
      const created = await client.sendWith(token, post('/api/docs', begun('731', 'Made by a program')));
      expect(created.status).toBe(201);
      const document = created.headers.get('uid') ?? '';
      const { events } = await site.services.ledger.readStream(theirWorld.org, `document-${document}`);
      expect(events[0]?.actor).toMatchObject({ kind: 'service_account', uid, name: 'Paper mill' });
      expect(events[0]?.data).toMatchObject({ owner: { uid: author.uid } });
      const me = await client.sendWith(token, get('/api/me'));
      expect(me.json).toMatchObject({
        data: { kind: 'service_account', uid, serviceAccount: { owner: { uid: author.uid }, scopes: [writes, hires] } },
      });
      // An author creates no department.
      expect(await client.sendWith(token, post('/api/depts', { name: 'Mill' }))).toMatchObject({ status: 403 });
      const trail = await site.send(site.theirs.admin, 'GET', `/dashboard/docs/${document}/audit/export.csv`);
      expect(trail.text).toContain('Paper mill');
      expect(trail.text).toContain('Service account');
      // Of the other organisation it sees nothing.
      const ours = await serviceAccountOf(site.ours, ['documents:read']);
      expect((await client.sendWith(ours.token, get(`/api/docs/${document}`))).status).toBe(404);
    });

    it('writes documents and people as its scopes say', async () => {
      const { site, client } = world();
      const { admin, author } = site.theirs;
      const scopesOfBoth = ['documents:read', 'documents:write', 'people:read', 'people:write'];
      const { token } = await serviceAccountOf(site.theirs, scopesOfBoth);
      const send = async (sent: Sent) => {
        const answer = await client.sendWith(token, sent);
        expect([sent.method, sent.path, answer.status < 300 || answer.text]).toEqual([sent.method, sent.path, true]);
        return answer;
      };
      const data = async (sent: Sent) => ((await send(sent)).json as { data: Doc }).data;
      const created = async (sent: Sent) => (await send(sent)).headers.get('uid') ?? '';
      // Every request goes with the token of the program; the person that is named is ignored.
      const asProgram = { send: (_: unknown, sent: Sent) => send(sent), data: (_: unknown, sent: Sent) => data(sent) };
      const program = new ApiUser(site, asProgram as unknown as ApiClient);
      const person = new ApiUser(site, client);

      const [mill, den] = [
        await created(post('/api/depts', { name: 'Mill' })),
        await created(post('/api/depts', { name: 'Den' })),
      ];
      await send(put(`/api/depts/${den}`, { name: 'Den of papers' }));
      const name = { firstName: 'Ada', lastName: 'Miller', role: 'EMPLOYEE', departments: [mill] };
      const email = (local: string) => `${local}@${author.email.split('@')[1]}`;
      const ada = await created(post('/api/users', { ...name, email: email('ada.miller') }));

      const draft = await program.draft(admin, '761', 'Milling');
      await send(put(`/api/docs/${draft.uid}/owner`, { owner: author.uid }));
      await send(post(`/api/docs/${draft.uid}/approvers`, [admin.uid]));
      const another = post(`/api/docs/${draft.uid}/approvers`, [author.uid]);
      expect(kindOf(await client.sendWith(token, another))).toBe('service_account_forbidden');
      const paper = site.theirs.world.paperOf({ type: 'SOP', functionalArea: 'QA', docNum: '761', name: 'Milling' });
      const files = {
        fileWordObjectKey: await program.upload(admin, draft.uid, 'working', paperWorkingFile(paper)),
        filePdfObjectKey: await program.upload(
          admin,
          draft.uid,
          'effective',
          await program.pdf('761', 'Milling', '2.0'),
        ),
      };
      await send(put(`/api/docs/${draft.uid}/revise`, { ...content('761', 'Milling'), version: '2.0', ...files }));
      await send(remove(`/api/docs/${await created(post('/api/docs', begun('762', 'Given up')))}`));
      await person.approve(admin, draft.uid);
      await client.data(admin, post(`/api/docs/${draft.uid}/departments`, [mill]));
      await client.data(admin, post(`/api/docs/${draft.uid}/effectivedate`, '"2035-01-15"'));
      await send(post(`/api/docs/${draft.uid}/departments`, [den]));

      await send(put(`/api/users/${ada}`, { ...name, departments: [den] }));
      await send(post(`/api/users/${ada}/invitation`));
      await send(remove(`/api/users/${ada}`));
      await send(put(`/api/users/${ada}/reactivate`, {}));
      await send(post(`/api/users/${ada}/email`, { email: email('a.m') }));
      await send(remove(`/api/users/${ada}/email`));
      const rights = [
        post('/api/users', { ...name, role: 'ADMIN', email: email('eve.miller') }),
        put(`/api/users/${ada}`, { ...name, role: 'AUTHOR' }),
        post(`/api/users/${author.uid}/email`, { email: email('t.w') }),
        remove(`/api/users/${author.uid}`),
      ];
      for (const sent of rights) expect(kindOf(await client.sendWith(token, sent))).toBe('service_account_forbidden');
    });

    it('stops with its token, its network, its revocation and its owner, and says why', async () => {
      const { site, client } = world();
      const { admin, world: theirWorld, employee } = site.theirs;
      const read = get(`/api/users/${admin.uid}`);
      const kind = async (token: string) => kindOf(await client.sendWith(token, read));
      const far = await serviceAccountOf(site.theirs, ['people:read'], { networks: '192.0.2.0/24' });
      expect(await kind(far.token)).toBe('service_account_network');
      const near = await serviceAccountOf(site.theirs, ['people:read'], { networks: '127.0.0.0/8 ::1' });
      expect(await kind(near.token)).toBeUndefined();
      const { token } = await theirWorld.act(admin, rotateServiceAccount, { account: near.uid });
      expect([await kind(near.token), await kind(token ?? '')]).toEqual(['not_signed_in', undefined]);
      const listed = await site.send(admin, 'GET', '/dashboard/settings/api');
      expect(listed.text).toMatch(/Last used .* from (127\.0\.0\.1|::1)/);
      await theirWorld.act(admin, revokeServiceAccount, { account: near.uid, reason: 'Replaced.' });
      expect(await kind(token ?? '')).toBe('service_account_revoked');
      await site.db.owner.query(
        `update read.service_account set expires_at = now() - interval '1 minute' where uid = $1`,
        [far.uid],
      );
      expect(await kind(far.token)).toBe('service_account_expired');
      await site.db.owner.query(
        `update read.service_account set expires_at = now() + interval '1 day' where uid = $1`,
        [far.uid],
      );
      const left = await serviceAccountOf(site.theirs, ['people:read'], { owner: employee.uid, name: 'Left alone' });
      await theirWorld.act(admin, deactivateUser, { user: employee.uid, reason: 'Left.' });
      expect(await kind(left.token)).toBe('service_account_suspended');
      expect(await kind(`${left.token.slice(0, -1)}_`)).toBe('not_signed_in');
    });

    it('cannot be misused unnoticed: the ledger is verified with its rights', async () => {
      const { site } = world();
      const { org } = site.theirs.world;
      const keys = [site.services.config.verifyingKey];
      for await (const found of verify({ pool: site.db.owner, keys, keyName: 'imprimatur', org }))
        expect(found.damages.filter(({ what }) => what === 'actor')).toEqual([]);
    });
  });
}

/** What every token that works may do. */
const forEvery = ['getMe', 'getOrganisation'];
