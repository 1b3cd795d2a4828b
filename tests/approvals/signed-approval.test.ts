import { expect, it } from 'vitest';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { signedApproval } from '#app/approvals/queries/signed.ts';
import { organisation, revision, sop } from '#tests/support/organisation.ts';
import { answer } from '#tests/support/asking.ts';

it('shows the latest signature on the document, and the approval that has waited longest', async () => {
  const org = await organisation();
  const { world, author, other } = org;
  const ask = (docNum: string) => world.create(author, { ...sop(docNum), approvers: [other] });
  const documents = [await ask('001'), await ask('002'), await ask('003')] as const;
  const signed = async (document: string) => {
    const { of, signature, next, waiting } = await answer(org, other, signedApproval, { document });
    return [of.version, signature.meaning, next?.docNum, waiting];
  };
  await world.sign(other, documents[1]);
  expect(await signed(documents[1])).toEqual(['1.0', 'approved', '001', 2]);
  await world.act(author, reviseDocument, await revision(org, documents[1], author, '2.0', [other]));
  expect(await signed(documents[1])).toEqual(['1.0', 'approved', '001', 3]);
  await world.sign(other, documents[1], 'Step 2 is missing.');
  expect(await signed(documents[1])).toEqual(['2.0', 'rejected', '001', 2]);
  expect(await answer(org, other, signedApproval, { document: documents[0] })).toBe('not_found');
});
