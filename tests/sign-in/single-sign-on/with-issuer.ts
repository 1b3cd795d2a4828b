import { execute } from '#app/kit/command/command.ts';
import { approveWithIssuer, askIssuerToApprove } from '#app/approvals/commands/sign.ts';
import { comeBack, type CameBack } from '#app/sign-in/commands/single-sign-on/come-back.ts';
import { setSingleSignOn } from '#app/sign-in/commands/single-sign-on/set.ts';
import { startSignIn } from '#app/sign-in/commands/single-sign-on/start-sign-in.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import type { Result } from '#events/failures.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import type { Leaving } from '#app/sign-in/adapters/single-sign-on/single-sign-on.ts';
import type { Services } from '#app/server/services.ts';
import { withApp } from '#tests/support/enrolled-app.ts';
import { organisation, sop, type Organisation } from '#tests/support/organisation.ts';
import { clientId, clientSecret } from './real-issuer.ts';

export const environment = { WEBHOOK_ALLOW_PRIVATE: 'true' };

/** What the settings of single sign-on say; the local admin is the organisation's first. */
export const settingsOf = (org: Organisation, issuer: { url: string }) => ({
  issuer: issuer.url,
  issuerName: 'Northmere ID',
  clientId,
  clientSecret,
  domains: [org.author, org.other, org.employee].map(({ email }) => email.split('@')[1]).join('\n'),
  localAdmin: org.admin.uid,
  reason: 'The directory knows who works here.',
});

export async function organisationWith(
  issuer: { url: string },
  options: Parameters<typeof organisation>[0] = {},
): Promise<Organisation> {
  const org = await organisation({ environment, ...options });
  await withApp(org, org.admin);
  await org.world.act(org.admin, setSingleSignOn, settingsOf(org, issuer));
  return org;
}

interface Walks {
  walk(address: string): Promise<string>;
}

export const visit = (services: Services) => ({
  ports: services,
  org: '',
  actor: { kind: 'visitor', address: '192.0.2.7' } as const,
  viewer: null,
  commandId: services.newId(),
  now: services.now(),
});

/** Leaves to sign in; answers what the browser comes back with. */
export async function leaveToSignIn({ services }: Organisation, issuer: Walks, email: string) {
  const started = await execute(startSignIn('/dashboard'), { email }, visit(services));
  if (!started.ok) throw new Error(started.failure.code);
  return { search: await issuer.walk(started.value.address), browser: started.value.browser };
}

export const returnAsVisitor = (
  { services }: Organisation,
  back: { search: string; browser: string },
): Promise<Result<CameBack>> => execute(comeBack(null), back, visit(services));

export const signInAt = async (org: Organisation, issuer: Walks, email: string): Promise<Result<CameBack>> =>
  returnAsVisitor(org, await leaveToSignIn(org, issuer, email));

/** A document that waits for this person's approval, opened by them. */
export async function toApprove(org: Organisation, approver: Person, docNum: string) {
  const document = await org.world.create(org.author, { ...sop(docNum), approvers: [approver] });
  await org.world.act(approver, openFile, { document, version: '1.0', kind: 'final', purpose: 'approval' });
  const row = await org.services.database.read(org.world.org, (db) =>
    db
      .selectFrom('read.approval')
      .select('uid')
      .where('document_uid', '=', document)
      .where('user_uid', '=', approver.uid)
      .executeTakeFirstOrThrow(),
  );
  return { document, approval: row.uid };
}

export const typedBy = (person: Person) => ({
  signedName: `${person.firstName} ${person.lastName}`,
  consent: true,
  reason: null,
});

export const leaveToApprove = (org: Organisation, person: Person, approval: string): Promise<Leaving> =>
  org.world.act(person, askIssuerToApprove, {
    ...typedBy(person),
    approval,
    decision: 'approve',
    page: '/dashboard/approve/x?decision=approve',
  });

/** What a person who came back does with what the issuer said. */
export async function approveWith(org: Organisation, person: Person, back: { search: string; browser: string }) {
  const came = await org.world.attempt(person, comeBack(null), back);
  if (!came.ok) return came;
  if (came.value.kind === 'refused') return { ok: false as const, failure: came.value.failure };
  if (came.value.kind !== 'to-sign') throw new Error(came.value.kind);
  const { waiting, reauthentication } = came.value;
  const { signedName, consent, reason, uid: approval } = waiting;
  return org.world.attempt(person, approveWithIssuer, {
    signedName,
    consent,
    reason,
    approval,
    decision: 'approve',
    reauthentication,
  });
}

export const accessOf = async ({ services, world }: Organisation, person: Person) => {
  const { events } = await services.ledger.readStream(world.org, `access-${person.uid}`);
  return events.map(({ type, data }) => ({ type, ...data }) as { type: string; reason?: string; method?: string });
};
