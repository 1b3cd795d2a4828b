import { describe, expect, it } from 'vitest';
import { fold } from '#events/decider.ts';
import { absenceOn, holds } from '#events/user/duties.ts';
import type { User, UserEvent } from '#events/user/state.ts';
import { admin, author, employee, superAdmin } from '#tests/deciders/people.ts';
import { type UserCommand, functionDecider, userDecider } from '#tests/deciders/rules.ts';
import { clauseAndWho, specify } from '#tests/deciders/specification.ts';
import { active, commands, deputy, unchanged, unit, user } from '#tests/deciders/user/user-world.ts';

const { given } = specify(userDecider);
const { GrantFunction, WithdrawFunction, DeclareAbsence, EndAbsence, EditUser } = commands;
const granted = (from: string, until: string | null): UserEvent => ({
  type: 'FunctionGranted',
  data: { user, function: unit, from, until, reason: null },
});
const absence = {
  user,
  absence: EndAbsence.absence,
  from: '2026-03-12',
  until: '2026-03-20',
  deputy: { uid: deputy.uid, name: 'Mara Lindqvist' },
};
const declared: UserEvent = { type: 'AbsenceDeclared', data: { ...absence, covers: 'approvals', reason: null } };
const personAfter = (...events: UserEvent[]) => fold(userDecider, [...active(), ...events]) as User;
const when = (command: UserCommand, ...events: UserEvent[]) => given(...active(), ...events).when(command);

describe('functions of a person', () => {
  it('are granted from a day until a day, by admins alone', () => {
    when({ ...GrantFunction, until: '2026-12-31', reason: 'Trained.' }).then({
      type: 'FunctionGranted',
      data: { user, function: unit, from: '2026-03-12', until: '2026-12-31', reason: 'Trained.' },
    });
    for (const principal of [author, employee]) {
      when({ ...GrantFunction, principal }).thenRefused('not_allowed');
      when({ ...WithdrawFunction, principal }, granted('2026-03-01', null)).thenRefused('not_allowed');
    }
    when({ ...GrantFunction, principal: superAdmin }).thenTypes('FunctionGranted');
  });

  it('are held on both of these days and between them, and not after they were withdrawn', () => {
    const person = personAfter(granted('2026-03-12', '2026-03-14'));
    const held = ['2026-03-11', '2026-03-12', '2026-03-14', '2026-03-15'].map((day) => holds(person, unit.uid, day));
    expect(held).toEqual([false, true, true, false]);
    expect(holds(personAfter(granted('2026-03-12', null)), unit.uid, '2999-01-01')).toBe(true);
    const withdrawn: UserEvent = { type: 'FunctionWithdrawn', data: { user, function: unit, reason: 'Moved.' } };
    expect(holds(personAfter(granted('2026-03-12', null), withdrawn), unit.uid, '2026-03-12')).toBe(false);
  });

  it('are granted once at a time, and anew when the last day is past', () => {
    when(GrantFunction, granted('2026-04-01', null)).thenRefused('function_already_held');
    when(GrantFunction, granted('2026-03-01', '2026-03-12')).thenRefused('function_already_held');
    when(GrantFunction, granted('2026-03-01', '2026-03-11')).thenTypes('FunctionGranted');
    when(WithdrawFunction, granted('2026-03-01', '2026-03-11')).thenRefused('function_not_held');
    when(WithdrawFunction, granted('2026-04-01', null)).thenTypes('FunctionWithdrawn');
  });

  it('are not granted where retired or unknown, for days that are past or in no order', () => {
    when({ ...GrantFunction, function: { ...unit, retired: true } }).thenRefused('function_retired');
    when({ ...GrantFunction, function: null }).thenRefused('not_found');
    const fieldOf = (days: object) => when({ ...GrantFunction, ...days }).thenRefused('invalid_input').fields;
    expect(Object.keys(fieldOf({ from: '2026-03-11' })!)).toEqual(['from']);
    expect(Object.keys(fieldOf({ until: '2026-03-11' })!)).toEqual(['until']);
    expect(Object.keys(fieldOf({ until: '9026-03-11' })!)).toEqual(['until']);
  });
});

