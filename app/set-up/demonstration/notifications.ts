import { addDays, type Instant } from '#events/time.ts';
import { decode, type Recorded } from '#events/catalogue.ts';
import { deliverEmail } from '#app/notifications/delivery/deliver.ts';
import { deliverEmailTask } from '#app/notifications/delivery/enqueue.ts';
import { emailRequest, type EmailRequest } from '#app/kit/email/request.ts';
import { emailsOf, enqueueEmailsJob } from '#app/notifications/jobs/enqueue-emails.ts';
import { enqueue } from '#app/notifications/jobs/reactions.ts';
import { markRead } from '#app/notifications/preferences/notifications.ts';
import type { Ports } from '#app/kit/ports.ts';

/** How far the lists go back, and how long ago people last opened theirs. */
const listedDays = 90;
const unreadDays = 14;

/** Lists behind people's bells what the jobs of the simulated past would have, while it unfolds. */
export class Bells {
  #after = '0';
  #turn: Promise<void> = Promise.resolve();

  /** What happened earlier than `since` is not listed. */
  private constructor(
    private readonly ports: Ports,
    private readonly org: string,
    private readonly since: Instant,
  ) {}

  /** After an interruption it goes on where it stopped. */
  static async from(ports: Ports, org: string, present: Instant): Promise<Bells> {
    const row = await ports.database.read(org, (db) =>
      db
        .selectFrom('app.notification')
        .select(({ fn }) => fn.max('noted_at').as('latest'))
        .executeTakeFirst(),
    );
    return new Bells(ports, org, row?.latest ?? addDays(present, -listedDays));
  }

  /** Lists what has happened by `at` since the last call, one call after the other. */
  async follow(at: Instant): Promise<void> {
    if (at < this.since) return;
    this.#turn = this.#turn.then(() => this.#list());
    await this.#turn;
  }

  async #list(): Promise<void> {
    const events = await this.ports.ledger.readPage(this.org, { after: this.#after });
    for (const recorded of events) {
      this.#after = recorded.position;
      if (recorded.recordedAt < this.since) continue;
      const event = decode(recorded);
      const then = { ...this.ports, now: () => event.recordedAt };
      for (const request of await requestsOf(then, this.org, event)) await deliverEmail(then, request);
    }
  }
}

/** The emails that would follow the event. */
async function requestsOf(ports: Ports, org: string, event: Recorded): Promise<EmailRequest[]> {
  const jobs = enqueue(event as never);
  const named = jobs.filter(({ task }) => task === deliverEmailTask).map(({ payload }) => emailRequest.parse(payload));
  if (!jobs.some(({ task }) => task === enqueueEmailsJob.name)) return named;
  const found = await ports.database.tenant(org, (trx) => emailsOf(event, ports, org, trx));
  return [...named, ...found.map((email) => ({ org, position: event.position, ...email }))];
}

/** People opened their lists some days ago. */
export async function readOlder(ports: Ports, org: string): Promise<void> {
  const seen = await ports.database.read(org, (db) =>
    db
      .selectFrom('app.notification')
      .select(({ fn }) => ['user_uid as uid', fn.max('number').as('number')])
      .where('noted_at', '<', addDays(ports.now(), -unreadDays))
      .groupBy('user_uid')
      .execute(),
  );
  for (const { uid, number } of seen) await markRead(ports.database, { org, uid }, number);
}
