import type { ActionFunctionArgs } from '@remix-run/node';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#events/organisation/events.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { addresses } from '#app/kit/addresses.ts';
import type { FormAnswer } from '#app/kit/screen/screen.ts';
import { readToast } from '#app/kit/cookies/toast.ts';
import { loader as file } from '#app/documents/screens/files/download.ts';
import * as approve from '#app/approvals/screens/approve.tsx';
import * as review from '#app/training/screens/review.tsx';
import { signatureOf, type Person } from '#app/set-up/demonstration/world.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { inDays, organisation, revision, sop, type Organisation } from '#tests/support/organisation.ts';

type Answer = { to: string | null; toast: string | null; status: number; errors: Record<string, string[] | null> };
type Route = (args: ActionFunctionArgs) => Promise<unknown>;

/** The answer to a person's browser: a redirect with its toast, or the errors of the form. */
async function ask(org: Organisation, person: Person, address: string, route: Route, form?: object): Promise<Answer> {
  const { services } = org;
  const { sessions } = services.identity;
  const at = { now: services.now(), address: null, agent: null, limits: defaultSettings.session };
  const { token } = await sessions.create({ org: person.org, user: person.uid, door: 'screen', ...at });
  const log = pino({ level: 'silent' });
  const context = {
    services,
    cspNonce: '',
    requestId: 'r',
    address: null,
    log,
    waitForDrain: async () => undefined,
  } as unknown as ActionFunctionArgs['context'];
  const [, , , uid, , version, kind] = address.split(/[/?]/);
  const headers = { cookie: `${sessions.cookieName}=${token}` };
  const request = new Request(`https://quality.example${address}`, {
    headers,
    ...(form && { method: 'POST', body: new URLSearchParams(form as Record<string, string>) }),
  });
  try {
    const given = await route({ request, params: { uid, version, kind }, context } as unknown as ActionFunctionArgs);
    if (given instanceof Response) {
      await given.arrayBuffer();
      return { to: null, toast: null, status: given.status, errors: {} };
    }
    const { data, init } = given as { data?: FormAnswer; init?: { status?: number } };
    return { to: null, toast: null, status: init?.status ?? 200, errors: data?.lastResult.error ?? {} };
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    const cookies = thrown.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    const shown = await readToast(new Request('https://quality.example', { headers: { cookie: cookies.join('; ') } }), {
      publicUrl: services.config.publicUrl,
    });
    return { to: thrown.headers.get('Location'), toast: shown?.text ?? null, status: thrown.status, errors: {} };
  }
}

const formOf = (person: Person, more: object = {}) => {
  const { email, password, signedName } = signatureOf(person);
  return { email, password, signedName, consent: 'on', ...more };
};

/** A document in review (its approver has opened it) and a training record (its person has opened the PDF). */
async function signingWorld(options: Parameters<typeof organisation>[0] = {}) {
  const org = await organisation(options);
  const { world, author, other, employee, services } = org;
  const inReview = await world.create(author, { ...sop('001'), approvers: [other] });
  const published = await world.create(author, { ...sop('002'), approvers: [other] });
  await world.sign(other, published);
  await world.publish(published, ['Quality'], inDays(30));
  const rows = await services.database.read(world.org, (db) =>
    db.selectFrom('read.training_record').select(['uid', 'user_uid']).execute(),
  );
  const record = rows.find(({ user_uid }) => user_uid === employee.uid)!.uid;
  await ask(org, other, addresses.file(inReview, '1.0', 'final', 'approval'), file);
  await ask(org, employee, addresses.file(published, '1.0', 'final', 'training'), file);
  return { ...org, inReview, published, record };
}

