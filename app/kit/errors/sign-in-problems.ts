/** The refusals of sign-ins, second factors, passkeys and single sign-on. */
export const signInProblems = {
  second_factor_required: { status: 401, title: 'Enter the code from your authenticator app.', field: 'code' },
  second_factor_missing: { status: 403, title: 'Set up your second factor first.' },
  second_factor_expired: { status: 401, title: 'This sign-in took too long. Sign in again.' },
  one_time_code_wrong: {
    status: 401,
    title: 'This code is wrong or was used before. Enter the one that the app shows now.',
    field: 'code',
  },
  passkey_wrong: { status: 422, title: 'This is not the answer of one of your passkeys.' },
  passkey_expired: {
    status: 422,
    title: 'A passkey’s answer counts once and for five minutes. Use your passkey again.',
  },
  passkey_words_changed: { status: 422, title: 'What you sign changed meanwhile. Use your passkey again.' },

  reauthentication_stale: {
    status: 401,
    title: 'You were not asked to sign in again, so nothing was signed. Sign again.',
  },
  reauthentication_of_another: {
    status: 401,
    title: 'Somebody else signed in, so nothing was signed. Sign in with your own account.',
  },
  reauthentication_invalid: {
    status: 401,
    title: "The answer of your organisation's sign-in could not be verified. Nothing was recorded.",
  },

  reauthentication_words_changed: {
    status: 409,
    title: 'What you sign has changed since you left, so nothing was signed. Sign again.',
  },

  single_sign_on_required: {
    status: 403,
    title: 'Your organisation signs in with single sign-on.',
  },
  single_sign_on_unused: {
    status: 422,
    title: 'Your organisation does not use single sign-on. Sign in with your password.',
    field: 'email',
  },
  single_sign_on_expired: {
    status: 410,
    title: 'This sign-in took too long, was used before or began in another browser. Start again.',
  },
  single_sign_on_cancelled: { status: 401, title: 'The sign-in was cancelled. Nothing was recorded.' },
  single_sign_on_email_unverified: {
    status: 403,
    title: "Your organisation's directory does not say that your email address is verified. Ask your administrator.",
  },
  single_sign_on_unknown: {
    status: 403,
    title: 'Nobody with your account is invited. Ask an admin of your organisation to invite you.',
  },
  single_sign_on_of_another: {
    status: 403,
    title: 'This person is linked to another account of the directory. An admin can deactivate and reactivate them.',
  },
  issuer_unreachable: {
    status: 503,
    title: "Your organisation's sign-in cannot be reached. Try again in a few minutes.",
  },
  demonstration_loading: {
    status: 503,
    title: 'The demonstration is still being loaded. Sign in once the console says that it is loaded.',
  },
} as const;
