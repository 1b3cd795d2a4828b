import { describe, expect, it } from 'vitest';
import { openedPdf, presetReasons, sign, signature, signatureMeaning, type SigningFacts } from '#events/signature.ts';
import { author, now, signing, uidOf } from '#tests/deciders/people.ts';

const pdf = 'b'.repeat(64);
const subject = { document: uidOf(1000), version: '1.0', pdfs: [pdf], since: '8' };
const facts = signing(author, [pdf], 'Because.');
const entering = (entered: Partial<SigningFacts['entered']>): SigningFacts => ({
  ...facts,
  entered: { ...facts.entered, ...entered },
});

describe('signature', () => {
  it.each(signatureMeaning.options)('[P11-50a] %s is complete as its schema asks', (meaning) => {
    const signed = sign(meaning, facts, subject, now);
    expect(signed.ok && signature.parse(signed.value)).toMatchObject({ meaning, sha256: pdf, signedAt: now });
  });

  it('presets the reason, but for a rejection', () => {
    expect(presetReasons).toEqual({
      reviewed: 'I have reviewed this document.',
      approved: 'I approve of this document.',
      quality_approved: 'I approve of this document for the quality unit.',
      import_checked: 'I have compared the sample of this import with its source.',
      import_approved: 'I approve this import.',
      read_and_understood: 'I have read and understand.',
    });
    expect(sign('rejected', facts, subject, now)).toMatchObject({ value: { reason: 'Because.' } });
    expect(sign('approved', facts, subject, now)).toMatchObject({ value: { reason: 'I approve of this document.' } });
  });

  it('[P11-200a2] refuses a password alone where the organisation asks for a second factor', () => {
    const asked = { ...facts, secondFactorAsked: true };
    expect(sign('approved', asked, subject, now)).toMatchObject({ failure: { code: 'second_factor_missing' } });
    const method = 'email, password and one-time code';
    const credential = { method, checkedAt: now, authenticator: uidOf(2000) } as const;
    expect(sign('approved', { ...asked, credential }, subject, now)).toMatchObject({ value: { credential } });
  });

  it('[P11-200b] refuses any other address than the signer’s own', () => {
    expect(sign('approved', entering({ email: 'other@example.test' }), subject, now)).toMatchObject({
      failure: {
        code: 'signature_email_mismatch',
        fields: { email: ['The entered email address does not match your user profile.'] },
      },
    });
  });

  it('compares the address lower-cased', () => {
    const email = facts.signer.email.toUpperCase();
    expect(sign('approved', entering({ email }), subject, now).ok).toBe(true);
  });

  it.each([
    [{ email: ' ' }, 'email'],
    [{ signedName: ' ' }, 'signedName'],
    [{ consent: false }, 'consent'],
  ])('requires %o', (entered, field) => {
    expect(sign('approved', entering(entered), subject, now)).toMatchObject({
      failure: { code: 'invalid_input', fields: { [field]: ['This field is required.'] } },
    });
  });

  const named = (signedName: string, printedName: string) =>
    sign(
      'approved',
      { ...facts, signer: { ...facts.signer, printedName }, entered: { ...facts.entered, signedName } },
      subject,
      now,
    );

  it.each([
    ['Łucja Nowak', 'Łucja Nowak', 'Łucja Nowak'],
    ['Łucja Nowak', '  łucja   NOWAK ', 'łucja NOWAK'],
    ['Inès Okafor', 'Ine\u0300s Okafor', 'Inès Okafor'],
    ['Inès Okafor', 'Inès\u00a0Okafor', 'Inès Okafor'],
    ['Inès Okafor', 'Inès\u200b Okafor', 'Inès Okafor'],
    ['Ines Okafor', 'Ｉｎｅｓ Okafor', 'Ｉｎｅｓ Okafor'],
    ['Jörg Weiß', 'JÖRG WEISS', 'JÖRG WEISS'],
    ['小林 花', '小林　花', '小林　花'],
  ])('[P11-100a2] takes the own name %s as %j', (printedName, typed, recorded) => {
    expect(named(typed, printedName)).toMatchObject({ value: { signedName: recorded, printedName } });
  });

  it.each([
    ['Łucja Nowak', 'Priya Raman'],
    ['Łucja Nowak', 'Lucja Nowak'],
    ['Łucja Nowak', 'Łucja'],
    ['Łucja Nowak', 'ŁucjaNowak'],
    ['Łucja Nowak', 'Nowak Łucja'],
    ['Inès Okafor', 'Ines Okafor'],
    ['Inès Okafor', 'Ines\u2028Okafor'],
    ['Ines Okafor', 'Іnes Okafor'],
  ])('[P11-100a2] refuses %s the signature %j', (printedName, typed) => {
    expect(named(typed, printedName)).toMatchObject({
      ok: false,
      failure: { code: 'invalid_input', fields: { signedName: [expect.any(String)] } },
    });
  });

  it('[P11-100a2] says that the signature is to be the own name, for each meaning', () => {
    for (const meaning of signatureMeaning.options)
      expect(sign(meaning, entering({ signedName: 'Priya Raman' }), subject, now)).toMatchObject({
        failure: { fields: { signedName: ['The signature must be your own name.'] } },
      });
  });

  it('takes a name of 160 characters in one line, and none longer', () => {
    expect(named('x'.repeat(160), 'x'.repeat(160)).ok).toBe(true);
    for (const signedName of ['x'.repeat(161), 'Ines\u2028Okafor', 'Ines\nOkafor'])
      expect(named(signedName, signedName)).toMatchObject({ failure: { fields: { signedName: ['Invalid Input.'] } } });
  });

  it('[P11-10j] asks for the statement on electronic signatures first', () => {
    expect(sign('approved', { ...facts, statementAccepted: false }, subject, now)).toMatchObject({
      failure: { code: 'signature_statement_not_accepted' },
    });
  });

  it('[P11-70] stays locked until the PDF of that version was opened', () => {
    const another = { sha256: 'c'.repeat(64), position: '9' };
    expect(openedPdf([], subject)).toBeNull();
    expect(openedPdf([another], subject)).toBeNull();
    expect(sign('approved', { ...facts, opened: [another] }, subject, now)).toMatchObject({
      failure: { code: 'signature_pdf_not_opened' },
    });
    expect(sign('approved', facts, { ...subject, pdfs: [] }, now)).toMatchObject({ ok: false });
  });

  it('[P11-70] counts an opening only after the approval or record was opened', () => {
    const opened = [{ sha256: pdf, position: '9' }];
    for (const [since, found] of [
      ['8', pdf],
      ['9', null],
      ['10', null],
      [null, pdf],
    ] as const)
      expect(openedPdf(opened, { pdfs: [pdf], since })).toBe(found);
  });
});
