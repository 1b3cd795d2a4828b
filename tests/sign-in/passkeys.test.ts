import { describe, expect, it } from 'vitest';
import { approveDocument, askPasskeyToApprove, rejectDocument } from '#app/approvals/commands/sign.ts';
import { askForNewPasskey, enrolPasskey } from '#app/sign-in/commands/passkey/enrol.ts';
import { openFile } from '#app/documents/commands/open-file.ts';
import { askPasskeyToTrain, signTraining } from '#app/training/commands/sign.ts';
import { signatureOf } from '#app/set-up/demonstration/world.ts';
import { PasskeyCheck } from '#app/audit/evidence/verify/passkey/passkeys.ts';
import { streams } from '#events/streams.ts';
import { inDays, organisation, sop, type Organisation } from '#tests/support/organisation.ts';
import { approvalWithPasskey, approveWithPasskey, enrolledPasskey } from '#tests/support/passkey/enrolled-passkey.ts';
import { softwarePasskey } from '#tests/support/passkey/software-passkey.ts';

const read = ({ services, world }: Organisation, stream: string) => services.ledger.readStream(world.org, stream);

let number = 0;

/** The uid of a document in review, opened by its approver, and of the approval. */
async function inReview({ world, author, other: approver, services }: Organisation) {
  const document = await world.create(author, { ...sop(String(++number).padStart(3, '0')), approvers: [approver] });
  await world.act(approver, openFile, { document, version: '1.0', kind: 'final', purpose: 'approval' });
  const { uid } = await services.database.read(world.org, (db) =>
    db.selectFrom('read.approval').select('uid').where('document_uid', '=', document).executeTakeFirstOrThrow(),
  );
  return { document, approval: uid };
}

const refused = (code: string) => ({ failure: { code } });

