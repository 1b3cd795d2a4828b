import { describe, expect, it } from 'vitest';
import { openedPdf, presetReasons, sign, signature, signatureMeaning, type SigningFacts } from '#events/signature.ts';
import { author, now, signing, uidOf } from '#tests/deciders/people.ts';

const pdf = 'b'.repeat(64);
const subject = { document: uidOf(1000), version: '1.0', pdfs: [pdf] };
const facts = signing(author, [pdf], 'Because.');
const entering = (entered: Partial<SigningFacts['entered']>): SigningFacts => ({
  ...facts,
  entered: { ...facts.entered, ...entered },
});

describe('signature', () => {
  it.each(signatureMeaning.options)('[P11-50] %s is complete as its schema asks', (meaning) => {
    const signed = sign(meaning, facts, subject, now);
    expect(signed.ok && signature.parse(signed.value)).toMatchObject({ meaning, sha256: pdf, signedAt: now });
  });

  it('presets the reason, but for a rejection', () => {
    expect(presetReasons).toEqual({
      approved: 'I approve of this document.',
      read_and_understood: 'I have read and understand.',
    });
    expect(sign('rejected', facts, subject, now)).toMatchObject({ value: { reason: 'Because.' } });
    expect(sign('approved', facts, subject, now)).toMatchObject({ value: { reason: 'I approve of this document.' } });
  });

  it('[P11-200] refuses any other address than the signer’s own', () => {
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

  it('takes a name of 160 characters in one line, and none longer', () => {
    const named = (signedName: string) => sign('approved', entering({ signedName }), subject, now);
    expect(named('x'.repeat(160)).ok).toBe(true);
    for (const signedName of ['x'.repeat(161), 'Ines\u2028Okafor', 'Ines\nOkafor'])
      expect(named(signedName)).toMatchObject({ failure: { fields: { signedName: ['Invalid Input.'] } } });
  });

  it('[P11-10j] asks for the statement on electronic signatures first', () => {
    expect(sign('approved', { ...facts, statementAccepted: false }, subject, now)).toMatchObject({
      failure: { code: 'signature_statement_not_accepted' },
    });
  });

  it('[P11-70] stays locked until the PDF of that version was opened', () => {
    expect(openedPdf([], [pdf])).toBeNull();
    expect(openedPdf(['c'.repeat(64)], [pdf])).toBeNull();
    expect(sign('approved', { ...facts, opened: ['c'.repeat(64)] }, subject, now)).toMatchObject({
      failure: { code: 'signature_pdf_not_opened' },
    });
    expect(sign('approved', facts, { ...subject, pdfs: [] }, now)).toMatchObject({ ok: false });
  });
});
