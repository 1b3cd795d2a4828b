import type pg from 'pg';
import { z } from 'zod';
import { uid } from '#events/common.ts';
import { isStanding, type Approval } from '#events/document/approval.ts';
import { versionOf, type Document } from '#events/document/state.ts';
import type { LetterRequest } from '#app/email/write-email.ts';
import { deliverMail, letterKey } from '#app/jobs/deliver-email.ts';
import { documentAt, eventAt } from '#app/email/ledger-facts.ts';
import type { Task } from '#app/jobs/task.ts';

/** An event that concerns several people. */
const told = z.object({ org: uid, position: z.string().regex(/^\d+$/) });
type Told = z.infer<typeof told>;

/** Jobs in one statement at most. */
const batch = 500;

/**
 * One job for each letter, so that an address that refuses holds nobody else up. Run again, it replaces what still waits; what was
 * sent stays sent.
 */
async function enqueueLetters(pool: pg.Pool, letters: readonly LetterRequest[]): Promise<void> {
  for (let start = 0; start < letters.length; start += batch) {
    const some = letters.slice(start, start + batch);
    await pool.query(
      `select graphile_worker.add_job($1::text, payload := (letter -> 'payload')::json, job_key := letter ->> 'key')
       from jsonb_array_elements($2::jsonb) as letter`,
      [
        deliverMail.name,
        JSON.stringify(some.map((payload) => ({ payload, key: `${payload.org}/${letterKey(payload)}` }))),
      ],
    );
  }
}

/** A rejection: the owner and everybody else who was asked to approve that version (rules.md section 2). */
export const tellRejected: Task<Told> = {
  name: 'tell-rejected',
  payload: told,
  async run({ org, position }, { ledger, database }) {
    const event = await eventAt(ledger, org, position);
    if (event.type !== 'ApprovalRejected') return;
    const { past } = await documentAt(ledger, org, event.data.document, position);
    if (!past) return;
    const others = concerned(past, event.data.version, event.data.approval.user);
    await enqueueLetters(
      database.pool,
      others.map((to) => ({ org, position, template: 'document-rejected', to })),
    );
  },
};

function concerned(document: Document, version: string, rejecter: string): string[] {
  const approvals: readonly Approval[] = versionOf(document, version)?.approvals ?? [];
  const people = [document.owner.uid, ...approvals.filter(isStanding).map(({ user }) => user)];
  return [...new Set(people)].filter((user) => user !== rejecter);
}

/** A batch of assigned training: one letter a person, with everything that the event assigned to that person. */
export const tellTrainingAssigned: Task<Told> = {
  name: 'tell-training-assigned',
  payload: told,
  async run({ org, position }, { ledger, database }) {
    const event = await eventAt(ledger, org, position);
    if (event.type !== 'TrainingAssigned') return;
    const records = new Map<string, string[]>();
    for (const { user, record } of event.data.assignments) records.set(user, [...(records.get(user) ?? []), record]);
    await enqueueLetters(
      database.pool,
      [...records].map(([to, own]) => ({ org, position, template: 'training-assigned', to, records: own })),
    );
  },
};

/** An account was locked after failed attempts: the active admins (21 CFR 11.300(d)). */
export const tellLockedOut: Task<Told> = {
  name: 'tell-locked-out',
  payload: told,
  async run({ org, position }, { database }) {
    const admins = await database.tenant(org, (trx) =>
      trx
        .selectFrom('read.user_account')
        .select('uid')
        .where('org_id', '=', org)
        .where('status', '=', 'ACTIVE')
        .where('role', 'in', ['ADMIN', 'SUPER_ADMIN'])
        .execute(),
    );
    await enqueueLetters(
      database.pool,
      admins.map(({ uid: to }) => ({ org, position, template: 'account-locked', to })),
    );
  },
};
