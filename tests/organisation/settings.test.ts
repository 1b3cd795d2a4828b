import { describe, expect, it } from 'vitest';
import { signIn } from '#app/sign-in/commands/sign-in.ts';
import { signOutEverywhere } from '#app/sign-in/commands/sessions.ts';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { setUp, setUpDemonstration } from '#app/set-up/commands/set-up.ts';
import { formOf, namesQualityUnit, sectionForm, settingsForm, settingsOfForm } from '#app/organisation/forms.ts';
import { setupCode } from '#app/kit/session/set-up-code.ts';
import { getUserLog } from '#app/audit/queries/logs.ts';
import { ask } from '#app/kit/query/query.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import type { Change } from '#events/common.ts';
import { presets } from '#events/organisation/controls.ts';
import { describeChanges } from '#app/kit/words/phrases.ts';
import { settingChanges } from '#app/organisation/words/settings.ts';
import { recordedSetting, settingSections } from '#app/organisation/words/setting-words.ts';
import { defaultReminders, defaultSettings } from '#events/organisation/events.ts';
import { organisation, somebody } from '#tests/support/organisation.ts';
import { recordedOn, shown, visit } from '#tests/support/visiting.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { testServices } from '#tests/support/services.ts';

const unit = { uid: '00000000-0000-4000-8000-000000000041', name: 'Quality unit' };
const regulatedSettings = { ...presets.regulated, qualityUnit: unit };

describe('the settings [P11-10e]', () => {
  it('record each old and new value with the reason, and count at once', async () => {
    const { services, world, admin, author } = await organisation();
    const settings = { ...defaultSettings, lockout: { ...defaultSettings.lockout, failures: 2 }, passwordPolicy: 30 };
    const input = { name: world.name, settings, reason: 'The audit of March asked for it.' };
    expect(await world.act(admin, changeSettings, input)).toEqual({ changed: true });
    expect(await world.act(admin, changeSettings, input)).toEqual({ changed: false });
    const events = await recordedOn(services, world.org, 'organisation');
    expect(events.slice(1)).toMatchObject([
      {
        type: 'OrganisationSettingsChanged',
        data: {
          reason: 'The audit of March asked for it.',
          changes: expect.arrayContaining([
            { field: 'passwordPolicy', old: '90', new: '30' },
            { field: 'lockout.failures', old: '5', new: '2' },
          ]) as unknown,
        },
      },
    ]);
    const wrong = { email: author.email, password: 'not-it' };
    await visit(services, signIn('screen', null), wrong);
    expect(shown(await visit(services, signIn('screen', null), wrong)).status).toBe(429);
  });

  it('need an admin, a reason and a time zone that there is', async () => {
    const { world, admin, author } = await organisation();
    const input = { name: world.name, settings: { ...defaultSettings, passwordPolicy: 60 }, reason: 'Because.' };
    expect(shown(await world.attempt(author, changeSettings, input)).status).toBe(403);
    const noReason = await world.attempt(admin, changeSettings, { ...input, reason: ' ' });
    expect(shown(noReason).failure.fields).toEqual({ reason: ['This field is required.'] });
    const nowhere = { ...input, settings: { ...input.settings, timeZone: 'Europe/Atlantis' } };
    expect(shown(await world.attempt(admin, changeSettings, nowhere)).failure.fields).toHaveProperty('timeZone');
  });

  it('come back from their form as they went in, to the byte', () => {
    const ticks = { revisionReasons: false, commentsBlock: false, employeeTrails: false, qualityUnit: null };
    const before = { ...defaultSettings, ...ticks, uploadLimit: 1_234_567, reminderDays: 0 };
    const filled = { ...formOf('Northmere', before), reason: 'None.' };
    expect(settingsOfForm(settingsForm.parse(filled), before)).toEqual(before);
    expect(settingsOfForm({ ...filled, uploadLimit: 2 }, before).uploadLimit).toBe(2 * 1024 * 1024);
    expect(settingsForm.safeParse({ ...filled, passwordPolicy: 0 }).success).toBe(false);
    expect(settingsForm.safeParse({ ...filled, invitationDays: 15 }).success).toBe(false);
  });
});

