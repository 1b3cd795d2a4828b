import type { Recorded } from '#events/catalogue.ts';
import { addHours } from '#events/time.ts';
import type { Ports } from '#app/kit/ports.ts';
import { emailKey, type EventEmailRequest } from '#app/kit/email/request.ts';

/** Whether the event assigned training because a version was published. */
export const isPublication = (event: Recorded | null): boolean =>
  event?.type === 'TrainingAssigned' && event.data.because === 'published';

/** What an email about a publication includes of others, whose own jobs then find it sent. */
interface OtherPublications {
  keys: string[];
  /** Open training records. */
  records: string[];
}

/** The recipient's open training of publications around this one that no email was about yet, oldest first. */
export async function otherPublications(
  { database, config }: Pick<Ports, 'database' | 'config'>,
  request: EventEmailRequest,
  event: Recorded,
): Promise<OtherPublications> {
  const { org, to, template, position } = request;
  const wait = config.publicationEmailSeconds / 3600;
  if (wait === 0) return { keys: [], records: [] };
  const rows = await database.tenant(org, (trx) =>
    trx
      .selectFrom('read.training_record')
      .select(['uid', 'assigned_position'])
      .where('user_uid', '=', to)
      .where('status', '=', 'OPEN')
      .where('assigned_because', '=', 'published')
      .where('assigned_position', '<>', position)
      .where('assigned_at', '>=', addHours(event.recordedAt, -wait))
      .where('assigned_at', '<=', addHours(event.recordedAt, wait))
      .orderBy('assigned_position')
      .execute(),
  );
  const keyOf = (assigned: string) => emailKey({ org, to, template, position: assigned });
  const keys = [...new Set(rows.map((row) => keyOf(row.assigned_position)))];
  if (keys.length === 0) return { keys: [], records: [] };
  const finished = await database.tenant(org, (trx) =>
    trx.selectFrom('identity.mail_sent').select('key').where('org_id', '=', org).where('key', 'in', keys).execute(),
  );
  const done = new Set(finished.map(({ key }) => key));
  return {
    keys: keys.filter((key) => !done.has(key)),
    records: rows.filter((row) => !done.has(keyOf(row.assigned_position))).map(({ uid }) => uid),
  };
}
