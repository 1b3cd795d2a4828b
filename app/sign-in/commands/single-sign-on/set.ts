import { ok, refuse } from '#events/failures.ts';
import type { StreamExpectation } from '#events/ledger/types.ts';
import { organisationEvolution } from '#events/organisation/organisation.ts';
import * as rules from '#events/organisation/organisation.ts';
import { isAdmin } from '#events/permissions.ts';
import { issuerProblem } from '#events/single-sign-on/issuer.ts';
import { streams } from '#events/streams.ts';
import { texts } from '#events/texts.ts';
import { z } from 'zod';
import { change } from '#app/kit/command/change.ts';
import { personalCommand, type SignedInContext } from '#app/kit/command/command.ts';
import { loadStream } from '#app/kit/command/load.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { endOldSessions } from '#app/sign-in/commands/single-sign-on/end-old-sessions.ts';
import { domainsOf, singleSignOnForm } from '#app/sign-in/forms/single-sign-on.ts';

const target = (expectedVersion?: number) => ({
  stream: streams.organisation,
  evolution: organisationEvolution,
  expectedVersion,
});

/** Makes an issuer the organisation's way in, or changes it, once its discovery document has been read. */
export const setSingleSignOn = personalCommand({
  name: 'single-sign-on.set',
  input: singleSignOnForm.extend(expectedVersionInput),
  permission: 'organisation.change_settings',
  reason: 'required',
  async run({ expectedVersion, reason, ...form }, context) {
    const { ports, org, viewer, now } = context;
    const { issuer, issuerName: name, clientId, clientSecret, localAdmin } = form;
    const before = viewer.settings.singleSignOn;
    const domains = domainsOf(form.domains);
    const issuerProblems = await issuerFound(context, issuer, clientId);
    const secret = clientSecret === '' && before ? before.secret : ports.newId();
    // Before the append: settings never name a secret that is not there.
    if (clientSecret !== '') await ports.singleSignOn.storeSecret({ org, uid: secret, secret: clientSecret, now });
    const save = () =>
      change(context, target(expectedVersion), async (state, { principal }) => {
        const admin = await findLocalAdmin(context, localAdmin);
        const found = {
          ...issuerProblems,
          ...(clientSecret === '' && !before ? { clientSecret: [texts.required] } : {}),
          ...(await domainsFound(context, domains, localAdmin)),
          ...('problem' in admin ? { localAdmin: [admin.problem] } : {}),
        };
        const localAdminName = 'name' in admin ? admin.name : '';
        const singleSignOn = { issuer, name, clientId, secret, domains, localAdmin, localAdminName };
        const decision = rules.setSingleSignOn({ principal, singleSignOn, found, reason }, state);
        return {
          decision,
          // Nobody deactivates or demotes the person meanwhile.
          parts: 'name' in admin ? [{ expect: [admin.unchanged] }] : [],
          answer: { changed: decision.ok && decision.events.length > 0, before: state?.settings ?? {}, singleSignOn },
        };
      });
    const saved = await ports.singleSignOn.withDomains(org, domains, async (claimed) =>
      claimed
        ? save()
        : refuse('conflict', {
            fields: { domains: ['Somebody else is saving this domain at this moment. Try again in a minute.'] },
          }),
    );
    if (!saved.ok) return saved;
    const { changed, before: earlier, singleSignOn } = saved.value;
    if (changed) await endOldSessions(context, earlier, { singleSignOn }, reason);
    return ok({ changed });
  },
});

/** Makes passwords the way in again. */
export const endSingleSignOn = personalCommand({
  name: 'single-sign-on.end',
  input: z.object({}),
  permission: 'organisation.change_settings',
  reason: 'required',
  async run({ reason }, context) {
    const ended = await change(context, target(), (state, { principal }) => ({
      decision: rules.setSingleSignOn({ principal, singleSignOn: null, found: {}, reason }, state),
      answer: state?.settings ?? {},
    }));
    if (!ended.ok) return ended;
    await endOldSessions(context, ended.value, {}, reason);
    return ok(null);
  },
});

type Found = Promise<Record<string, string[]>>;

async function issuerFound({ ports }: SignedInContext, issuer: string, clientId: string): Found {
  const { standing } = issuer === '' ? { standing: 'unknown' as const } : await ports.webhooks.lookUp(issuer);
  const problem = issuerProblem(issuer, standing) ?? (await ports.singleSignOn.problemOf(issuer, clientId));
  return problem === null ? {} : { issuer: [problem] };
}

/** Nobody is led to a foreign issuer, and nobody of the organisation is left out. */
async function domainsFound({ ports, org }: SignedInContext, domains: string[], localAdmin: string): Found {
  if (domains.length === 0) return {};
  const taken = await ports.singleSignOn.domainOfAnother(org, domains);
  if (taken !== null) return { domains: [`${taken} cannot be used here.`] };
  const people = await ports.database.read(org, (db) =>
    db
      .selectFrom('read.user_account')
      .select(['uid', 'email'])
      .where('status', 'in', ['ACTIVE', 'INVITED'])
      .orderBy('email')
      .execute(),
  );
  const left = people.filter(({ uid, email }) => uid !== localAdmin && !domains.includes(email.split('@')[1] ?? ''));
  const [first] = left;
  if (!first) return {};
  const who = left.length === 1 ? '1 person has' : `${left.length} people have`;
  return { domains: [`${who} another domain, for example ${first.email}. Add it, or change the address first.`] };
}

/** The local admin needs what the issuer would otherwise check: a password and a second factor. */
async function findLocalAdmin(
  { ports, org }: SignedInContext,
  uid: string,
): Promise<{ name: string; unchanged: StreamExpectation } | { problem: string }> {
  if (uid === '') return { problem: texts.required };
  if (!sentUid().safeParse(uid).success) return { problem: texts.invalid };
  const { stream, version } = await loadStream({ ports, org }, streams.user(uid));
  const person = await ports.database.read(org, (db) =>
    db
      .selectFrom('read.user_account as u')
      .select(['u.full_name as name', 'u.role', 'u.credential_updated_at as passwordSetAt'])
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('read.authenticator as a')
            .select('a.uid')
            .whereRef('a.org_id', '=', 'u.org_id')
            .whereRef('a.user_uid', '=', 'u.uid')
            .where('a.kind', '=', 'totp')
            .where('a.revoked_at', 'is', null),
        ).as('hasApp'),
      )
      .where('u.uid', '=', uid)
      .where('u.status', '=', 'ACTIVE')
      .executeTakeFirst(),
  );
  if (!person || !isAdmin(person.role)) return { problem: 'Choose an active admin.' };
  if (person.passwordSetAt === null) return { problem: `${person.name} has no password. They set one first.` };
  if (!person.hasApp) return { problem: `${person.name} has no authenticator app. They set one up first.` };
  return { name: person.name, unchanged: { stream, version } };
}