describe('the words of signing are the specification’s', () => {
  it('where somebody else is to sign, or has signed', async () => {
    const org = await signingWorld();
    const { world, inReview, record, author, admin, employee, published } = org;
    const toApprove = "You don't have permission to approve this document.";
    const toReview = "You don't have permission to review this document.";
    const done = 'You have already reviewed this document.';
    const away = (toast: string) => ({ to: '/dashboard', toast, status: 303 });
    const approving = addresses.approve(inReview);
    expect(await ask(org, author, approving, approve.loader)).toMatchObject(away(toApprove));
    expect(await ask(org, admin, approving, approve.action, formOf(admin))).toMatchObject(away(toApprove));
    const reviewing = addresses.review(record);
    expect(await ask(org, admin, reviewing, review.loader)).toMatchObject(away(toReview));
    await world.train(employee, published);
    expect(await ask(org, employee, reviewing, review.loader)).toMatchObject(away(done));
  });

  it('beside each field, the credential’s too', async () => {
    const org = await signingWorld();
    const { inReview, other } = org;
    const required = 'This field is required.';
    const mismatch = 'The entered email address does not match your user profile.';
    const wrong = 'Your email address and password combination are incorrect.';
    const cases: [decision: 'approve' | 'reject', more: object, field: string, message: string][] = [
      ['approve', { email: '' }, 'email', required],
      ['approve', { email: 'nobody' }, 'email', 'Enter a valid email address'],
      ['approve', { password: '' }, 'password', required],
      ['approve', { signedName: ' ' }, 'signedName', required],
      ['approve', { consent: '' }, 'consent', required],
      ['reject', { reason: '' }, 'reason', required],
      ['approve', { email: 'somebody.else@northmere.example' }, 'email', mismatch],
      ['approve', { password: 'not the password' }, 'password', wrong],
    ];
    for (const [decision, more, field, message] of cases) {
      const answer = await ask(org, other, addresses.approve(inReview, decision), approve.action, formOf(other, more));
      expect(answer.errors[field], `${decision} ${JSON.stringify(more)}`).toEqual([message]);
      expect(Object.keys(answer.errors), field).toEqual([field]);
    }
  });

  it('where the signature is another’s name: to approve, to reject and to complete training', async () => {
    const org = await signingWorld();
    const { inReview, record, other, employee } = org;
    const name = ['The signature must be your own name.'];
    const more = { signedName: 'Priya Raman', reason: 'Step 6.' };
    for (const decision of ['approve', 'reject'] as const) {
      const answer = await ask(org, other, addresses.approve(inReview, decision), approve.action, formOf(other, more));
      expect(answer).toMatchObject({ status: 422, errors: { signedName: name } });
    }
    expect(await ask(org, employee, addresses.review(record), review.action, formOf(employee, more))).toMatchObject({
      status: 422,
      errors: { signedName: name },
    });
    const own = { signedName: ' MARIT  solheim' };
    const signed = await ask(org, other, addresses.approve(inReview, 'approve'), approve.action, formOf(other, own));
    expect(signed).toMatchObject({ to: addresses.approvalSigned(inReview) });
    const drawn = await org.services.database.read(org.world.org, (db) =>
      db
        .selectFrom('read.approval')
        .select(['signed_name', 'signer_name'])
        .where('document_uid', '=', inReview)
        .execute(),
    );
    expect(drawn).toEqual([{ signed_name: 'MARIT solheim', signer_name: 'Marit Solheim' }]);
  });

  it('where a person has signed differently in another window: on the signature page, with the error', async () => {
    const org = await signingWorld();
    const { inReview, other } = org;
    const signed = { to: addresses.approvalSigned(inReview), status: 303 };
    const approving = addresses.approve(inReview, 'approve');
    const approval = (await org.services.database.read(org.world.org, (db) =>
      db.selectFrom('read.approval').select('uid').where('document_uid', '=', inReview).executeTakeFirstOrThrow(),
    ))!.uid;
    expect(await ask(org, other, approving, approve.action, formOf(other, { approval }))).toMatchObject(signed);
    const rejecting = addresses.approve(inReview, 'reject');
    const refused = await ask(org, other, rejecting, approve.action, formOf(other, { approval, reason: 'Step 6.' }));
    expect(refused).toMatchObject(signed);
    expect(refused.toast).toMatch(/^There was a problem rejecting the document\. .+/);
  });

  it('where the document was revised meanwhile: the new version is not signed', async () => {
    const org = await signingWorld();
    const { services, world, inReview, author, other } = org;
    const approvals = () =>
      services.database.read(world.org, (db) =>
        db
          .selectFrom('read.approval')
          .select(['uid', 'version', 'status'])
          .where('document_uid', '=', inReview)
          .orderBy('version')
          .execute(),
      );
    const [{ uid: approval } = { uid: '' }] = await approvals();
    await world.act(author, reviseDocument, await revision(org, inReview, author, '2.0', [other]));
    await ask(org, other, addresses.file(inReview, '2.0', 'final', 'approval'), file);
    const refused = await ask(
      org,
      other,
      addresses.approve(inReview, 'approve'),
      approve.action,
      formOf(other, { approval }),
    );
    expect(refused.errors['']?.join()).toMatch(/^There was a problem approving the document\. .*1\.0 is CANCELLED\./);
    expect((await approvals()).map(({ version, status }) => `${version} ${status}`)).toEqual([
      '1.0 CANCELLED',
      '2.0 OPEN',
    ]);
  });

  it('where recording fails: the form stays, with the error', async () => {
    const db = await freshDatabase();
    const org = await signingWorld({ db });
    const { inReview, record, other, employee } = org;
    await db.owner.query(
      `create function ledger.refuse() returns trigger language plpgsql as $$
        begin raise exception 'the disk is full'; end $$`,
    );
    await db.owner.query(
      'create trigger refuse before insert on ledger.event for each row execute function ledger.refuse()',
    );
    const cases = [
      [addresses.approve(inReview, 'approve'), approve.action, other, 'There was a problem approving the document.'],
      [addresses.approve(inReview, 'reject'), approve.action, other, 'There was a problem rejecting the document.'],
      [addresses.review(record), review.action, employee, 'There was a problem reviewing the document.'],
    ] as const;
    for (const [address, route, person, words] of cases) {
      const answer = await ask(org, person, address, route, formOf(person, { reason: 'Step 6 is missing.' }));
      expect(answer).toMatchObject({ status: 500, to: null, errors: { '': [words] } });
    }
    await db.close();
  });
});
