import { extractText } from '#app/search/jobs/extract-text.ts';
import { find } from '#app/search/queries/find.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { inDays, organisation, sop, type Organisation } from '#tests/support/organisation.ts';
import { answer } from '#tests/support/asking.ts';

export const text = (words: string) => [{ heading: 'Procedure', paragraphs: [words] }];

/** A document in force, one that trains, a draft and a retired one, each with a word of its own inside. */
export async function library() {
  const org = await organisation();
  const { world, author, other, admin } = org;
  const effective = await world.create(author, {
    ...sop('117', 'Cleaning of Vessels'),
    approvers: [other],
    sections: text('The vessel is validated with the reference flask, and Größe is recorded.'),
  });
  await world.sign(other, effective);
  await world.publishNow(effective, ['Laboratory']);
  const pending = await world.create(author, {
    ...sop('118', 'Gowning Scheme'),
    approvers: [other],
    sections: text('Nobody enters without marigold gloves.'),
  });
  await world.sign(other, pending);
  await world.publish(pending, ['Quality'], inDays(9));
  const draft = await world.create(author, {
    ...sop('119', 'Drying Scheme'),
    send: false,
    sections: text('A draft about sandalwood and validation.'),
  });
  const retired = await world.create(other, {
    ...sop('120', 'Old Filling'),
    approvers: [author],
    sections: text('Retired words about tamarind.'),
  });
  await world.sign(author, retired);
  await world.publishNow(retired, ['Quality']);
  await world.act(admin, retireDocument, { document: retired, reason: 'Merged.' });
  for (const document of [effective, pending, draft, retired]) await extractText(org.services, world.org, document);
  return { ...org, effective, pending, draft, retired };
}

export const found = async (org: Organisation, person: Person, q: string) => {
  const { documents } = await answer(org, person, find, { q });
  return documents.map(({ name }) => name);
};
export const marked = async (org: Organisation, person: Person, q: string) => {
  const { documents } = await answer(org, person, find, { q });
  const pieces = documents[0]?.inside?.snippet ?? [];
  return pieces.filter((piece) => piece.marked).map((piece) => piece.text);
};

/** The SHA-256 of the PDF in force. */
export const finalOf = async ({ services, world }: Organisation, document: string): Promise<string> => {
  const row = await services.database.read(world.org, (db) =>
    db
      .selectFrom('read.document_version')
      .select('final_file')
      .where('document_uid', '=', document)
      .where('status', '=', 'EFFECTIVE')
      .executeTakeFirstOrThrow(),
  );
  return row.final_file.sha256;
};