describe('[A11d-13] a signature with a passkey', () => {
  it('holds the assertion, from which the ledger’s verifier and anybody can check it', async () => {
    const org = await organisation();
    const { world, other, services } = org;
    const passkey = await enrolledPasskey(world, other);
    const { document, approval } = await inReview(org);
    await approveWithPasskey(world, other, { approval, passkey });
    const { events } = await read(org, streams.document(document));
    const given = events.find(({ type }) => type === 'ApprovalGiven')!;
    expect(given.data.signature).toMatchObject({
      credential: { method: 'email, password and passkey', passkey: { credentialId: passkey.credentialId } },
    });
    const check = new PasskeyCheck();
    for (const event of (await read(org, streams.user(other.uid))).events) expect(check.next(event)).toBeNull();
    expect(await check.next(given)).toBe('holds');
    const row = await services.database.read(world.org, (db) =>
      db.selectFrom('read.approval').select('signed_with').where('uid', '=', approval).executeTakeFirstOrThrow(),
    );
    expect(row.signed_with).toBe('email, password and passkey');
  });

  it('completes training', async () => {
    const org = await organisation();
    const { world, other, author, employee, services } = org;
    const own = await enrolledPasskey(world, employee);
    const document = await world.create(author, { ...sop(String(++number).padStart(3, '0')), approvers: [other] });
    await world.sign(other, document);
    await world.publish(document, ['Quality'], inDays(30));
    const { uid: record } = await services.database.read(world.org, (db) =>
      db
        .selectFrom('read.training_record')
        .select('uid')
        .where('document_uid', '=', document)
        .where('user_uid', '=', employee.uid)
        .executeTakeFirstOrThrow(),
    );
    await world.act(employee, openFile, { document, version: '1.0', kind: 'final', purpose: 'training' });
    const form = { ...signatureOf(employee), record };
    const { challenge } = await world.act(employee, askPasskeyToTrain, form);
    await world.act(employee, signTraining, { ...form, passkey: JSON.stringify(own.answer(challenge)) });
    const { events } = await read(org, streams.record(record));
    expect(events[0]!.data.signature).toMatchObject({ credential: { method: 'email, password and passkey' } });
  });

  it('is refused with an answer that was used before, which is recorded', async () => {
    const org = await organisation();
    const { world, other } = org;
    const passkey = await enrolledPasskey(world, other);
    const first = await inReview(org);
    const form = await approvalWithPasskey(world, other, { approval: first.approval, passkey });
    const wrong = { ...form, password: 'not-the-password-1' };
    expect(await world.attempt(other, approveDocument, wrong)).toMatchObject(refused('signature_credentials_wrong'));
    await world.act(other, approveDocument, form);
    const second = await inReview(org);
    const again = { ...form, approval: second.approval };
    expect(await world.attempt(other, approveDocument, again)).toMatchObject(refused('passkey_expired'));
    const { events } = await read(org, `access-${other.uid}`);
    expect(events.at(-1)).toMatchObject({ type: 'SignatureCredentialRefused', data: { reason: 'wrong_passkey' } });
  });

  it('is refused after the words changed: another name, document or meaning', async () => {
    const org = await organisation();
    const { world, other } = org;
    const passkey = await enrolledPasskey(world, other);
    const [one, two] = [await inReview(org), await inReview(org)];
    const ask = () => approvalWithPasskey(world, other, { approval: one.approval, passkey });
    for (const [command, more] of [
      [approveDocument, { signedName: signatureOf(other).signedName.toUpperCase() }],
      [approveDocument, { approval: two.approval }],
      [rejectDocument, { reason: 'Step 3 is missing.' }],
    ] as const)
      expect(await world.attempt(other, command, { ...(await ask()), ...more })).toMatchObject(
        refused('passkey_words_changed'),
      );
    const form = { ...signatureOf(other), approval: one.approval, decision: 'approve' };
    expect(await world.attempt(other, askPasskeyToApprove, { ...form, signedName: 'Somebody Else' })).toMatchObject(
      refused('invalid_input'),
    );
  });

  it('is refused with another passkey, another person’s, another site’s or an unrecognised person', async () => {
    const org = await organisation();
    const { world, other, admin } = org;
    const passkey = await enrolledPasskey(world, other);
    const { approval } = await inReview(org);
    const form = { ...signatureOf(other), approval };
    const anothers = await enrolledPasskey(world, admin);
    const foreignSite = softwarePasskey('https://evil.example');
    const posing = { id: passkey.credentialId, rawId: passkey.credentialId };
    for (const answer of [
      (challenge: string) => anothers.answer(challenge),
      (challenge: string) => ({ ...anothers.answer(challenge), ...posing }),
      (challenge: string) => ({ ...foreignSite.answer(challenge), ...posing }),
      (challenge: string) => passkey.answer(challenge, { flags: 0x01 }),
    ]) {
      const { challenge } = await world.act(other, askPasskeyToApprove, { ...form, decision: 'approve' });
      const sent = { ...form, passkey: JSON.stringify(answer(challenge)) };
      expect(await world.attempt(other, approveDocument, sent)).toMatchObject(refused('passkey_wrong'));
    }
    expect(await world.attempt(other, approveDocument, { ...form, passkey: 'nothing' })).toMatchObject(
      refused('passkey_wrong'),
    );
  });

  it('is refused with the challenge of another organisation’s person', async () => {
    const org = await organisation();
    const foreign = await organisation({ db: org.db });
    const theirs = await enrolledPasskey(foreign.world, foreign.other);
    const { approval } = await inReview(org);
    await enrolledPasskey(org.world, org.other);
    const form = { ...signatureOf(org.other), approval };
    const { challenge } = await org.world.act(org.other, askPasskeyToApprove, { ...form, decision: 'approve' });
    const document = await foreign.world.create(foreign.author, { ...sop('001'), approvers: [foreign.other] });
    await foreign.world.act(foreign.other, openFile, { document, version: '1.0', kind: 'final', purpose: 'approval' });
    const { uid } = await foreign.services.database.read(foreign.world.org, (db) =>
      db.selectFrom('read.approval').select('uid').executeTakeFirstOrThrow(),
    );
    const sent = { ...signatureOf(foreign.other), approval: uid, passkey: JSON.stringify(theirs.answer(challenge)) };
    expect(await foreign.world.attempt(foreign.other, approveDocument, sent)).toMatchObject(refused('passkey_expired'));
  });
});

describe('[A11d-13] a new passkey', () => {
  it('asks for the password, and is enrolled once, by an answer to its own challenge', async () => {
    const org = await organisation();
    const { world, author } = org;
    const own = softwarePasskey(world.ports.config.publicUrl);
    expect(await world.attempt(author, askForNewPasskey, { password: 'not-the-password-1' })).toMatchObject(
      refused('signature_credentials_wrong'),
    );
    const { challenge } = await world.act(author, askForNewPasskey, { password: author.password });
    const unrecognised = { name: 'Key', passkey: JSON.stringify(own.register(challenge, 0x41)) };
    expect(await world.attempt(author, enrolPasskey, unrecognised)).toMatchObject(refused('passkey_wrong'));
    const sent = { name: 'Key', passkey: JSON.stringify(own.register(challenge)) };
    expect(await world.attempt(author, enrolPasskey, sent)).toMatchObject(refused('passkey_expired'));
    const { challenge: another } = await world.act(author, askForNewPasskey, { password: author.password });
    const fresh = { name: 'Key', passkey: JSON.stringify(own.register(another)) };
    expect(await world.attempt(org.employee, enrolPasskey, fresh)).toMatchObject(refused('passkey_expired'));
    await world.act(author, enrolPasskey, fresh);
    const { events } = await read(org, streams.user(author.uid));
    expect(events.at(-1)).toMatchObject({
      type: 'AuthenticatorEnrolled',
      data: { kind: 'passkey', model: 'Key', credentialId: own.credentialId, publicKey: own.publicKey },
    });
  });
});