describe('the controls', () => {
  it('follow the preset that is chosen, or each its own field', () => {
    const filled = settingsForm.parse({ ...formOf('Northmere', defaultSettings), preset: 'regulated' });
    const asked = { ...filled, qualityUnit: unit.uid };
    const regulated = settingsOfForm(asked, defaultSettings, [unit]);
    expect(regulated).toMatchObject(regulatedSettings);
    expect(namesQualityUnit(filled, defaultSettings)).toBe(true);
    expect(namesQualityUnit(asked, defaultSettings)).toBe(false);
    expect(settingsOfForm({ ...filled, secondFactor: 'off' }, regulated).secondFactor).toBe('off');
    const own = { ...filled, preset: 'own' as const, unlockByAdmin: true };
    const chosen = settingsOfForm(own, defaultSettings);
    expect(chosen.controls).toEqual({ ...presets.standard.controls, unlockByAdmin: true });
    expect(formOf('Northmere', chosen).preset).toBe('own');
    expect(formOf('Northmere', { ...defaultSettings, controls: undefined }).preset).toBe('standard');
  });

  it('follow their ticks where the preset is as saved, so that a changed tick makes it Own choice', () => {
    const saved = { ...defaultSettings, ...regulatedSettings, employeeTrails: true };
    const sent = (values: object) => {
      const typed = sectionForm(settingSections.controls.fields).parse(values);
      return settingsOfForm({ ...formOf('Northmere', saved), ...typed }, saved, [unit]);
    };
    const on = Object.entries(formOf('Northmere', saved)).filter(([, value]) => value === true);
    const ticks: Record<string, unknown> = { ...Object.fromEntries(on), qualityUnit: unit.uid };
    expect(sent({ ...ticks, preset: 'regulated' })).toEqual(saved);
    for (const name of ['unlockByAdmin', 'revisionReasons', 'commentsBlock']) {
      const { [name]: _, ...others } = ticks;
      const changed = formOf('Northmere', sent({ ...others, preset: 'regulated' }));
      expect(changed).toMatchObject({ preset: 'own', [name]: false, separationOfDuties: true });
    }
    const standard = sent({ ...ticks, preset: 'standard' });
    expect(standard).toMatchObject({ ...presets.standard, qualityUnit: null, secondFactor: 'off' });
    expect(formOf('Northmere', standard).preset).toBe('standard');
  });

  it('refuse a quality unit that is no function in use, and switch nothing off by it', () => {
    const saved = { ...defaultSettings, ...regulatedSettings };
    const gone = '00000000-0000-4000-8000-000000000049';
    const filled = { ...formOf('Northmere', saved), preset: 'own' as const, qualityUnit: gone };
    expect(settingsOfForm(filled, saved, [unit]).qualityUnit).toEqual({ uid: gone, name: '' });
    expect(settingsForm.safeParse({ ...filled, qualityUnit: 'garbage' }).success).toBe(false);
  });

  it('say after saving all that a preset has set', () => {
    const changes = settingChanges(
      'controls',
      formOf('Northmere', defaultSettings),
      formOf('Northmere', { ...defaultSettings, ...regulatedSettings }),
      { '': 'Off', [unit.uid]: unit.name },
    );
    expect(changes.map(({ name, to }) => `${name}: ${to}`)).toEqual([
      'Controls: Regulated',
      'Require a reason for every change: Yes',
      'Separate duties: Yes',
      'Verify identity before signing: Yes',
      'Only an admin unlocks accounts: Yes',
      'Require reason and summary of each revision: Yes',
      'An open comment that must be fixed blocks approval: Yes',
      'Quality unit: Quality unit',
      'Second factor: at sign-in and at the first signature',
    ]);
  });

  it('record the preset and each control with old and new value, also where none was recorded before', async () => {
    const { services, world, admin } = await organisation();
    const change = (settings: object, namesQualityUnit = false) =>
      world.act(admin, changeSettings, {
        name: world.name,
        settings,
        namesQualityUnit,
        reason: 'The inspection of May.',
      });
    const { controls: _, invitationDays: __, searchLanguage: ___, ...before } = defaultSettings;
    expect(await change(before)).toEqual({ changed: false });
    await change(
      { ...before, ...presets.regulated, qualityUnit: null, invitationDays: 14, searchLanguage: 'german' },
      true,
    );
    const event = (await recordedOn(services, world.org, 'organisation')).find(
      ({ type }) => type === 'OrganisationSettingsChanged',
    );
    expect(describeChanges(event?.data.changes as Change[], recordedSetting)).toEqual([
      { field: 'Require a reason for every change', old: 'No', new: 'Yes' },
      { field: 'Separate duties', old: 'No', new: 'Yes' },
      { field: 'Verify identity before signing', old: 'No', new: 'Yes' },
      { field: 'Only an admin unlocks accounts', old: 'No', new: 'Yes' },
      { field: 'Invitations valid for, days', old: '1', new: '14' },
      { field: 'Language of the search', old: 'English', new: 'German' },
      { field: 'Second factor', old: 'never', new: 'at sign-in and at the first signature' },
      { field: 'Require reason and summary of each revision', old: 'No', new: 'Yes' },
      { field: 'An open comment that must be fixed blocks approval', old: 'No', new: 'Yes' },
      { field: 'Controls', old: 'Standard', new: 'Regulated' },
      { field: 'Quality unit', old: null, new: 'Quality unit' },
    ]);
  });
});

