import { onTestFinished } from 'vitest';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { remindJob } from '#app/notifications/jobs/remind.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import {
  defaultReminders,
  defaultSettings,
  type OrganisationSettings,
  type ReminderSettings,
} from '#events/organisation/events.ts';
import { sop } from '#tests/support/organisation.ts';
import { smtpPeer } from '#tests/support/smtp-peer.ts';
import { testServices } from '#tests/support/services.ts';
import { organisationWithQueue, type OrganisationWithQueue } from '#tests/support/worker-setup.ts';

export const silent: ReminderSettings = {
  ...defaultReminders,
  beforeDue: false,
  afterDue: false,
  approvals: false,
  escalation: false,
  digest: false,
};

/** An organisation whose clock the test sets, with two processes and a real SMTP server. */
export async function setUp() {
  const peer = await smtpPeer();
  onTestFinished(() => peer.close());
  const environment = { SMTP_URL: peer.url, MAIL_FROM: 'Northmere Quality <quality@northmere.example>' };
  const org = await organisationWithQueue(environment);
  const { clock } = org.services;
  const other = await testServices({ db: org.db, clock, environment });
  const set = (reminders: ReminderSettings, more: Partial<OrganisationSettings> = {}) =>
    org.world.act(org.admin, changeSettings, {
      name: org.world.name,
      settings: { ...defaultSettings, ...more, reminders },
      reason: 'For the test.',
    });
  /** Both processes send reminders at the same moment; answers recipient and subject of each new email. */
  const look = async (at: string): Promise<string[]> => {
    clock.now = at;
    await Promise.all([remindJob.run({}, org.services), remindJob.run({}, other), remindJob.run({}, org.services)]);
    await org.untilIdle();
    const sent = peer.received.splice(0).map(({ envelope, subject = '' }) => `${nameOf(org, envelope[0])}: ${subject}`);
    return sent.sort();
  };
  return { org, peer, set, look };
}

export const known = new Map<string, string>();
export const nameOf = ({ admin, author, other, employee }: OrganisationWithQueue, address = ''): string =>
  [admin, author, other, employee].find(({ email }) => email === address)?.firstName ?? known.get(address) ?? address;

export async function inForce(
  { world, author, other }: OrganisationWithQueue,
  docNum: string,
  departments: string[],
  more: object = {},
) {
  const document = await world.create(author, { ...sop(docNum), approvers: [other], ...more });
  await world.sign(other, document);
  await world.publishNow(document, departments);
  return document;
}

export const join = async (
  { world }: OrganisationWithQueue,
  person: Omit<Person, 'uid' | 'org'>,
  departments: string[],
): Promise<Person> => {
  known.set(person.email, person.firstName);
  return world.join(person, departments);
};

export const hours = (moment: string, more: number): string =>
  new Date(Date.parse(moment) + more * 3_600_000).toISOString();

/** 00:00 UTC of the first Monday after a moment. */
export function mondayAfter(moment: string): string {
  const day = new Date(`${moment.slice(0, 10)}T00:00:00.000Z`);
  while (day.getUTCDay() !== 1) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString();
}
