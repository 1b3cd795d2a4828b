import { openFile } from '#app/documents/commands/open-file.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { sop, type Organisation } from '#tests/support/organisation.ts';

/** A document in review by these people, and the uid of each one's approval. */
export async function inReview(org: Organisation, docNum: string, approvers: readonly Person[]) {
  const document = await org.world.create(org.author, { ...sop(docNum), approvers });
  const rows = await approvalsOf(org, document);
  const approvalOf = (person: Person): string => rows.find(({ user_uid }) => user_uid === person.uid)?.uid ?? '';
  const open = (person: Person, kind: 'final' | 'working' = 'final') =>
    org.world.act(person, openFile, { document, version: '1.0', kind, purpose: 'approval' });
  return { document, approvalOf, open };
}

/** The approvals of a document. */
export const approvalsOf = ({ services, world }: Organisation, document: string) =>
  services.database.read(world.org, (db) =>
    db
      .selectFrom('read.approval')
      .select(['uid', 'user_uid', 'status', 'version', 'cancelled_because', 'signer_name', 'sha256'])
      .where('document_uid', '=', document)
      .execute(),
  );

/** What was recorded of a person's access, with the reasons of refusals. */
export const accessOf = async ({ services, world }: Organisation, person: Person) => {
  const { events } = await services.ledger.readStream(world.org, `access-${person.uid}`);
  return events.map(({ type, data }) => ({ type, reason: data.reason }));
};