describe('what the clock sends', () => {
  it('is set like everything else: each old and new value, also where nobody had set it before', async () => {
    const { services, world, admin } = await organisation();
    const { reminders: _, ...settings } = defaultSettings;
    const shut = { ...defaultReminders, digest: false, escalationDays: 14 };
    const change = (some: object) =>
      world.act(admin, changeSettings, {
        name: world.name,
        settings: { ...settings, ...some },
        reason: 'Fewer mails.',
      });
    expect(await change({})).toEqual({ changed: false });
    expect(await change({ reminders: shut })).toEqual({ changed: true });
    const events = await recordedOn(services, world.org, 'organisation');
    expect(events.at(-1)?.data.changes).toEqual([
      { field: 'reminders.escalationDays', old: '7', new: '14' },
      { field: 'reminders.digest', old: 'true', new: 'false' },
    ]);
  });
});

describe('a person’s audit log', () => {
  it('holds every sign-in and failure, and is for admins [P11-10e]', async () => {
    const { services, world, admin, author } = await organisation();
    await visit(services, signIn('screen', null), { email: author.email, password: 'not-it' });
    await visit(services, signIn('screen', null), author);
    await visit(services, signIn('screen', null), author);
    await world.act(author, signOutEverywhere, {});
    const as = async (user: string) => {
      const viewer = await services.database.read(world.org, (db) =>
        readViewer(db, { org: world.org, user, publicId: '0'.repeat(64) }),
      );
      return ask(
        getUserLog,
        { user: author.uid, page: 1, whole: true },
        { ports: services, viewer: viewer!, now: services.now() },
      );
    };
    const log = await as(admin.uid);
    if (!log.ok) throw new Error('refused');
    const events = await services.ledger.readBytes(world.org, log.value.positions);
    const types = events.map(({ canonical }) => (JSON.parse(canonical) as { type: string }).type);
    expect(types).toEqual([
      'UserInvited',
      'UserConfirmed',
      'PasswordSet',
      'TrainingAssigned',
      'SignInFailed',
      'UserSignedIn',
      'UserSignedIn',
      'SessionsEnded',
    ]);
    expect(await as(author.uid)).toMatchObject({ ok: false, failure: { code: 'not_allowed' } });
  });
});

describe('setting up', () => {
  const values = (code: string) => ({
    setupCode: code,
    name: 'Northmere Diagnostics',
    timeZone: 'europe/rome',
    preset: 'regulated' as const,
    domain: 'northmere.example',
    adminFirstName: 'Ines',
    adminLastName: 'Okafor',
    adminEmail: somebody('Ines', 'Okafor', 'ADMIN').email,
    newPassword: 'corridor-battery-9-lamp',
    confirmPassword: 'corridor-battery-9-lamp',
  });

  it('needs the console’s code, and happens once however many try at the same moment', async () => {
    const db = await freshDatabase();
    const services = await testServices({ db });
    const code = setupCode(services.config.secretKey);
    expect(shown(await visit(services, setUp, values('0000-0000-0000')))).toMatchObject({
      status: 403,
      failure: { code: 'setup_code_wrong' },
    });
    const both = await Promise.all([visit(services, setUp, values(code)), visit(services, setUp, values(code))]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const { rows } = await db.owner.query('select settings from read.organisation');
    expect(rows).toMatchObject([
      { settings: { timeZone: 'Europe/Rome', ...presets.regulated, qualityUnit: { name: 'Quality unit' } } },
    ]);
    const late = await visit(services, setUpDemonstration, { setupCode: code.toLowerCase() });
    expect(shown(late)).toMatchObject({ status: 409, failure: { code: 'setup_already_done' } });
  });
});
