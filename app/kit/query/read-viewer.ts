import { sql, type Kysely } from 'kysely';
import type { Named } from '#events/common.ts';
import type { OrganisationSettings } from '#events/organisation/events.ts';
import { instantOf, type Instant } from '#events/time.ts';
import type { Role } from '#events/user/events.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import type { Visit } from '#app/kit/session/sessions.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

interface Row {
  uid: string;
  org_id: string;
  first_name: string;
  last_name: string;
  email: string;
  role: Role;
  credential_updated_at: Instant | null;
  org_name: string;
  settings: OrganisationSettings;
  departments: Named[];
  ledger_size: string;
  list_choices: Viewer['listChoices'];
  unread: number;
}

/**
 * The person of a valid session with the organisation's settings; null if the person is not active. `db` needs no
 * transaction: the statement sets the organisation that it reads.
 */
export async function readViewer(
  db: Kysely<Database>,
  session: { org: string; user: string; publicId: string },
): Promise<Viewer | null> {
  const { rows } = await sql<Row>`select * from read.viewer(${session.org}, ${session.user})`.execute(db);
  return rows[0] ? viewerFrom(rows[0], session.publicId) : null;
}

/** The person of a session that was just read with it; null if the person is not active. */
export function viewerOfVisit({
  person,
  publicId,
  factor,
}: Pick<Visit, 'person' | 'publicId' | 'factor'>): Viewer | null {
  if (person === null) return null;
  const {
    ledger_size: size,
    credential_updated_at: since,
    ...rest
  } = person as Omit<Row, 'ledger_size'> & {
    ledger_size: number;
  };
  const updated = since && instantOf(since);
  return { ...viewerFrom({ ...rest, ledger_size: String(size), credential_updated_at: updated }, publicId), factor };
}

const viewerFrom = (person: Row, session: string): Viewer => ({
  uid: person.uid,
  org: person.org_id,
  orgName: person.org_name,
  settings: person.settings,
  firstName: person.first_name,
  lastName: person.last_name,
  email: person.email,
  role: person.role,
  departments: person.departments,
  position: person.ledger_size,
  listChoices: person.list_choices,
  unread: person.unread,
  session,
  credentialUpdatedAt: person.credential_updated_at,
});
