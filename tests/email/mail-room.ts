import { afterAll, beforeAll, beforeEach } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { openDesk, type Desk } from './setup.ts';
import { smtpPeer, type SmtpPeer } from './smtp-peer.ts';

export interface MailRoom {
  db: TestDatabase;
  peer: SmtpPeer;
  desk: Desk;
  /** A second process: its own pools, its own transport. */
  other: Desk;
  org: string;
}

/** Two processes that deliver to one SMTP peer, over one database; each test begins with an empty peer and the clock of now. To be read within tests. */
export function mailRoom(): MailRoom {
  const room = {} as MailRoom;
  beforeAll(async () => {
    room.db = await freshDatabase();
    room.peer = await smtpPeer();
    [room.desk, room.other] = await Promise.all([openDesk(room.db, room.peer.url), openDesk(room.db, room.peer.url)]);
    room.org = await room.desk.organisation();
  });
  afterAll(async () => {
    await Promise.all([room.desk.close(), room.other.close()]);
    await room.peer.close();
    await room.db.close();
  });
  beforeEach(() => {
    room.peer.received.length = 0;
    room.peer.mood.length = 0;
    room.desk.clock.now = room.other.clock.now = new Date().toISOString();
  });
  return room;
}
