import { randomUUID } from 'node:crypto';
import type pg from 'pg';

export interface Scale {
  people: number;
  documents: number;
}

/**
 * An organisation of that size in the read models, as its ledger would have left it: everybody assigned every document,
 * nine of ten signed. Answers its uid.
 */
export async function fillOrganisation(owner: pg.Pool, { people, documents }: Scale): Promise<string> {
  const org = randomUUID();
  const run = (statement: string, ...values: unknown[]) => owner.query(statement, [org, ...values]);
  await run(
    `insert into read.organisation (org_id, uid, name, domain, settings, created_at)
     values ($1::uuid, $1::uuid, 'Northmere Diagnostics', 'northmere.example', '{"timeZone": "Europe/Dublin"}',
       now() - interval '3 years')`,
  );
  await run(
    `insert into ledger.head (org_id, size, frontier, recorded_at, clock_at)
      values ($1::uuid, 1, decode(repeat('00', 32), 'hex'), now(), now())`,
  );
  await run(
    `insert into read.department (org_id, uid, name, created_at)
     select $1::uuid, gen_random_uuid(), 'Department ' || to_char(n, 'FM00'), now() from generate_series(1, 20) n`,
  );
  await run(
    `insert into read.user_account (org_id, uid, first_name, last_name, email, role, status, created_at)
     select $1::uuid, gen_random_uuid(), 'Person', to_char(n, 'FM0000') || ' of Northmere',
            'person' || n || '@' || $1::uuid || '.example',
            'EMPLOYEE', 'ACTIVE', now() from generate_series(1, $2::integer) n`,
    people,
  );
  await run(
    `insert into read.user_department (org_id, user_uid, department_uid)
     select $1::uuid, u.uid, d.uid
     from (select uid, row_number() over (order by email) as n from read.user_account where org_id = $1::uuid) u
     join (select uid, row_number() over (order by name) as n from read.department where org_id = $1::uuid) d
       on d.n = u.n % 20 + 1`,
  );
  await run(
    `insert into read.document (org_id, uid, name, type, functional_area, doc_num, version, status, owner_uid,
                                creator_uid, externally_effective, approved, effective, effective_version,
                                training_interval,
                                review_interval, created_at, revised_at)
     select $1::uuid, gen_random_uuid(), 'Operation of the capping station, line ' || n, 'SOP', 'QA',
            to_char(n, 'FM000'), '1.0', 'EFFECTIVE',
            u.uid, u.uid, false, true, true, '1.0', 365, 730, now(), now()
     from (select uid from read.user_account where org_id = $1::uuid limit 1) u, generate_series(1, $2::integer) n`,
    documents,
  );
  await run(
    `insert into read.document_version (org_id, document_uid, version, name, status, externally_effective,
      working_file, final_file,
                                        submitted_at, approved_at, published_at, training_waived, effective_at)
     select org_id, uid, version, name, 'EFFECTIVE', false, '{}', '{}', now(), now(), now(), false, now()
     from read.document where org_id = $1::uuid`,
  );
  await run(
    `insert into read.training_record (org_id, uid, user_uid, document_uid, version, status, assigned_because,
      assigned_at,
                                       assigned_position, due_at, changed_at, signer_name, meaning,
                                       signed_at, completed_position)
     select $1::uuid, gen_random_uuid(), u.uid, d.uid, '1.0', case when open then 'OPEN' else 'COMPLETED' end,
       'published',
            now() - interval '200 days', 1, now() + (((u.n * 31 + d.n * 17) % 60 - 30) || ' days')::interval, now(),
            case when open then null else u.full_name end, case when open then null else 'read_and_understood' end,
            case when open then null else now() - ((u.n + d.n) % 180 || ' days')::interval end,
            case when open then null else 1 end
     from (select uid, full_name, row_number() over (order by email) as n from read.user_account
       where org_id = $1::uuid) u
     cross join (select uid, row_number() over (order by doc_num) as n from read.document where org_id = $1::uuid) d
     cross join lateral (select (u.n * 7 + d.n * 13) % 10 = 0 as open) s`,
  );
  await owner.query('vacuum (analyze) read.training_record');
  await owner.query('analyze');
  return org;
}
