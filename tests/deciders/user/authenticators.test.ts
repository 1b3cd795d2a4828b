import { describe, expect, it } from 'vitest';
import type { E } from '#events/catalogue.ts';
import type { RecordedEvent } from '#events/ledger/types.ts';
import { ActingPeople } from '#events/user/acting-people.ts';
import { userDecider } from '#tests/deciders/rules.ts';
import { samples } from '#tests/golden/samples.ts';
import { evolve, initialState, type UserEvent, type UserState } from '#events/user/state.ts';
import { admin, author, uidOf } from '#tests/deciders/people.ts';
import { specify } from '#tests/deciders/specification.ts';
import { active, app, commands, user } from '#tests/deciders/user/user-world.ts';

const { given } = specify(userDecider);
const { uid: _uid, ...appFacts } = app;

describe('[A11d-11] a second factor', () => {
  const { EnrolAuthenticator, RemoveAuthenticator, ResetSecondFactor, IssueRecoveryCodes } = commands;
  const enrolled: UserEvent[] = [
    ...active(),
    { type: 'AuthenticatorEnrolled', data: { user, authenticator: app.uid, ...appFacts } },
  ];

  it('a new app replaces the one before, and brings new recovery codes', () => {
    const replacement = { ...app, uid: uidOf(52) };
    given(...enrolled)
      .when({ ...EnrolAuthenticator, authenticator: replacement })
      .thenTypes('AuthenticatorRevoked', 'AuthenticatorEnrolled', 'RecoveryCodesIssued');
    given(...enrolled)
      .when(EnrolAuthenticator)
      .thenNothing();
    given(...enrolled)
      .when(IssueRecoveryCodes)
      .thenTypes('RecoveryCodesIssued');
  });

  it('an admin resets it with a reason, and enrols none for another', () => {
    given(...active())
      .when({ ...EnrolAuthenticator, principal: admin })
      .thenRefused('not_allowed');
    given(...enrolled)
      .when(ResetSecondFactor)
      .then({
        type: 'AuthenticatorRevoked',
        data: {
          user,
          authenticator: app.uid,
          kind: 'totp',
          because: 'reset_by_admin',
          reason: 'The phone was lost.',
        },
      });
    for (const principal of [author, { ...admin, uid: user }])
      given(...enrolled)
        .when({ ...ResetSecondFactor, principal })
        .thenRefused('not_allowed');
  });

  it('is not removed where the organisation requires it', () => {
    given(...enrolled)
      .when({ ...RemoveAuthenticator, required: true })
      .thenRefused('not_allowed');
    given(...enrolled)
      .when(RemoveAuthenticator)
      .thenTypes('AuthenticatorRevoked');
  });
});

it('[A11d-11] the verifier refuses a signature with a second factor of nobody, and one of another person', () => {
  const people = new ActingPeople();
  let position = 0;
  const check = ({ type, data }: E, uid: string, stream = `user-${user}`) => {
    position += 1;
    const actor = { kind: 'user', uid, name: 'Mara', role: 'AUTHOR', session: null, address: null };
    const commandId = String(position);
    const schema = type === 'ApprovalGiven' ? 2 : 1;
    return people.check({
      type,
      data,
      schema,
      stream,
      actor,
      commandId,
      position: commandId,
    } as unknown as RecordedEvent);
  };
  const life = active();
  for (const event of life)
    people.check({ ...event, schema: 1, stream: 's', actor: { kind: 'system' }, commandId: 'a' } as never);
  const enrolment: E = { type: 'AuthenticatorEnrolled', data: { user, authenticator: app.uid, ...appFacts } };
  const { ApprovalGiven: approval } = samples;
  const credential = { ...approval.signature.credential, authenticator: app.uid };
  const signed = {
    type: 'ApprovalGiven',
    data: { ...approval, signature: { ...approval.signature, credential } },
  } as E;
  expect(check(signed, user)).toContain('claims a second factor that was not set up at that position');
  expect(check({ ...enrolment, data: { ...enrolment.data, user: uidOf(99) } } as E, user)).toContain(
    'sets up a second factor for another person',
  );
  expect(check(enrolment, user)).toBeNull();
  expect(check(signed, user)).toBeNull();
});

describe('[A11-12a] an account of the directory', () => {
  const { UnlinkDirectory } = commands;
  const linked = { issuer: 'https://login.example.test', subject: 'mara' };
  const events: UserEvent[] = [...active(), { type: 'DirectoryLinked', data: { user, ...linked } }];

  it('is unlinked by another admin, for a reason, and then the identity is verified again', () => {
    const unlinked: UserEvent = {
      type: 'DirectoryUnlinked',
      data: { user, ...linked, reason: UnlinkDirectory.reason },
    };
    given(...events)
      .when(UnlinkDirectory)
      .then(unlinked);
    for (const principal of [author, { ...admin, uid: user }])
      given(...events)
        .when({ ...UnlinkDirectory, principal })
        .thenRefused('not_allowed');
    expect([...events, unlinked].reduce<UserState>(evolve, initialState)).toMatchObject({
      directory: null,
      identity: null,
    });
  });
});