describe('absences', () => {
  it('are declared by the person, or by an admin who gives a reason', () => {
    when(DeclareAbsence).then(declared);
    when({ ...DeclareAbsence, principal: admin }).thenRefused('invalid_input');
    when({ ...DeclareAbsence, principal: admin, reason: 'Ill.' }).thenTypes('AbsenceDeclared');
    when({ ...DeclareAbsence, principal: author, reason: 'Ill.' }).thenRefused('not_allowed');
    given(...active('EMPLOYEE'))
      .when({ ...DeclareAbsence, principal: admin, reason: 'Ill.' })
      .thenRefused('not_allowed');
    when({ ...EndAbsence, principal: admin }, declared).thenRefused('invalid_input');
    when({ ...EndAbsence, principal: author, reason: 'Well.' }, declared).thenRefused('not_allowed');
    when(EndAbsence, declared).then({ type: 'AbsenceEnded', data: { ...absence, reason: null } });
  });

  it('never overlap, by a single day', () => {
    const days = (from: string, until: string) => when({ ...DeclareAbsence, from, until }, declared);
    const { detail } = days('2026-03-20', '2026-03-25').thenRefused('absence_overlaps');
    expect(detail).toMatch(clauseAndWho);
    days('2026-03-14', '2026-03-15').thenRefused('absence_overlaps');
    days('2026-03-21', '2026-03-25').thenTypes('AbsenceDeclared');
    const ended: UserEvent = { type: 'AbsenceEnded', data: { ...absence, reason: null } };
    when(DeclareAbsence, declared, ended).thenTypes('AbsenceDeclared');
  });

  it('have a deputy who may approve, is another person, and is there', () => {
    const by = (other: Partial<User> | null) => {
      const command = { ...DeclareAbsence, deputy: other && { ...deputy, ...other } };
      expect(when(command).thenRefused('deputy_not_eligible').detail).toMatch(clauseAndWho);
    };
    by(null);
    by({ uid: user });
    by({ role: 'EMPLOYEE' });
    by({ status: 'INACTIVE' });
    const away = { uid: unit.uid, from: '2026-03-20', until: '2026-04-01', deputy: absence.deputy };
    by({ absences: [away] });
    when({ ...DeclareAbsence, deputy: { ...deputy, absences: [{ ...away, from: '2026-03-21' }] } }).thenTypes(
      'AbsenceDeclared',
    );
  });

  it('cover both days, until they are ended, and are over when the last day is past', () => {
    const person = personAfter(declared);
    const days = ['2026-03-11', '2026-03-12', '2026-03-20', '2026-03-21'];
    expect(days.map((day) => absenceOn(person, day) !== null)).toEqual([false, true, true, false]);
    when({ ...EndAbsence, today: '2026-03-21' }, declared).thenRefused('absence_over');
    when({ ...EndAbsence, today: '2026-03-20' }, declared).thenTypes('AbsenceEnded');
    when({ ...DeclareAbsence, from: '2026-03-11' }).thenRefused('invalid_input');
  });
});

describe('the manager of a person', () => {
  const chosen = { uid: admin.uid, name: admin.name, status: 'ACTIVE' as const };
  const edit = (manager: typeof EditUser.manager) => ({
    ...EditUser,
    details: unchanged,
    ...(manager !== undefined && { manager }),
  });
  const managed: UserEvent = {
    type: 'UserManagerChanged',
    data: { user, old: null, new: { uid: admin.uid, name: admin.name }, reason: EditUser.reason },
  };

  it('is given, stays where nobody says, and is taken away', () => {
    when(edit(chosen)).then(managed);
    when(edit(undefined), managed).thenNothing();
    when(edit(chosen), managed).thenNothing();
    when(edit(null), managed).thenTypes('UserManagerChanged');
  });

  it('is another person, who is not deactivated', () => {
    expect(when(edit({ ...chosen, uid: user })).thenRefused('invalid_input').fields).toHaveProperty('manager');
    expect(when(edit({ ...chosen, status: 'INACTIVE' })).thenRefused('invalid_input').fields).toHaveProperty('manager');
  });
});

describe('a function', () => {
  const a = specify(functionDecider);
  const create = {
    type: 'CreateFunction',
    principal: admin,
    uid: unit.uid,
    name: ' Quality  unit',
    nameInUse: false,
  } as const;
  const created = { type: 'FunctionCreated', data: { function: unit.uid, name: unit.name } } as const;
  const edit = {
    ...create,
    type: 'EditFunction',
    name: unit.name,
    retired: undefined,
    isQualityUnit: false,
    routes: [],
    reason: null,
  } as const;

  it('is created, renamed, retired for a reason and taken back, by admins alone', () => {
    a.given().when(create).then(created);
    a.given(created).when(edit).thenNothing();
    a.given(created)
      .when({ ...edit, name: 'Quality', retired: true, reason: 'Merged.' })
      .thenTypes('FunctionRenamed', 'FunctionRetired');
    a.given(created)
      .when({ ...edit, retired: true, isQualityUnit: true, reason: 'Merged.' })
      .thenRefused('invalid_input');
    a.given(created)
      .when({ ...edit, retired: true })
      .thenRefused('invalid_input');
    for (const principal of [author, employee]) {
      a.given()
        .when({ ...create, principal })
        .thenRefused('not_allowed');
      a.given(created)
        .when({ ...edit, principal, name: 'Other' })
        .thenRefused('not_allowed');
    }
  });

  it('has a name of its own', () => {
    a.given()
      .when({ ...create, nameInUse: true })
      .thenRefused('function_exists');
    a.given(created)
      .when({ ...edit, name: 'Taken', nameInUse: true })
      .thenRefused('function_exists');
    a.given()
      .when({ ...create, name: ' ' })
      .thenRefused('invalid_input');
    a.given()
      .when({ ...create, name: 'x'.repeat(81) })
      .thenRefused('invalid_input');
  });
});
