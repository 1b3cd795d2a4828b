import { describe, expect, it } from 'vitest';
import { encode, type E } from '#events/catalogue.ts';
import type { Result } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { approveDocument } from '#app/approvals/commands/sign.ts';
import { addApprover, removeApprover } from '#app/documents/commands/approvers.ts';
import { createDocument } from '#app/documents/commands/create.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { documentEvents, manifestFacts } from '#app/approvals/jobs/manifest-facts.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { changeRoute, defineRoute, retireRoute } from '#app/approval-routes/commands/manage.ts';
import { approvalToSign } from '#app/approvals/queries/to-sign.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { signatureOf, type Person } from '#app/set-up/demonstration/world.ts';
import {
  eventsOf,
  organisation,
  revision,
  rowOf,
  somebody,
  sop,
  type Organisation,
} from '#tests/support/organisation.ts';

const unit = { uid: '00000000-0000-4000-8000-000000000600', name: 'Quality unit' };
const review = {
  name: 'Review',
  meaning: 'reviewed',
  who: { kind: 'named_by_owner' },
  howMany: 'all',
  days: 5,
};
const quality = { ...review, name: 'Quality', meaning: 'quality_approved', who: { kind: 'function', function: unit } };
const definition = {
  name: 'Procedures',
  types: ['SOP'],
  areas: [],
  steps: [review, { ...quality, howMany: 1 }],
  separation: 'strict',
  samePerson: false,
};

/** Records events of a person as an admin's act. */
async function record({ services, world, admin }: Organisation, person: Person, ...events: E[]) {
  const stream = streams.user(person.uid);
  const versions = await services.ledger.streamVersions(world.org, [stream]);
  await services.ledger.append({
    org: world.org,
    actor: { kind: 'user', uid: admin.uid, name: 'Ines Okafor', role: 'ADMIN', session: null, address: null },
    commandId: services.newId(),
    writes: [{ stream, expectedVersion: versions.get(stream) ?? 0, events: events.map(encode) }],
  });
}
const grant = (org: Organisation, person: Person) =>
  record(org, person, {
    type: 'FunctionGranted',
    data: { user: person.uid, function: unit, from: '2026-01-01', until: null, reason: null },
  });

const approvals = ({ services, world }: Organisation, document: string) =>
  services.database.read(world.org, (db) =>
    db
      .selectFrom('read.approval')
      .select(['uid', 'user_uid as user', 'status', 'step', 'function_name as held', 'meaning', 'signer_uid as signer'])
      .where('document_uid', '=', document)
      .orderBy('step')
      .orderBy('user_name')
      .execute(),
  );

async function attempt(org: Organisation, by: Person, document: string, of: Person = by) {
  const found = (await approvals(org, document)).findLast(({ user }) => user === of.uid);
  await org.world.act(by, openFile, { document, version: '1.0', kind: 'final', purpose: 'manage' });
  return org.world.attempt(by, approveDocument, { ...signatureOf(by), approval: found?.uid ?? '' });
}
/** What the page of a person's signature shows. */
async function toSign({ services, world }: Organisation, person: Person, document: string) {
  const viewer = await readViewer(services.database.kysely, { org: world.org, user: person.uid, publicId: '' });
  if (!viewer) return null;
  const shown = await services.database.read(world.org, (db) =>
    approvalToSign.run({ document }, { db, viewer, now: services.now() } as never),
  );
  return shown.ok ? shown.value : null;
}
const codeOf = (result: Result<unknown>) => (result.ok ? 'signed' : result.failure.code);

