import { openFile } from '#app/documents/commands/open-file.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import type { Site } from '#tests/http/site.ts';

interface Signable {
  uid: string;
  document: string;
  version: string;
  user: string;
  status: string;
}

const known = new WeakMap<Site, { approvals: Signable[]; records: Signable[] }>();

/** Reads both organisations' approvals and training records for the rows, and opens the PDFs to sign. */
export async function readSignables(site: Site): Promise<void> {
  const found = { approvals: [] as Signable[], records: [] as Signable[] };
  for (const { world } of [site.ours, site.theirs]) {
    const [approvals, records] = await site.services.database.read(world.org, (db) =>
      Promise.all([
        db
          .selectFrom('read.approval')
          .select(['uid', 'document_uid as document', 'version', 'user_uid as user', 'status'])
          .execute(),
        db
          .selectFrom('read.training_record')
          .select(['uid', 'document_uid as document', 'version', 'user_uid as user', 'status'])
          .execute(),
      ]),
    );
    found.approvals.push(...approvals);
    found.records.push(...records);
  }
  known.set(site, found);
  const { approver, author, documents, world } = site.ours;
  const open = (by: Person, document: string, version: string, purpose: string) =>
    world.act(by, openFile, { document, version, kind: 'final', purpose });
  await open(approver, documents.inReview, '1.0', 'approval');
  await open(approver, documents.underRevision, '2.0', 'approval');
  await open(author, documents.effective, '1.0', 'training');
}

const one = (of: 'approvals' | 'records') => (site: Site, document: string, person: Person, status?: string) => {
  const found = known
    .get(site)
    ?.[of].find(
      (row) => row.document === document && row.user === person.uid && (status === undefined || row.status === status),
    );
  if (!found) throw new Error(`${person.firstName} is not asked about ${document}`);
  return found.uid;
};

/** The uid of a person's approval of a document, and of a person's training record on one. */
export const approvalOf = one('approvals');
export const recordOf = one('records');
