import { describe, expect, test } from 'vitest';
import { defaultSettings } from '#events/organisation/events.ts';
import { streams } from '#events/streams.ts';
import { History } from './history.ts';
import { openLedger } from './rows.ts';

const { db, ledger } = await openLedger();

const accountOf = (history: History, uid: string) =>
  db.database.tenant(history.org, (trx) =>
    trx.selectFrom('read.user_account').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow(),
  );
const departmentsOf = (history: History, uid: string) =>
  db.database.tenant(history.org, async (trx) =>
    (
      await trx
        .selectFrom('read.user_department as m')
        .innerJoin('read.department as d', 'd.uid', 'm.department_uid')
        .select('d.name')
        .where('m.user_uid', '=', uid)
        .orderBy('d.name_folded')
        .execute()
    ).map(({ name }) => name),
  );

describe('read.user_account', () => {
  test('from invitation to confirmation, deactivation and back', async () => {
    const history = await History.begin(ledger);
    const uid = await history.invite('Zoë', 'AUTHOR', history.departments.slice(0, 2));
    const invited = await accountOf(history, uid);
    expect(invited).toMatchObject({
      first_name: 'Zoë',
      role: 'AUTHOR',
      status: 'INVITED',
      confirmed_at: null,
      credential_updated_at: null,
      statement_accepted_at: null,
    });
    expect(invited.full_name).toBe(`Zoë ${invited.last_name}`);
    expect(invited.full_name_folded).toBe(`zoe ${invited.last_name.toLowerCase()}`);
    expect(invited.code_expires_at).not.toBeNull();

    const now = history.now();
    await history.person(uid, { type: 'ConfirmAccount', now, code: 'right', passwordAccepted: true });
    const active = await accountOf(history, uid);
    expect(active.status).toBe('ACTIVE');
    expect(active.confirmed_at).not.toBeNull();
    expect(active.credential_updated_at).toBe(active.confirmed_at);

    const principal = history.admin();
    await history.person(uid, {
      type: 'DeactivateUser',
      principal,
      now,
      reason: null,
      otherActiveAdmins: 1,
      isLocalAdmin: false,
    });
    const inactive = await accountOf(history, uid);
    expect(inactive.status).toBe('INACTIVE');
    expect(inactive.deactivated_at).not.toBeNull();
    await history.person(uid, { type: 'ReactivateUser', principal, now, reason: null, invitationDays: 1 });
    expect(await accountOf(history, uid)).toMatchObject({ status: 'INVITED', deactivated_at: null });
  });

  test('an edit changes the names, the role and the departments that it names', async () => {
    const history = await History.begin(ledger);
    const [quality, laboratory, manufacturing] = history.departments;
    const uid = await history.invite('Noor', 'EMPLOYEE', [quality!, laboratory!]);
    const details = {
      firstName: 'Noor',
      lastName: 'Haddad',
      role: 'AUTHOR',
      departments: [laboratory!, manufacturing!],
    } as const;
    const principal = history.admin();
    await history.person(uid, {
      type: 'EditUser',
      principal,
      now: history.now(),
      details,
      reason: null,
      otherActiveAdmins: 1,
      isLocalAdmin: false,
    });
    expect(await accountOf(history, uid)).toMatchObject({ full_name: 'Noor Haddad', role: 'AUTHOR' });
    expect(await departmentsOf(history, uid)).toEqual(['Laboratory', 'Manufacturing']);
  });
});

describe('read.organisation', () => {
  test('shows the settings as they were changed last', async () => {
    const history = await History.begin(ledger);
    const settings = { ...defaultSettings, timeZone: 'Europe/Amsterdam', passwordPolicy: 60 };
    await history.write(streams.organisation, [
      {
        type: 'OrganisationSettingsChanged',
        data: {
          organisation: history.org,
          name: 'Aldous Biologics',
          settings,
          changes: [{ field: 'name', old: 'Aldous Pharma', new: 'Aldous Biologics' }],
          reason: 'The company was renamed.',
        },
      },
    ]);
    const rows = await db.database.tenant(history.org, (trx) =>
      trx.selectFrom('read.organisation').selectAll().execute(),
    );
    expect(rows).toMatchObject([
      { org_id: history.org, uid: history.org, name: 'Aldous Biologics', domain: 'aldous.example', settings },
    ]);
  });
});

describe('read.department', () => {
  test('a renamed department keeps its members', async () => {
    const history = await History.begin(ledger);
    const [quality] = history.departments;
    const uid = await history.invite('Noor', 'EMPLOYEE', [quality!]);
    const data = { department: quality!.uid, old: quality!.name, new: 'Quality', reason: null };
    await history.write(streams.department(quality!.uid), [{ type: 'DepartmentRenamed', data }]);
    expect(await departmentsOf(history, uid)).toEqual(['Quality']);
  });
});
