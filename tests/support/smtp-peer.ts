import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Received extends Email {
  /** The envelope's recipients. */
  envelope: string[];
  raw: string;
}

/** A real SMTP server on a free port of this computer. */
export interface SmtpPeer {
  url: string;
  received: Received[];
  /**
   * How the next messages are answered: `refuse` 451, `no such mailbox` 550, `vanish` drops the connection after the
   * message, `ponder` never answers.
   */
  mood: ('refuse' | 'no such mailbox' | 'vanish' | 'ponder' | { responseCode: number; text: string })[];
  /** Resolves when `count` messages were taken. */
  taken(count: number): Promise<Received[]>;
  close(): Promise<void>;
}

export async function smtpPeer(): Promise<SmtpPeer> {
  const received: Received[] = [];
  const mood: SmtpPeer['mood'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      const [how] = mood;
      const noMailbox = { responseCode: 550, text: '5.1.1 There is no such mailbox here' };
      const answer = how === 'no such mailbox' ? noMailbox : how;
      if (typeof answer !== 'object') return done();
      mood.shift();
      done(Object.assign(new Error(answer.text), { responseCode: answer.responseCode }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const how = mood.shift();
        if (how === 'refuse') return done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
        const raw = Buffer.concat(chunks);
        const envelope = session.envelope.rcptTo.map(({ address }) => address);
        void PostalMime.parse(raw).then((email) => {
          received.push({ ...email, envelope, raw: raw.toString('latin1') });
          if (how === 'ponder') return;
          if (how !== 'vanish') return done();
          for (const connection of server.connections) connection.close();
        });
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    mood,
    async taken(count) {
      while (received.length < count) await new Promise((resolve) => setTimeout(resolve, 20));
      return received;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
