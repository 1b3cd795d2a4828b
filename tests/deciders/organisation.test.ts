import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#events/organisation/events.ts';
import { areaKey } from '#events/organisation/functional-area.ts';
import { admin, author, superAdmin, system, uidOf } from '#tests/deciders/people.ts';
import {
  departmentDecider,
  functionalAreaDecider,
  organisationDecider,
  type OrganisationCommand,
} from '#tests/deciders/rules.ts';
import { specify } from '#tests/deciders/specification.ts';

type ChangeSettings = Extract<OrganisationCommand, { type: 'ChangeSettings' }>;

const organisation = uidOf(1);
const created = {
  type: 'OrganisationCreated' as const,
  data: { organisation, name: 'Northmere Diagnostics', domain: 'northmere.test', settings: defaultSettings },
};

describe('organisation', () => {
  const { given } = specify(organisationDecider);
  const create = {
    type: 'CreateOrganisation' as const,
    principal: system,
    organisation,
    name: ' Northmere Diagnostics ',
    domain: ' Northmere.test',
    settings: defaultSettings,
  };
  const change: ChangeSettings = {
    type: 'ChangeSettings',
    principal: admin,
    name: 'Northmere Diagnostics',
    settings: { ...defaultSettings, timeZone: 'Europe/Berlin', lockout: { ...defaultSettings.lockout, failures: 3 } },
    unverified: [],
    functions: [],
    unitHolders: [],
    reason: 'The site moved.',
  };

  it('is created once, by the system', () => {
    given().when(create).then(created);
    // The mark of the demonstration, which no event of before has.
    given()
      .when({ ...create, timesSimulated: true })
      .then({ ...created, data: { ...created.data, timesSimulated: true } });
    given(created).when(create).thenRefused('conflict');
    given()
      .when({ ...create, principal: admin })
      .thenRefused('not_allowed');
    for (const name of [' ', 'x'.repeat(121), 'North\nmere'])
      given()
        .when({ ...create, name })
        .thenRefused('invalid_input');
    given()
      .when({ ...create, name: 'x'.repeat(120) })
      .thenTypes('OrganisationCreated');
  });

  it('records its time zone as the list of zones spells it, and takes no offset for one', () => {
    const zone = (timeZone: string): ChangeSettings => ({ ...change, settings: { ...defaultSettings, timeZone } });
    given(created)
      .when(zone('europe/berlin'))
      .then({
        type: 'OrganisationSettingsChanged',
        data: {
          organisation,
          name: 'Northmere Diagnostics',
          settings: { ...defaultSettings, timeZone: 'Europe/Berlin' },
          changes: [{ field: 'timeZone', old: 'UTC', new: 'Europe/Berlin' }],
          reason: 'The site moved.',
        },
      });
    given(created).when(zone('+02:00')).thenRefused('invalid_input');
    given(created).when(zone('utc')).thenNothing();
    given({ ...created, data: { ...created.data, settings: zone('Asia/Kolkata').settings } })
      .when(zone('Asia/Kolkata'))
      .thenNothing();
  });

  it('[A11-9b] [A11-10b] records each changed setting with its old and new value and the reason', () => {
    given(created)
      .when(change)
      .then({
        type: 'OrganisationSettingsChanged',
        data: {
          organisation,
          name: 'Northmere Diagnostics',
          settings: change.settings,
          changes: [
            { field: 'timeZone', old: 'UTC', new: 'Europe/Berlin' },
            { field: 'lockout.failures', old: '5', new: '3' },
          ],
          reason: 'The site moved.',
        },
      });
    given(created)
      .when({ ...change, name: 'Northmere', settings: defaultSettings })
      .thenTypes('OrganisationSettingsChanged');
    given(created)
      .when({ ...change, settings: defaultSettings })
      .thenNothing();
  });

  it('[A11-9b] refuses a change without its reason', () => {
    expect(
      given(created)
        .when({ ...change, reason: ' ' })
        .thenRefused('invalid_input').fields,
    ).toEqual({
      reason: ['This field is required.'],
    });
  });

  it('refuses settings that make no sense', () => {
    const settings = {
      ...defaultSettings,
      timeZone: 'Mars/Olympus',
      passwordPolicy: 0,
      session: { ...defaultSettings.session, idleMinutes: 1.5 },
    };
    const { fields } = given(created)
      .when({ ...change, settings })
      .thenRefused('invalid_input');
    expect(Object.keys(fields ?? {}).sort()).toEqual(['passwordPolicy', 'session.idleMinutes', 'timeZone']);
  });

  it('[P11-10g] [A11-10a] is changed by admins alone', () => {
    given(created)
      .when({ ...change, principal: author })
      .thenRefused('not_allowed');
    given(created)
      .when({ ...change, principal: superAdmin })
      .thenTypes('OrganisationSettingsChanged');
    given().when(change).thenRefused('not_found');
  });

  it('keeps its settings when the clock moved back', () => {
    const moved = { type: 'ClockMovedBack' as const, data: { lastRecordedAt: 'b', serverTime: 'a' } };
    given(created, moved)
      .when({ ...change, settings: defaultSettings })
      .thenNothing();
  });
});

