import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { loadConfig } from '#app/adapters/environment/config.ts';
import { createServices, type Services } from '#app/server/services.ts';
import type { Actor } from '#events/actor.ts';
import { encode, type E } from '#events/catalogue.ts';
import { defaultSettings } from '#events/organisation/events.ts';
import { streams } from '#events/streams.ts';
import type { Role } from '#events/user/events.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { shared } from '#tests/support/shared.ts';
import { minutes } from '#tests/support/given-people.ts';

/** The product with a test database, an SMTP server and a clock that the test sets. */
export interface MailProcess {
  services: Services;
  clock: { now: string };
  /** Records events in their streams, in one append. Answers the position of the first. */
  record(org: string, writes: { stream: string; events: E[] }[], actor?: Actor): Promise<string>;
  organisation(): Promise<string>;
  invite(
    org: string,
    who: { firstName: string; lastName: string; role?: Role },
  ): Promise<{ user: string; email: string; position: string }>;
  /** Invited and confirmed. */
  colleague(
    org: string,
    who: { firstName: string; lastName: string; role?: Role },
  ): Promise<{ user: string; email: string; name: string }>;
  close(): Promise<void>;
}

export const ines: Actor = {
  kind: 'user',
  uid: randomUUID(),
  name: 'Inès Okafor',
  role: 'ADMIN',
  session: null,
  address: '192.0.2.7',
};

export async function startMailProcess(db: TestDatabase, smtpUrl: string): Promise<MailProcess> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'imprimatur-mail-'));
  const config = await loadConfig({
    DATA_DIR: dataDir,
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Northmere Quality <quality@northmere.example>',
    PUBLIC_URL: 'https://quality.northmere.example',
    PUBLICATION_EMAIL_SECONDS: '0',
    SECRET_KEY: 'k'.repeat(40),
  });
  const clock = { now: new Date().toISOString() };
  const services = await createServices({
    config,
    databaseUrl: db.url,
    log: pino({ level: 'silent' }),
    ...shared,
    now: () => clock.now,
  });
  const { ledger } = services;

  const mailProcess: MailProcess = {
    services,
    clock,
    async record(org, writes, actor = ines) {
      const versions = await ledger.streamVersions(
        org,
        writes.map(({ stream }) => stream),
      );
      const outcome = await ledger.append({
        org,
        actor,
        commandId: randomUUID(),
        writes: writes.map(({ stream, events }) => ({
          stream,
          expectedVersion: versions.get(stream) ?? 0,
          events: events.map(encode),
        })),
      });
      if (outcome.kind !== 'appended') throw new Error(`The append was ${JSON.stringify(outcome)}`);
      return outcome.firstPosition;
    },
    async organisation() {
      const organisation = randomUUID();
      const data = {
        organisation,
        name: 'Northmere Diagnostics',
        domain: 'northmere.example',
        settings: defaultSettings,
      };
      await mailProcess.record(organisation, [
        { stream: streams.organisation, events: [{ type: 'OrganisationCreated', data }] },
      ]);
      return organisation;
    },
    async invite(org, { firstName, lastName, role = 'EMPLOYEE' }) {
      const user = randomUUID();
      const email = `${user}@northmere.example`;
      const codeExpiresAt = minutes(clock.now, 24 * 60);
      const data = { user, firstName, lastName, email, role, departments: [], codeExpiresAt };
      const position = await mailProcess.record(org, [
        { stream: streams.user(user), events: [{ type: 'UserInvited', data }] },
      ]);
      return { user, email, position };
    },
    async colleague(org, who) {
      const { user, email } = await mailProcess.invite(org, who);
      await mailProcess.record(org, [
        { stream: streams.user(user), events: [{ type: 'UserConfirmed', data: { user } }] },
      ]);
      return { user, email, name: `${who.firstName} ${who.lastName}` };
    },
    async close() {
      await services.close();
      await rm(dataDir, { recursive: true });
    },
  };
  return mailProcess;
}
