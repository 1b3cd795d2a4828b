import { expect, it, onTestFinished, vi } from 'vitest';
import { execute } from '#app/kit/command/command.ts';
import { createDepartment } from '#app/organisation/commands/save-department.ts';
import { createFunctionalArea } from '#app/organisation/commands/functional-areas.ts';
import { signIn } from '#app/sign-in/commands/sign-in.ts';
import { signOutEverywhere } from '#app/sign-in/commands/sessions.ts';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { revokeServiceAccount } from '#app/integrations/commands/service-accounts/manage.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { inviteUser } from '#app/people/commands/invite.ts';
import { World } from '#app/set-up/demonstration/world.ts';
import { verify } from '#events/ledger/verify/verify.ts';
import { defaultSettings } from '#events/organisation/events.ts';
import { beforeAppend, somebody } from '#tests/support/organisation.ts';
import { visit } from '#tests/support/visiting.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { actorOf } from '#app/kit/session/session.ts';
import { serviceAccountOf } from '#tests/support/programs/service-accounts.ts';
import { testServices } from '#tests/support/services.ts';

it('the role of who acts is the ledger’s, whatever the read model says [P11-10d] [P11-10g]', async () => {
  const db = await freshDatabase();
  onTestFinished(() => db.close());
  const services = await testServices({ db });
  const alarms = vi.spyOn(services.log, 'error');
  const { role: _, ...first } = somebody('Ines', 'Okafor', 'ADMIN');
  const world = await World.found(services, { name: 'Northmere', domain: 'northmere.example', admin: first });
  await world.department('Quality');
  const employee = await world.join(somebody('Hana', 'Kobayashi', 'EMPLOYEE'), ['Quality']);
  const other = await world.join(somebody('Marit', 'Solheim', 'ADMIN'), ['Quality']);
  const profile = ({ firstName, lastName, uid }: typeof employee, role: string) => ({
    user: uid,
    firstName,
    lastName,
    role,
    departments: world.uidsOf(['Quality']),
  });
  const setRole = (role: string, uid: string) =>
    db.owner.query('update read.user_account set role = $1 where uid = $2', [role, uid]);

  // The owner of the database makes the employee an admin for a minute.
  await setRole('ADMIN', employee.uid);
  for (const [command, input] of [
    [createFunctionalArea, { name: 'QA' }],
    [inviteUser, { ...somebody('New', 'Comer', 'ADMIN'), departments: world.uidsOf(['Quality']) }],
    [changeSettings, { name: 'Ours', settings: defaultSettings, reason: 'Why not.' }],
    [editUser, profile(employee, 'ADMIN')],
  ] as const)
    expect(await world.attempt(employee, command as typeof editUser, input), command.name).toMatchObject({
      failure: { code: 'person_not_as_recorded' },
    });
  const { email, password } = employee;
  expect(await visit(services, signIn('screen', null), { email, password })).toMatchObject({ ok: true });
  await setRole('EMPLOYEE', employee.uid);
  expect(alarms.mock.calls.map(([facts]) => facts)).toMatchObject(
    Array(4).fill({ user: employee.uid, role: 'ADMIN', refusal: 'person_not_as_recorded' }),
  );

  // An admin who loses the role between the decision and the append records nothing.
  const raced = await beforeAppend(
    { services, world } as Parameters<typeof beforeAppend>[0],
    () => world.act(world.admin, editUser, profile(other, 'AUTHOR')),
    () => world.attempt(other, createFunctionalArea, { name: 'QA' }),
  );
  expect(raced).toMatchObject({ failure: { code: 'conflict' } });
  await world.act(world.admin, editUser, profile(other, 'ADMIN'));

  // Who loses the role, and signs out, leaves a ledger that verifies.
  await world.act(world.admin, editUser, profile(other, 'EMPLOYEE'));
  await world.act({ ...other, role: 'EMPLOYEE' }, signOutEverywhere, {});
  const damages = async () => {
    const keys = [services.config.verifyingKey];
    for await (const found of verify({ pool: db.owner, keys, keyName: 'imprimatur', org: world.org }))
      return found.damages.filter(({ what }) => what === 'actor');
    return undefined;
  };
  expect(await damages()).toEqual([]);

  // A service account that calls a command for people, however it came there, records nothing.
  const program = await serviceAccountOf({ world, admin: world.admin }, ['people:write']);
  const owner = await services.database.read(world.org, (database) =>
    readViewer(database, { org: world.org, user: world.admin.uid, publicId: program.uid }),
  );
  const viewer = { ...owner!, serviceAccount: { uid: program.uid, name: 'Program', scopes: [] } };
  const asked = { ports: services, org: world.org, viewer, actor: actorOf(viewer, null), now: services.now() };
  const settingsInput = { name: 'Ours', settings: defaultSettings, reason: 'Why not.' };
  const act = (command: typeof changeSettings | typeof createDepartment, input: object) =>
    execute(command as typeof changeSettings, input, { ...asked, commandId: services.newId() });
  expect(await act(changeSettings, settingsInput)).toMatchObject({ failure: { code: 'service_account_forbidden' } });
  expect(await act(createDepartment, { name: 'Mill' })).toMatchObject({ ok: true });
  const reader = await serviceAccountOf({ world, admin: world.admin }, ['audit:read']);
  viewer.serviceAccount.uid = reader.uid;
  expect(await act(createDepartment, { name: 'Den' })).toMatchObject({ failure: { code: 'service_account_scope' } });
  // One that expires between the decision and the append.
  const expired = { uid: services.newId(), expiresAt: services.now() };
  const ofExpired = {
    account: expired.uid,
    name: 'Expired',
    owner: { uid: world.admin.uid, name: 'Ines Okafor' },
    scopes: ['people:write'],
    expiresAt: expired.expiresAt,
    networks: [],
    token: services.newId(),
  };
  const made = { type: 'ServiceAccountCreated', schema: 1, data: ofExpired };
  await services.ledger.append({
    org: world.org,
    actor: actorOf(owner!, null),
    commandId: services.newId(),
    writes: [{ stream: `service-account-${expired.uid}`, expectedVersion: 0, events: [made] }],
  });
  viewer.serviceAccount.uid = expired.uid;
  expect(await act(createDepartment, { name: 'Late' })).toMatchObject({ failure: { code: 'service_account_expired' } });
  viewer.serviceAccount.uid = program.uid;
  await world.act(world.admin, revokeServiceAccount, { account: program.uid, reason: 'Done.' });
  expect(await act(createDepartment, { name: 'Other' })).toMatchObject({
    failure: { code: 'service_account_revoked' },
  });
  expect(await damages()).toEqual([]);
  const working = await serviceAccountOf({ world, admin: world.admin }, ['people:write']);

  // A ledger of before this check, or one that its owner wrote anew.
  const claim = { kind: 'user', name: 'Hana', role: 'ADMIN', session: null, address: null } as const;
  const settings = 'OrganisationSettingsChanged';
  const write = (
    uid: string,
    role: string,
    stream = 'organisation',
    actor: object = { ...claim, uid, role },
    type = settings,
  ) =>
    db.owner.query('select ledger.append($1, $2, $3)', [
      world.org,
      JSON.stringify({
        streams: [stream],
        appends: [{ n: 0, command: uid + role + stream, checks: [], expected: [], writes: [1] }],
        events: [
          {
            stream: 1,
            type,
            command: uid + role + stream,
            answer: 'null',
            head:
              `{"actor":${JSON.stringify(actor)},"answer":null,` +
              `"commandId":"${uid + role + stream}","data":{},"org":"${world.org}","recordedAt":"`,
            tail: `","schema":1,"stream":"${stream}","type":"${type}","version":`,
          },
        ],
        event_count: 1,
        projections: [],
        jobs: null,
        time_token: 'time',
        position_token: 'position',
        clock_alarm: false,
      }),
      '',
    ]);
  await write(employee.uid, 'ADMIN');
  await write(employee.uid, 'EMPLOYEE');
  await write(services.newId(), 'ADMIN');
  await write(other.uid, 'SUPER_ADMIN', `access-${other.uid}`);
  const byProgram = (uid: string, type?: string) =>
    write(uid, 'program', 'organisation', { address: null, kind: 'service_account', name: 'Program', uid }, type);
  await byProgram(program.uid);
  await byProgram(working.uid);
  await byProgram(services.newId());
  await byProgram(expired.uid, 'DepartmentCreated');
  await byProgram(reader.uid, 'DepartmentCreated');
  expect((await damages())?.map(({ reason }) => reason.replaceAll(/ \([-\da-f]{36}\)/g, ''))).toEqual([
    'its actor Hana claims the role ADMIN, and had the role EMPLOYEE',
    'its actor Hana had the role EMPLOYEE, which does not allow this',
    'its actor Hana is nobody of the organisation at that position',
    'its actor Hana claims the role SUPER_ADMIN, and never had it',
    'its actor Program was revoked before',
    'its actor Program is a service account, which can never do this',
    'its actor Program is no service account of the organisation at that position',
    `its actor Program expired at ${expired.expiresAt}`,
    'its actor Program has only the scopes audit:read',
  ]);
});