describe('department', () => {
  const { given } = specify(departmentDecider);
  const department = uidOf(2);
  const create = {
    type: 'CreateDepartment' as const,
    principal: admin,
    department,
    name: ' Quality ',
    nameInUse: false,
  };
  const reason = 'The unit has a new name.';
  const rename = {
    type: 'RenameDepartment' as const,
    principal: admin,
    name: 'Quality Assurance',
    reason,
    nameInUse: false,
  };
  const exists = { type: 'DepartmentCreated' as const, data: { department, name: 'Quality' } };

  it('is created and renamed, with old and new name and the reason', () => {
    given().when(create).then(exists);
    given(exists)
      .when(rename)
      .then({ type: 'DepartmentRenamed', data: { department, old: 'Quality', new: 'Quality Assurance', reason } });
    given(exists)
      .when({ ...rename, name: 'Quality' })
      .thenNothing();
    given(exists)
      .when({ ...rename, name: 'QUALITY' })
      .thenTypes('DepartmentRenamed');
  });

  it.each(['All Departments', 'all departments', ' ALL DEPARTMENTS '])('refuses %s', (name) => {
    expect(
      given()
        .when({ ...create, name })
        .thenRefused('department_name_reserved').fields,
    ).toEqual({
      name: ['Invalid department name.'],
    });
    given(exists)
      .when({ ...rename, name })
      .thenRefused('department_name_reserved');
  });

  it('needs a name of its own, of 80 characters at most', () => {
    const long = given().when({ ...create, name: 'a'.repeat(81) });
    expect(long.thenRefused('invalid_input').fields?.name?.[0]).toContain('name. Enter up to 80 characters');
    for (const name of [' ', '\u200b', '\u3164', '\u202e\u2066']) {
      expect(
        given()
          .when({ ...create, name })
          .thenRefused('invalid_input').fields,
      ).toEqual({
        name: ['Must enter a valid department name.'],
      });
    }
    given()
      .when({ ...create, name: '\u202eQuality\u202c' })
      .then(exists);
    expect(
      given()
        .when({ ...create, nameInUse: true })
        .thenRefused('department_exists').fields,
    ).toEqual({
      name: ['A department with this name already exists.'],
    });
    expect(
      given(exists)
        .when({ ...rename, nameInUse: true })
        .thenRefused('department_name_conflicting').fields,
    ).toEqual({
      name: ['Attempting to save a department with a conflicting name.'],
    });
    given()
      .when({ ...create, name: 'x'.repeat(81) })
      .thenRefused('invalid_input');
  });

  it('[P11-10g] is an admin’s business, and exists once', () => {
    given()
      .when({ ...create, principal: author })
      .thenRefused('not_allowed');
    given(exists)
      .when({ ...rename, principal: author })
      .thenRefused('not_allowed');
    given(exists).when(create).thenRefused('conflict');
    given().when(rename).thenRefused('not_found');
  });
});

describe('functional area', () => {
  const { given } = specify(functionalAreaDecider);
  const area = uidOf(40);
  const create = { type: 'CreateFunctionalArea' as const, principal: admin, area, name: ' QA ', nameInUse: false };
  const edit = {
    type: 'EditFunctionalArea' as const,
    principal: admin,
    name: 'QS',
    nameInUse: false,
    retired: undefined,
    reason: 'As in the manual.',
  };
  const exists = { type: 'FunctionalAreaCreated' as const, data: { area, name: 'QA' } };

  it('has a name of 1 to 4 characters', () => {
    given().when(create).then(exists);
    given()
      .when({ ...create, name: 'CORP' })
      .thenTypes('FunctionalAreaCreated');
    for (const name of ['', '  ', '\u200b\u2060', 'CORPS', 'A\nB', 'A\0']) {
      for (const [events, command] of [[[], create] as const, [[exists], edit] as const])
        expect(
          given(...events)
            .when({ ...command, name })
            .thenRefused('functional_area_name_invalid').fields,
        ).toEqual({ name: ['Must enter a valid functional area name.'] });
    }
  });

  it('has a name that no other one has', () => {
    expect(areaKey(' ｑa ')).toBe(areaKey('QA'));
    for (const [events, command] of [[[], create] as const, [[exists], edit] as const])
      expect(
        given(...events)
          .when({ ...command, nameInUse: true })
          .thenRefused('functional_area_exists').fields,
      ).toEqual({ name: ['A functional area with this name already exists.'] });
  });

  it('is renamed, retired and taken back into use', () => {
    const renamed = {
      type: 'FunctionalAreaRenamed' as const,
      data: { area, old: 'QA', new: 'QS', reason: edit.reason },
    };
    const retired = { type: 'FunctionalAreaRetired' as const, data: { area, name: 'QS', reason: edit.reason } };
    given(exists).when(edit).then(renamed);
    given(exists)
      .when({ ...edit, retired: true })
      .then(renamed, retired);
    given(exists, renamed).when(edit).thenNothing();
    given(exists, renamed, retired)
      .when({ ...edit, retired: false })
      .then({ type: 'FunctionalAreaReinstated', data: retired.data });
    expect(
      given(exists)
        .when({ ...edit, name: 'QA', retired: true, reason: null })
        .thenRefused('invalid_input').fields,
    ).toEqual({ reason: ['This field is required.'] });
  });

  it('[P11-10g] is an admin’s business', () => {
    given()
      .when({ ...create, principal: author })
      .thenRefused('not_allowed');
    given(exists)
      .when({ ...edit, principal: author })
      .thenRefused('not_allowed');
    given().when(edit).thenRefused('not_found');
  });
});
