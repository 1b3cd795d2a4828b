import type { EventType } from '#events/catalogue.ts';

const delivery = 'A delivery waits once a webhook was tried in vain: tests/promises/u3-webhook-sent-again.';
const issuer = 'It takes an issuer of identities: tests/sign-in/single-sign-on.';

/** Commands that the walk has no act of, each with the reason and what tries it instead. */
export const commandsLeftOut: Record<string, string> = {
  'approval.ask_issuer': issuer,
  'approval.sign_with_issuer': issuer,
  'training.ask_issuer': issuer,
  'training.sign_with_issuer': issuer,
  'single-sign-on.set': issuer,
  'single-sign-on.end': issuer,
  'single-sign-on.start': issuer,
  'single-sign-on.come-back': issuer,
  'user.unlink-directory': issuer,
  'webhook.skip-delivery': delivery,
  'organisation.set-up': 'It makes the first organisation of an empty installation: tests/set-up.',
  'organisation.set-up-demonstration': 'It fills an empty installation: tests/set-up.',
  'passkey.ask': 'The act passkey.enrol tries it on its way.',
};

/** Events that the walk does not cause, each with the reason. */
export const eventsLeftOut: Partial<Record<EventType, string>> = {
  DirectoryLinked: issuer,
  DirectoryUnlinked: issuer,
  WebhookDeliverySkipped: delivery,
  BreakGlassUsed: issuer,
  OrganisationImported: 'It takes a second installation: tests/set-up/archive.',
  ClockMovedBack: 'It takes a server whose clock is wrong: tests/ledger.',
};

/**
 * Screens of which the walk neither sends the command nor asks the query, by the reason. tests/http/rows draws each for
 * every role.
 */
export const screensLeftOut: Record<string, readonly string[]> = {
  [issuer]: [
    '/single-sign-on',
    '/single-sign-on/continue',
    '/single-sign-on/callback',
    '/dashboard/settings/single-sign-on',
    '/dashboard/settings/single-sign-on/end',
    '/dashboard/users/:uid/directory',
  ],
  'It is the same for everybody, whatever happened.': [
    '/verify',
    '/verify/verify.mjs',
    '/setup/demonstration',
    '/appearance',
    '/manual',
    '/support',
    '/api/docs',
    '*',
    '/dashboard/settings',
    '/dashboard/settings/certificate.pem',
    '/dashboard/import/templates/:file',
  ],
  'It keeps what one person chose or typed, which no event says.': [
    '/dashboard/views',
    '/dashboard/set-up',
    '/dashboard/saved-forms',
    '/dashboard/uploads',
    '/dashboard/notifications',
    '/dashboard/notifications/emails',
    '/dashboard/reports/made/:uid',
    '/dashboard/reports/made/:uid/file',
    '/sessions/left',
  ],
  'It helps to fill in a form whose command the walk sends.': [
    '/dashboard/docs/create/check-title',
    '/dashboard/docs/create/next-number',
    '/dashboard/docs/create/route',
    '/dashboard/docs/create/title',
    '/dashboard/docs/:uid/title',
    '/second-factor/passkeys/ask',
    '/dashboard/approve/:uid/reject',
    '/dashboard/approve/:uid/signed',
    '/dashboard/emails/send-again',
  ],
  'It lists or prints events, and each event is in a trail (L1): tests/audit.': [
    '/dashboard/docs/:uid/audit/:position',
    '/dashboard/docs/:uid/audit/:position/event.json',
    '/dashboard/docs/:uid/audit/:position/event.tlog-proof',
    '/dashboard/docs/:uid/audit/export',
    '/dashboard/docs/:uid/audit/export.csv',
    '/dashboard/docs/:uid/audit/export.json',
    '/dashboard/docs/:uid/audit/export.pdf',
    '/dashboard/docs/:uid/audit/verify',
    '/dashboard/users/:uid/audit',
    '/dashboard/users/:uid/audit/export.csv',
    '/dashboard/users/:uid/audit/export.pdf',
    '/dashboard/evidence',
    '/dashboard/settings/audit',
    '/dashboard/settings/audit/export.csv',
    '/dashboard/settings/audit/export.pdf',
  ],
  'It lists a table of the read models, which the walk compares as they are.': [
    '/dashboard/docs/:uid/requests',
    '/dashboard/requests',
    '/dashboard/functional-areas',
    '/dashboard/import',
    '/dashboard/settings/api',
    '/dashboard/settings/functions',
    '/dashboard/settings/routes',
    '/second-factor',
  ],
  'It is a file or a picture: tests/library-import, tests/comparison, tests/documents.': [
    '/dashboard/import/:uid/problems.csv',
    '/dashboard/import/:uid/report.csv',
    '/dashboard/import/:uid/report.pdf',
    '/dashboard/import/:uid/sample/:at/pdf',
    '/dashboard/requests/:uid/attachment',
    '/dashboard/docs/:uid/compare',
    '/dashboard/docs/:uid/files/:version/:kind/page.png',
  ],
};
