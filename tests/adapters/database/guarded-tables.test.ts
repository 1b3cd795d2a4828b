import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';

/** Tables that belong to no organisation, and why that is right. */
const withoutOrganisation: Record<string, string> = {
  'app.certificate_authority': 'The installation’s own authority: its keys are encrypted, its certificates public.',
  'app.worker': 'Which processes live.',
  'identity.call_answer': 'Sealed answers to visitors, by a hash of the key that they sent.',
  'identity.attempt': 'Failed attempts by a hash of the address tried: it may be nobody’s.',
  'identity.address_failure': 'Failed attempts by network address.',
  'imprimatur.function_file': 'Which functions are installed.',
  'imprimatur.migration': 'Which migrations have run.',
  'imprimatur.migration_lock': 'Two migrators take turns.',
};

/** What may be called with the owner's rights, and why each lets nobody see another organisation's rows. */
const withOwnersRights: Record<string, string> = {
  'app.expired_reports': 'Uids of reports that are past their day, for the sweep.',
  'app.forget_call_answers': 'Removes what has lost all effect; answers nothing.',
  'app.is_empty': 'Whether there is any organisation.',
  'app.purge_saved_forms': 'Removes what has lost all effect; answers how many there were.',
  'app.purge_prepared_changes': 'Removes what has lost all effect; answers nothing.',
  'app.stale_uploads': 'Uids of uploads that wait for the sweep.',
  'identity.domain_of_another': 'One of the given email domains that is taken: whom it belongs to is not said.',
  'identity.find_account': 'One account by its whole address: signing in.',
  'identity.find_changing_account': 'The people who have, or are to confirm, one whole address: confirming it.',
  'identity.find_service_token': 'One token of a service account by its hash.',
  'identity.find_session': 'One session by the hash of its secret.',
  'identity.find_single_sign_on': 'The issuer of one email domain, which anybody may be led to.',
  'identity.only_settings': 'The settings of the only organisation; nothing where there are several.',
  'identity.purge': 'Removes what has lost all effect; answers nothing.',
  'identity.uses_single_sign_on': 'Whether any organisation signs in at an issuer.',
  'ledger.append': 'The only way in: takes the organisation.',
  'ledger.organisations': 'Uids and sizes, for jobs.',
  'ledger.record_checkpoint': 'The only way in for checkpoints.',
  'read.documents_in_force_named': 'Uids of documents of the transaction’s organisation, found by name.',
  'read.documents_named': 'The same, of any status.',
  'read.pages_with': 'Pages of files of the transaction’s organisation, found by words.',
};

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

const all = async <T extends pg.QueryResultRow>(statement: string) => (await db.owner.query<T>(statement)).rows;
const schemas = "n.nspname !~ '^(pg_|information_schema|graphile_worker)'";

describe('the guards are where they must be', () => {
  it('every table has an organisation that leads its key and each index, or is known to need none', async () => {
    const bare = await all<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name 
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and ${schemas}
         and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id'
           and not a.attisdropped)`,
    );
    expect(bare.map(({ name }) => name).filter((name) => !(name in withoutOrganisation))).toEqual([]);
    const unled = await all<{ name: string }>(
      `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute o on o.attrelid = c.oid and o.attname = 'org_id'
       where ${schemas} and i.indkey[0] <> o.attnum and pg_get_indexdef(i.indexrelid, 1, false) <> '(ARRAY[org_id])'`,
    );
    // An address is unique in the whole installation; sessions and tokens are found by the hashes of their secrets.
    // A route's scope has its organisation in each of its numbers.
    expect(unled.map(({ name }) => name).toSorted()).toEqual([
      'identity.service_token_hash',
      'identity.session_hash_unique',
      'read.route_scope_unique',
      'read.user_account_email_unique',
      'read.user_account_pending_email',
    ]);
  });

  it('row-level security is on everywhere, with one rule for the product’s role', async () => {
    const open = await all<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name 
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
       where c.relkind in ('r', 'p') and ${schemas}
         and (not c.relrowsecurity or (select count(*) from pg_policy p where p.polrelid = c.oid) <> 1
              or not a.attnotnull)`,
    );
    expect(open).toEqual([]);
    const views = await all<{ name: string }>(
      `select c.oid::regclass::text as name 
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('v', 'm') and ${schemas} and not coalesce(c.reloptions @> '{security_invoker=true}', false)`,
    );
    expect(views).toEqual([]);
  });

  it('the product’s role owns nothing, and no function with the owner’s rights is unknown', async () => {
    const [role] = await all(
      `select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = 'imprimatur_app'`,
    );
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false });
    const powers = await all<{ name: string }>(
      `select format('%I.%I', n.nspname, p.proname) as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where p.prosecdef and ${schemas} and has_function_privilege('imprimatur_app', p.oid, 'EXECUTE') order by 1`,
    );
    expect(powers.map(({ name }) => name).filter((name) => !(name in withOwnersRights))).toEqual([]);
  });
});
