import { sql, type Kysely } from 'kysely';

/**
 * An organisation's checkpoints are numbered from 1 without gaps, and how many were signed is kept beside them: that some are gone is known
 * by their numbers, the newest and all of them included. A row of its own, so that signing waits for no append.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run('alter table ledger.checkpoint add column number integer check (number > 0)');
  await run('alter table ledger.checkpoint disable trigger append_only');
  await run(`
    update ledger.checkpoint c set number = n.number
    from (select org_id, size, row_number() over (partition by org_id order by size) as number from ledger.checkpoint) n
    where n.org_id = c.org_id and n.size = c.size`);
  await run('alter table ledger.checkpoint enable always trigger append_only');
  await run('alter table ledger.checkpoint alter column number set not null');
  await run('alter table ledger.checkpoint add constraint checkpoint_number unique (org_id, number)');

  await run(`
    create table ledger.signed (
      org_id uuid not null,
      number integer not null check (number > 0),
      size bigint not null check (size > 0),
      constraint signed_pk primary key (org_id)
    )`);
  await run(`
    insert into ledger.signed (org_id, number, size)
    select org_id, max(number), max(size) from ledger.checkpoint group by org_id`);
  for (const statement of [
    'alter table ledger.signed enable row level security',
    `create policy organisation on ledger.signed for select to imprimatur_app
       using (org_id = nullif(current_setting('imprimatur.org', true), '')::uuid)`,
    'revoke all on ledger.signed from public, imprimatur_app',
    'grant select on ledger.signed to imprimatur_app',
    `create trigger no_removal before delete or truncate on ledger.signed
       for each statement execute function ledger.refuse_change()`,
    'alter table ledger.signed enable always trigger no_removal',
  ])
    await run(statement);

  await run(`
    create or replace function ledger.record_checkpoint(p_org uuid, p_size bigint, p_root bytea, p_note text) returns boolean
    language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set lock_timeout = '4s' as $$
    declare
      v_size bigint;
      v_number integer;
    begin
      select size into v_size from ledger.head where org_id = p_org;
      if v_size is null or p_size > v_size then
        raise exception 'a checkpoint of size % is beyond the ledger of % events', p_size, coalesce(v_size, 0);
      end if;
      -- Two nodes may sign at once: the lock keeps checkpoints in the order of their sizes, appends do not wait for it.
      perform pg_advisory_xact_lock(hashtextextended('checkpoint ' || p_org, 0));
      if exists (select from ledger.checkpoint where org_id = p_org and size >= p_size) then
        return false;
      end if;
      insert into ledger.signed as s (org_id, number, size) values (p_org, 1, p_size)
        on conflict (org_id) do update set number = s.number + 1, size = excluded.size
        returning number into v_number;
      insert into ledger.checkpoint (org_id, size, root, note, number) values (p_org, p_size, p_root, p_note, v_number);
      return true;
    end $$`);
}
