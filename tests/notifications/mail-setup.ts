import { afterAll, beforeAll, beforeEach } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { startMailProcess, type MailProcess } from './mail-process.ts';
import { smtpPeer, type SmtpPeer } from '#tests/support/smtp-peer.ts';

export interface MailSetup {
  db: TestDatabase;
  peer: SmtpPeer;
  first: MailProcess;
  /** A second process with its own pools and its own transport. */
  second: MailProcess;
  org: string;
}

/**
 * Two processes that deliver to one SMTP peer over one database. Each test begins with an empty peer and the present
 * time. The fields can be read within tests only.
 */
export function mailSetup(): MailSetup {
  const setup = {} as MailSetup;
  beforeAll(async () => {
    setup.db = await freshDatabase();
    setup.peer = await smtpPeer();
    const start = () => startMailProcess(setup.db, setup.peer.url);
    [setup.first, setup.second] = await Promise.all([start(), start()]);
    setup.org = await setup.first.organisation();
  });
  afterAll(async () => {
    await Promise.all([setup.first.close(), setup.second.close()]);
    await setup.peer.close();
    await setup.db.close();
  });
  beforeEach(() => {
    setup.peer.received.length = 0;
    setup.peer.mood.length = 0;
    setup.first.clock.now = setup.second.clock.now = new Date().toISOString();
  });
  return setup;
}
