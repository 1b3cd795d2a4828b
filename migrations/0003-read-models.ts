import { type Kysely, sql } from 'kysely';
import { readIndexes } from './read-models/indexes.ts';
import { readTables } from './read-models/tables.ts';

const organisation = `nullif(current_setting('imprimatur.org', true), '')::uuid`;

/**
 * The read models: folded from the ledger by `ledger.append` in its own transaction, rebuilt by the owner, and only
 * read by the application's role, which sees the rows of its organisation alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);

  // For search and sorting: lower case, compatible forms as one, no combining marks. "É" and "e" meet, "ß" stays. ASCII, which nearly
  // every name is, has nothing to take apart, and is told by its length at a tenth of the time.
  await run(`
    create function read.folded(words text) returns text language sql immutable strict parallel safe
    return case when octet_length(words) = char_length(words) then lower(words)
                else lower(regexp_replace(normalize(words, nfkd), U&'[\\0300-\\036F]', '', 'g')) end`);
  // For uniqueness: what looks the same is the same, spaces around it do not count.
  await run(`
    create function read.trimmed(words text) returns text language sql immutable strict parallel safe
    return normalize(regexp_replace(words, '^\\s+|\\s+$', '', 'g'), nfc)`);
  await run('grant execute on function read.folded, read.trimmed to imprimatur_app');

  for (const [name, columns] of Object.entries(readTables)) {
    await run(`create table read.${name} (org_id uuid not null, ${columns})`);
    await run(`alter table read.${name} enable row level security`);
    await run(
      `create policy organisation on read.${name} for select to imprimatur_app using (org_id = ${organisation})`,
    );
    await run(`revoke all on read.${name} from public, imprimatur_app`);
    await run(`grant select on read.${name} to imprimatur_app`);
  }
  for (const index of readIndexes) await run(index);

  // A batch of training says whom and what it concerns in the records it made; everything else in audit_entry.
  await run(`
    create view read.audit with (security_invoker = true) as
      select org_id, kind, subject, position from read.audit_entry
      union select org_id, 'document', document_uid, assigned_position from read.training_record
      union select org_id, 'document', document_uid, completed_position from read.training_record where completed_position is not null
      union select org_id, 'document', document_uid, cancelled_position from read.training_record where cancelled_position is not null
      union select org_id, 'user', user_uid, assigned_position from read.training_record
      union select org_id, 'user', user_uid, completed_position from read.training_record where completed_position is not null
      union select org_id, 'user', user_uid, cancelled_position from read.training_record where cancelled_position is not null`);
  await run('grant select on read.audit to imprimatur_app');
}
