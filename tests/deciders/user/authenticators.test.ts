import { describe, it } from 'vitest';
import { userDecider } from '#events/user/decide.ts';
import type { UserEvent } from '#events/user/state.ts';
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