describe('[P11-10f] [CFR211-22b] a document along a route', () => {
  it('asks those who hold the function, step by step, and keeps to the route that it was sent along', async () => {
    const org = await organisation();
    const { world, admin, author, other } = org;
    const { route } = await world.act(admin, defineRoute, { definition });
    expect(codeOf(await world.attempt(author, defineRoute, { definition }))).toBe('not_allowed');
    const without = await world.attempt(author, createDocument, {
      ...sop('001'),
      ...(await world.upload(author, world.paperOf({ ...sop('001'), version: '1.0' }))),
      version: '1.0',
      send: true,
      approvers: [other.uid],
    });
    expect(codeOf(without)).toBe('quality_step_required');
    await grant(org, admin);
    const document = await world.create(author, { ...sop('002'), approvers: [other] });
    expect(await approvals(org, document)).toMatchObject([
      { user: other.uid, status: 'OPEN', step: 1, held: null },
      { user: admin.uid, status: 'WAITING', step: 2, held: unit.name },
    ]);
    const steps = [{ ...review, howMany: 1 }, quality];
    await world.act(admin, changeRoute, { route, definition: { ...definition, steps }, reason: 'Fewer reviewers.' });
    expect(codeOf(await attempt(org, admin, document))).toBe('step_not_open');
    expect(codeOf(await attempt(org, other, document))).toBe('signed');
    // Promoted, absent, and without the function: each is looked at when it is signed.
    await record(org, admin, {
      type: 'FunctionWithdrawn',
      data: { user: admin.uid, function: unit, reason: 'Moved.' },
    });
    expect(codeOf(await attempt(org, admin, document))).toBe('function_missing');
    const away = { user: admin.uid, absence: world.org, from: '2026-01-01', until: '2999-01-01', reason: null };
    const standsIn = await world.join(somebody('Nadia', 'Haddad', 'AUTHOR'), ['Quality']);
    const deputy = { uid: standsIn.uid, name: 'Nadia Haddad' };
    const declared: E = { type: 'AbsenceDeclared', data: { ...away, deputy, covers: 'approvals' } };
    await record(org, admin, declared);
    expect(codeOf(await attempt(org, standsIn, document, admin))).toBe('deputy_not_eligible');
    await grant(org, standsIn);
    const { type: _, data } = declared as Extract<E, { type: 'AbsenceDeclared' }>;
    const { covers: __, ...ended } = data;
    await record(org, admin, { type: 'AbsenceEnded', data: ended });
    expect(codeOf(await attempt(org, standsIn, document, admin))).toBe('approval_not_yours');
    await record(org, admin, { ...declared, data: { ...data, absence: document } } as E);
    expect(await toSign(org, standsIn, document)).toMatchObject({
      standsInFor: { name: 'Ines Okafor', until: '2999-01-01' },
      completesStep: true,
      approval: { user: admin.uid, step: 2, status: 'OPEN' },
      steps: [{ state: 'complete' }, { state: 'open', meaning: 'quality_approved' }],
    });
    expect(codeOf(await attempt(org, standsIn, document, admin))).toBe('signed');
    expect((await approvals(org, document)).at(-1)).toMatchObject({
      meaning: 'quality_approved',
      signer: standsIn.uid,
    });
    expect(await rowOf(org, document)).toMatchObject({ status: 'APPROVED' });
    const past = await documentEvents(org.services, world.org, document);
    const { facts } = await manifestFacts(org.services, world.org, { version: '1.0', events: past });
    expect(facts.signatures.map(({ meaning }) => meaning)).toEqual([
      'I have reviewed this document. Step 1.',
      'I approve this document for the quality unit. Step 2, Quality unit, for Ines Okafor.',
    ]);
    // The next version goes along the changed route.
    await world.act(author, reviseDocument, await revision(org, document, author, '2.0', [other]));
    const { events } = await org.services.ledger.readStream(world.org, streams.document(document));
    expect(events.at(-2)?.data).toMatchObject({ route: { version: 2 } });
    // A minor change takes a route of its own, and people chose in the steps that their form showed.
    const small = {
      ...definition,
      name: 'Small changes',
      kinds: ['minor', 'editorial'],
      steps: [{ ...review, meaning: 'approved' }],
    };
    const { route: ofSmall } = await world.act(admin, defineRoute, { definition: small });
    const minor = async (routed: string) => ({
      ...(await revision(org, document, author, '2.1', [other])),
      change: { kind: 'minor', reason: null, summary: [], origin: [], trainingImpact: 'read', trainingReason: null },
      routed,
    });
    const refused = await world.attempt(author, reviseDocument, await minor(`${route} 2`));
    expect(JSON.stringify(refused)).toContain('This version takes other steps now.');
    await world.act(author, reviseDocument, await minor(`${ofSmall} 1`));
    await world.act(author, reviseDocument, await revision(org, document, author, '3.0', [other]));
    const later = await org.services.ledger.readStream(world.org, streams.document(document));
    const taken = later.events.flatMap(({ data }) => (data as { route?: { name: string } }).route?.name ?? []);
    expect(taken).toEqual(['Procedures', 'Procedures', 'Small changes', 'Procedures']);
    await world.act(admin, retireRoute, { route, reason: 'Not needed.' });
    const after = await world.create(author, { ...sop('003'), approvers: [other] });
    expect(await approvals(org, after)).toMatchObject([{ status: 'OPEN', step: null }]);
  });

  it('is refused for documents that another admin defines a route for at the same moment', async () => {
    const { world, admin } = await organisation();
    const some = ['One', 'Two', 'Three', 'Four'].map((name, at) => ({
      definition: { ...definition, name, kinds: at % 2 === 0 ? ['minor'] : ['minor', 'editorial'] },
    }));
    const defined = await Promise.all(some.map((one) => world.attempt(admin, defineRoute, one)));
    expect(defined.filter(({ ok }) => ok)).toHaveLength(1);
    for (const one of defined)
      if (!one.ok)
        expect(one.failure.fields?.types).toMatchObject([expect.stringMatching('for these documents already')]);
    const beside = { ...definition, name: 'Beside', types: ['Form'], areas: [] };
    const { route } = await world.act(admin, defineRoute, { definition: beside });
    await world.act(admin, changeRoute, {
      route,
      definition: { ...beside, types: ['Form', 'Policy'] },
      reason: 'More.',
    });
    await world.act(admin, retireRoute, { route, reason: 'Not needed.' });
    await world.act(admin, defineRoute, { definition: { ...beside, name: 'Again' } });
    await world.act(admin, defineRoute, { definition: { ...beside, name: 'Narrower', kinds: ['minor'] } });
  });

  it('completes a step once where its last two sign at the same moment', async () => {
    const org = await organisation();
    const { world, admin, author, other } = org;
    const one = {
      ...definition,
      steps: [
        { ...review, meaning: 'approved' },
        { ...review, name: 'Second', meaning: 'approved' },
      ],
    };
    await world.act(admin, defineRoute, { definition: one });
    const third = await world.join(somebody('Nadia', 'Haddad', 'AUTHOR'), ['Quality']);
    const document = await world.create(author, { ...sop('001'), approvers: [other, third] });
    await world.act(author, addApprover, { document, user: admin.uid, step: 1 });
    const both = await Promise.all([attempt(org, other, document), attempt(org, admin, document)]);
    expect(both.map(codeOf)).toEqual(['signed', 'signed']);
    const last = (await approvals(org, document)).at(-1)?.uid;
    expect(codeOf(await world.attempt(author, removeApprover, { document, approval: last }))).toBe('approver_is_last');
    expect(codeOf(await attempt(org, third, document))).toBe('signed');
    const types = await eventsOf(org, document);
    const count = (type: string) => types.filter((each) => each === type).length;
    expect([count('ApprovalGiven'), count('StepCompleted'), count('DocumentApproved')]).toEqual([3, 2, 1]);
  });
});
